"""A bounded queue before a few worker processes, so that one hard document stops nobody else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mindgist.errors import MindgistError
from mindgist.processes import Worker, WorkerDiedError


class BusyError(MindgistError):
    """Every worker is at work and the queue is full."""


class Workers:
    """A fixed number of workers and a queue of bounded length before them; who came first is served first."""

    def __init__(self, count: int, waiting: int, seconds: float) -> None:
        self._workers = [Worker() for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, "mindgist-waiting")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._most_waiting = waiting
        self._waiting = 0
        self.seconds = seconds

    async def run(
        self, function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], None] = lambda _: None
    ) -> Any:
        """Have a worker call the function; waits for a free one, if not too many wait already.

        ``progress`` is called, in a thread of its own, with what the function reports meanwhile.

        A worker that dies may have been ended for no fault of this piece of work, so it gets a second one.
        """
        if self._idle.empty() and self._waiting >= self._most_waiting:
            raise BusyError("too many documents are being mapped at the moment; try again in a few seconds")
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        call = asyncio.get_running_loop().run_in_executor(
            self._threads, _call_twice, worker, function, arguments, self.seconds, progress
        )
        # The worker is free when its work is done, which may be after the one who asked has gone away.
        call.add_done_callback(lambda _: self._idle.put_nowait(worker))
        return await asyncio.shield(call)

    async def run_in_each(self, function: Callable[..., Any]) -> None:
        """Have every worker call the function: to load, before the first request, what all of them need."""
        await asyncio.gather(*(self.run(function) for _ in self._workers))

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
