"""Keeps one worker running, replaces it when it dies, and finds the document that killed it.

A worker may die for reasons that have nothing to do with its document: somebody kills it, or the machine runs out of
memory. So a document has three tries before it is recorded as a crash. A document that exceeds its processor time,
which depends on nothing else, is recorded at once.
"""

import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure
from mindgist.batch.work import TOGETHER, Receipt
from mindgist.batch.worker import prepare, work_on
from mindgist.errors import BatchError
from mindgist.processes import FailedError, RefusedError, Worker, WorkerDiedError

_NOWHERE = -1  # the position between shards
_TRIES = 3
_CLOCK_FACTOR = 4  # a document may take this many times its processor time limit by the clock, on a busy machine
_CHECK_INTERVAL = 2.0  # seconds
_NO_LIMIT = 10**7  # seconds; documents have a time limit, shards have none
_START_LIMIT = 120  # seconds


class Supervisor:
    """Runs shards in its own worker process."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._worker = Worker(options.megabytes * 1_000_000)
        self._position = _NOWHERE  # the index of the document that the worker began last
        self._stopped = False

    def __call__(self, shard: Shard) -> Receipt:
        """Do a shard, whatever happens to the worker."""
        tries: Counter[int] = Counter()
        fatal: dict[int, Failure] = {}
        one_by_one = False
        while True:
            try:
                return self._attempt(shard, fatal, one_by_one)
            except WorkerDiedError as died:
                document = self._position
                if self._stopped:
                    raise BatchError("the run was stopped") from died
                tries[document] += 1
                too_slow = died.exit_code == -getattr(signal, "SIGPROF", 0)
                if document in (_NOWHERE, TOGETHER) or document in fatal:
                    one_by_one = one_by_one or document == TOGETHER
                    if tries[document] >= 2 * _TRIES:
                        raise BatchError(f"{shard.name}: every worker dies (exit code {died.exit_code})") from died
                elif too_slow:
                    limit = f"{self._options.seconds:g} s of processor time"
                    fatal[document] = Failure("too slow", f"the document takes more than {limit}")
                elif tries[document] == _TRIES:
                    fatal[document] = Failure("crash", f"the document ends its process every time ({_TRIES} tries)")
            except (RefusedError, FailedError) as error:
                raise BatchError(f"{shard.name} failed: {error}") from error

    def stop(self) -> None:
        """End the worker at once. Its shard stays undone, and no other is begun."""
        self._stopped = True
        self._worker.close()

    def _attempt(self, shard: Shard, fatal: dict[int, Failure], one_by_one: bool) -> Receipt:
        self._position = _NOWHERE
        if not self._worker.is_alive():
            self._worker.call(prepare, (self._options, self._output), _START_LIMIT)
        work = (self._options, self._output, shard, fatal, one_by_one)
        with self._watched():
            receipt: Receipt = self._worker.call(work_on, work, _NO_LIMIT, self._set_position)
        return receipt

    def _set_position(self, document: int) -> None:
        self._position = document

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """End a worker that waits: one that spends too much time by the clock on one document."""
        done = threading.Event()

        def check() -> None:
            last, unchanged = self._position, 0.0
            while not done.wait(_CHECK_INTERVAL):
                unchanged = unchanged + _CHECK_INTERVAL if self._position == last else 0.0
                last = self._position
                if unchanged > _CLOCK_FACTOR * self._options.seconds:
                    self._worker.stop()
                    return

        threading.Thread(target=check, daemon=True, name="mindgist-watch").start()
        try:
            yield
        finally:
            done.set()
