"""A pool of worker processes with a queue of limited length, and answers line by line while a worker runs."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
        self, function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], None] = lambda _: None
    ) -> Any:
        """Call a function in the next free worker.

        ``progress`` is called, in another thread, with each value that the function reports. If the worker dies, the
        call is repeated once, because the cause may be outside the call. If the caller is cancelled, because its client
        has gone, the worker's process is ended and the worker is free again.

        Raises:
            BusyError: if too many calls wait already.
        """
        if self._idle.empty() and self._waiting >= self._max_waiting:
            raise BusyError("the service is busy; try again in a few seconds")
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        cancelled = threading.Event()
        call_worker = partial(worker.call, function, arguments, self.seconds, progress, cancelled)
        call = asyncio.get_running_loop().run_in_executor(self._threads, _call_twice, call_worker, cancelled)
        call.add_done_callback(lambda _: self._idle.put_nowait(worker))
        try:
            return await asyncio.shield(call)
        except asyncio.CancelledError:
            cancelled.set()
            if not call.done():
                worker.stop()
                call.add_done_callback(lambda done: done.exception())  # nobody else looks at it
            raise

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
        """End every worker."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request, whose body has arrived, disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _call_twice(call_worker: Callable[[], Any], cancelled: threading.Event) -> Any:
    try:
        return call_worker()
    except WorkerDiedError:
        if cancelled.is_set():
            raise
        return call_worker()


async def progress_lines(workers: Workers, function: Callable[..., bytes], *arguments: Any) -> AsyncIterator[bytes]:
    """Call a function in a worker. Yield a line per report, then one with its answer as ``map`` or with an ``error``.

    Maps are already encoded as JSON.
    """
    loop = asyncio.get_running_loop()
    reports: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(report: dict[str, Any]) -> None:
        first = report.get("first")
        line = b'{"first":' + first + b"}" if isinstance(first, bytes) else json.dumps(report).encode()
        loop.call_soon_threadsafe(reports.put_nowait, line)

    work = asyncio.create_task(workers.run(function, *arguments, progress=send))
    work.add_done_callback(lambda _: loop.call_soon(reports.put_nowait, None))
    try:
        while (line := await reports.get()) is not None:
            yield line + b"\n"
        yield b'{"map":' + await work + b"}\n"
    except MindgistError as error:
        yield json.dumps({"error": str(error)}, ensure_ascii=False).encode() + b"\n"
    finally:
        work.cancel()  # the client may have gone
