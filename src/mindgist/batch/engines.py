"""Engines: what runs the shards of a batch, on this machine or elsewhere, in processes that are replaced when they die.

A worker may die for reasons that have nothing to do with its document: somebody kills it, or the machine runs out of
memory. So a document has three tries before it is recorded as a crash. A document that exceeds its processor time,
which depends on nothing else, is recorded at once.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, cast

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure, FileFailure
from mindgist.batch.work import TOGETHER, Receipt, work_on
from mindgist.errors import BatchError, UnknownNameError
from mindgist.processes import FailedError, RefusedError, TooSlowError, Worker, WorkerDiedError, start

Engine = Callable[[Sequence[Shard], BatchOptions, str], Generator[Receipt, None, None]]
"""Yields the receipts of finished shards, in any order. Closing the generator stops the work."""
ENGINES = ("local", "ray")

_NOWHERE = -1  # the position between shards
_TRIES = 3
_CLOCK_FACTOR = 4  # a document may take this many times its processor time limit by the clock, on a busy machine
_START_LIMIT = 120  # seconds by the clock in which a worker loads its models


class Supervisor:
    """Runs shards in its own worker process, replaces it when it dies, and finds the document that killed it."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._worker = Worker(options.megabytes * 1_000_000)
        self._position = _NOWHERE

    def do(self, shard: Shard) -> Receipt:
        tries: Counter[int] = Counter()
        fatal: dict[int, Failure] = {}
        one_by_one = False
        while True:
            try:
                self._position = _NOWHERE
                work = (self._options, self._output, shard, fatal, one_by_one)
                seconds = max(_START_LIMIT, _CLOCK_FACTOR * self._options.seconds)
                return cast("Receipt", self._worker.call(work_on, work, seconds, self._set_position))
            except (WorkerDiedError, TooSlowError) as died:
                document, exit_code = self._position, getattr(died, "exit_code", None)
                if self._worker.closed:
                    raise BatchError("the run was stopped") from died
                tries[document] += 1
                if document in (_NOWHERE, TOGETHER) or isinstance(fatal.get(document), FileFailure):
                    one_by_one = one_by_one or document == TOGETHER
                    if tries[document] >= 2 * _TRIES:
                        raise BatchError(f"{shard.name}: every worker dies (exit code {exit_code})") from died
                    continue
                failure = FileFailure if document in fatal else Failure
                if exit_code == -getattr(signal, "SIGPROF", 0):
                    limit = f"{self._options.seconds:g} s of processor time"
                    fatal[document] = failure("too slow", f"the document takes more than {limit}")
                elif tries[document] % _TRIES == 0:
                    fatal[document] = failure("crash", f"the document ends its process every time ({_TRIES} tries)")
            except (RefusedError, FailedError) as error:
                raise BatchError(f"{shard.name} failed: {error}") from error

    def stop(self) -> None:
        """End the worker at once. Its shard stays undone, and no other is begun."""
        self._worker.close()

    def _set_position(self, document: int) -> None:
        self._position = document
        self._worker.deadline = time.monotonic() + _CLOCK_FACTOR * self._options.seconds


def _schedule(
    shards: Sequence[Shard], workers: Iterable[Any], begin: Callable[..., Any], first_done: Callable[[list[Any]], Any]
) -> Iterator[Any]:
    """Give every worker one shard at a time; yield what ``begin(worker, shard)`` has returned when it is done.

    A worker without a further shard is released: on Ray, the actor of a lost node can then start in its place.
    """
    waiting = iter(shards)
    running = {begin(worker, shard): worker for worker, shard in zip(workers, waiting, strict=False)}
    while running:
        done = first_done(list(running))
        worker = running.pop(done)
        running |= {begin(worker, shard): worker for shard in islice(waiting, 1)}
        del worker
        yield done


def run_locally(
    shards: Sequence[Shard], options: BatchOptions, output: str, workers: int | None = None
) -> Generator[Receipt, None, None]:
    """Run shards in a pool of processes on this machine, by default as many as it has cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    supervisors = [Supervisor(options, output) for _ in range(min(workers or cores, len(shards)))]
    with ThreadPoolExecutor(len(supervisors), "mindgist-batch") as threads:
        try:
            for done in _schedule(
                shards,
                supervisors,
                lambda one, shard: threads.submit(one.do, shard),
                lambda running: next(as_completed(running)),
            ):
                yield done.result()
        finally:
            for supervisor in supervisors:
                supervisor.stop()


def run_on_ray(
    shards: Sequence[Shard], options: BatchOptions, output: str, workers: int | None = None, address: str | None = None
) -> Generator[Receipt, None, None]:
    """Run shards on a running Ray cluster, or on one that is started on this machine for this run.

    Ray repeats the shards of a lost node elsewhere. Each of its processes supervises one of ours, so that a document
    that crashes its process does not crash Ray's.
    """
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise BatchError("the engine 'ray' needs Ray; run: pip install 'mindgist[ray]'") from error
    started = not ray.is_initialized()
    if started:
        # By default Ray runs its own cluster's workers at low priority (niceness 15) and starts a dashboard.
        os.environ.setdefault("RAY_worker_niceness", "0")
        cpus = None if address else workers
        ray.init(address=address or "local", num_cpus=cpus, log_to_driver=False, include_dashboard=False)
    try:
        count = min(workers or max(1, int(ray.cluster_resources().get("CPU", 1))), len(shards))
        node = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Supervisor)
        actors = (node.remote(options, output) for _ in range(count))
        with last_words("Error: Ray has ended this process; run the same command again to continue"):
            for done in _schedule(
                shards, actors, lambda actor, shard: actor.do.remote(shard), lambda running: ray.wait(running)[0][0]
            ):
                yield ray.get(done)
    except ray.exceptions.RayError as error:
        if isinstance(problem := getattr(error, "cause", None), BatchError):  # raised by a supervisor
            raise problem from error
        reason = str(error).strip().splitlines()[0]
        raise BatchError(f"Ray has stopped ({reason}); run the same command again to continue") from error
    finally:
        if started:
            ray.shutdown()


@contextmanager
def last_words(words: str) -> Iterator[None]:
    """Have these words printed to standard error if this process ends inside the block without any chance to do so."""
    watcher = start(f"sys.stdin.read() or sys.stderr.write({words + chr(10)!r})")
    try:
        yield
    finally:
        watcher.communicate(b"done")


def engine_named(name: str, workers: int | None = None, address: str | None = None) -> Engine:
    """The engine of this name."""
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    if name == "local":
        return partial(run_locally, workers=workers)
    return partial(run_on_ray, workers=workers, address=address)
