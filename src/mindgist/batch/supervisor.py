"""Keeps one worker at work, replaces it when it is lost, and finds out which document it was lost to.

A worker may be lost for no fault of a document: someone ends it, the machine runs out of memory. So a document is
given three tries before it is recorded as the one that kills its process; one that runs out of processor time, which
depends on nothing else, is recorded at once.
"""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure
from mindgist.batch.work import TOGETHER, Receipt
from mindgist.batch.worker import NOWHERE, Position, prepare, work_on
from mindgist.errors import BatchError
from mindgist.processes import FailedError, RefusedError, Worker, WorkerDiedError

_TRIES = 3
# Of a document's limit of processor time: what it may take by the clock, on a machine that does other things too.
_PATIENCE = 4
_LOOK_EVERY = 2.0  # seconds
_NEVER = 10**7  # seconds: how long a shard takes is nobody's limit, only how long a document does
_START = 120  # seconds


class Supervisor:
    """Has shards worked on by a process of its own."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._worker = Worker(options.megabytes * 1_000_000)
        self._position: Position | None = None
        self._path = ""
        self._stopped = False

    def __call__(self, shard: Shard) -> Receipt:
        """Have the shard done, whatever happens to the worker meanwhile."""
        tries: Counter[int] = Counter()
        fatal: dict[int, Failure] = {}
        apart = False
        while True:
            try:
                return self._attempt(shard, fatal, apart)
            except WorkerDiedError as died:
                document = self._position.get() if self._position else NOWHERE
                self._position = None
                if self._stopped:
                    raise BatchError("the run was stopped") from died
                tries[document] += 1
                too_slow = died.exit_code == -getattr(signal, "SIGPROF", 0)
                if document in (NOWHERE, TOGETHER) or document in fatal:
                    apart = apart or document == TOGETHER
                    if tries[document] >= 2 * _TRIES:
                        raise BatchError(f"{shard.name}: every worker is lost (exit code {died.exit_code})") from died
                elif too_slow or tries[document] == _TRIES:
                    fatal[document] = self._failure(too_slow)
            except (RefusedError, FailedError) as error:
                raise BatchError(f"{shard.name} cannot be done: {error}") from error

    def stop(self) -> None:
        """End the worker at once; a shard that it is at is not done, and none is begun."""
        self._stopped = True
        self._worker.close()

    def _attempt(self, shard: Shard, fatal: dict[int, Failure], apart: bool) -> Receipt:
        position, path = self._prepared()
        work = (self._options, self._output, path, shard, fatal, apart)
        with self._watched(position):
            receipt: Receipt = self._worker.call(work_on, work, _NEVER)
        return receipt

    def _prepared(self) -> tuple[Position, str]:
        """A worker that has loaded all it needs, and where it says what it is at."""
        if self._position is None or not self._worker.is_alive():
            self._position, self._path = Position.new()
            try:
                self._worker.call(prepare, (self._options, self._output, self._path), _START)
            finally:
                with suppress(OSError):
                    os.unlink(self._path)
        return self._position, self._path

    def _failure(self, too_slow: bool) -> Failure:
        if too_slow:
            return Failure("too slow", f"the document takes more than {self._options.seconds:g} s of processor time")
        return Failure("crash", f"the process that works on the document is lost every time ({_TRIES} tries)")

    @contextmanager
    def _watched(self, position: Position) -> Iterator[None]:
        """End a worker that is at one document for too long by the clock: it waits for something that never comes."""
        done = threading.Event()

        def look() -> None:
            last, unchanged = position.get(), 0.0
            while not done.wait(_LOOK_EVERY):
                now = position.get()
                unchanged = unchanged + _LOOK_EVERY if now == last else 0.0
                last = now
                if unchanged > _PATIENCE * self._options.seconds:
                    self._worker.stop()
                    return

        threading.Thread(target=look, daemon=True, name="mindgist-watch").start()
        try:
            yield
        finally:
            done.set()
