"""A pool of worker processes with a queue of limited length, and answers line by line while a worker runs."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import ClientDisconnect, Request

from mindgist.errors import MindgistError
from mindgist.processes import Worker, WorkerDiedError


class BusyError(MindgistError):
    """All workers are busy and the queue is full."""


class Workers:
    """A fixed number of workers and a first-in, first-out queue of limited length."""

    def __init__(self, count: int, max_waiting: int, seconds: float) -> None:
        self._workers = [Worker() for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, "mindgist-waiting")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._max_waiting = max_waiting
        self._waiting = 0
        self.seconds = seconds

    async def run(
        self, function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], object] = lambda _: None
    ) -> Any:
        """Call a function in the next free worker. ``progress`` gets, in another thread, what the function reports.

        If the worker dies, the call is repeated once, because the cause may be outside the call. If the caller is
        cancelled, because its client has gone, the worker's process is ended and the worker is free again.
        """
        if self._idle.empty() and self._waiting >= self._max_waiting:
            raise BusyError("the service is busy; try again in a few seconds")
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        call = (worker, function, arguments, self.seconds, progress)
        work = asyncio.get_running_loop().run_in_executor(self._threads, _call_twice, *call)
        work.add_done_callback(lambda _: self._free(worker))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if not work.done():
                worker.close()
                work.add_done_callback(lambda done: done.exception())  # nobody else looks at it
            raise

    def _free(self, worker: Worker) -> None:
        worker.closed = False
        self._idle.put_nowait(worker)

    async def run_for(self, request: Request, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the next free worker, as long as the client of the request waits for the answer."""
        work = asyncio.create_task(self.run(function, *arguments))
        gone = asyncio.create_task(_disconnected(request))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise ClientDisconnect
            return work.result()
        finally:
            work.cancel()
            gone.cancel()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request, whose body has arrived, disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _call_twice(worker: Worker, *call: Any) -> Any:
    try:
        return worker.call(*call)
    except WorkerDiedError:
        return worker.call(*call)


async def progress_lines(workers: Workers, function: Callable[..., bytes], *arguments: Any) -> AsyncIterator[bytes]:
    """Call a function in a worker. Yield a line per report, then one with its answer as ``map`` or with an ``error``.

    Reports and maps are already encoded as JSON.
    """
    loop = asyncio.get_running_loop()
    reports: asyncio.Queue[bytes | None] = asyncio.Queue()
    work = asyncio.create_task(
        workers.run(function, *arguments, progress=lambda line: loop.call_soon_threadsafe(reports.put_nowait, line))
    )
    work.add_done_callback(lambda _: reports.put_nowait(None))
    try:
        while (line := await reports.get()) is not None:
            yield line + b"\n"
        yield b'{"map":' + await work + b"}\n"
    except MindgistError as error:
        yield json.dumps({"error": str(error)}, ensure_ascii=False).encode() + b"\n"
    finally:
        work.cancel()  # the client may have gone
