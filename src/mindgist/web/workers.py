"""A pool of worker processes with a queue of limited length, and answers line by line while a worker runs."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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
        call is repeated once, because the cause may be outside the call.

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
        call = asyncio.get_running_loop().run_in_executor(
            self._threads, _call_twice, worker, function, arguments, self.seconds, progress
        )
        # The worker is free when its call is done, which may be after the client has disconnected.
        call.add_done_callback(lambda _: self._idle.put_nowait(worker))
        return await asyncio.shield(call)

    async def run_in_each(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function in every worker, before the first request."""
        await asyncio.gather(*(self.run(function, *arguments) for _ in self._workers))

    def close(self) -> None:
        """End every worker."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()


def _call_twice(
    worker: Worker,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    seconds: float,
    progress: Callable[[Any], None],
) -> Any:
    try:
        return worker.call(function, arguments, seconds, progress)
    except WorkerDiedError:
        return worker.call(function, arguments, seconds, progress)


async def progress_lines(workers: Workers, function: Callable[..., bytes], *arguments: Any) -> AsyncIterator[bytes]:
    """Call a function in a worker. Yield a line per report, then one with its answer as ``map`` or with an ``error``.

    Maps are already encoded as JSON.
    """
    loop = asyncio.get_running_loop()
    reports: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(report: dict[str, Any]) -> None:
        first = report.get("first")
        line = _line("first", first) if isinstance(first, bytes) else json.dumps(report).encode()
        loop.call_soon_threadsafe(reports.put_nowait, line)

    work = asyncio.create_task(workers.run(function, *arguments, progress=send))
    work.add_done_callback(lambda _: loop.call_soon(reports.put_nowait, None))
    while (line := await reports.get()) is not None:
        yield line + b"\n"
    try:
        yield _line("map", await work) + b"\n"
    except MindgistError as error:
        yield json.dumps({"error": str(error)}, ensure_ascii=False).encode() + b"\n"


def _line(name: str, content: bytes) -> bytes:
    return b'{"' + name.encode() + b'":' + content + b"}"
