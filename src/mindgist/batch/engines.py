"""Engines: what runs the shards of a batch, on this machine or elsewhere."""

import os
import queue
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.supervisor import Supervisor
from mindgist.batch.work import Receipt
from mindgist.errors import UnknownNameError

Engine = Callable[[Sequence[Shard], BatchOptions, str], Generator[Receipt, None, None]]
"""Yields the receipts of finished shards, in any order. Closing the generator stops the work."""
ENGINES = ("local", "ray")


class LocalEngine:
    """A pool of processes on this machine, each supervised by a thread."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or _cores()

    def __call__(self, shards: Sequence[Shard], options: BatchOptions, output: str) -> Generator[Receipt, None, None]:
        supervisors = [Supervisor(options, output) for _ in range(min(self._workers, len(shards)))]
        waiting = iter(shards)
        done: queue.SimpleQueue[Receipt | BaseException] = queue.SimpleQueue()
        with ThreadPoolExecutor(max(1, len(supervisors)), "mindgist-batch") as threads:
            try:
                for supervisor in supervisors:
                    threads.submit(_work_on, supervisor, waiting, done.put)
                for _ in shards:
                    found = done.get()
                    if isinstance(found, BaseException):
                        raise found
                    yield found
            finally:
                for supervisor in supervisors:
                    supervisor.stop()


def _work_on(supervisor: Supervisor, waiting: Iterator[Shard], done: Callable[[Receipt | BaseException], None]) -> None:
    try:
        for shard in waiting:
            done(supervisor(shard))
    except BaseException as error:  # raised again in the thread that waits for receipts
        done(error)


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def engine_named(name: str, workers: int | None = None, address: str | None = None) -> Engine:
    """The engine of this name."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    if name == "local":
        return LocalEngine(workers)
    from mindgist.batch.ray_engine import RayEngine

    return RayEngine(workers, address)
