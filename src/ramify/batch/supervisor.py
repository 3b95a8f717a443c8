"""Keeps one worker at work, replaces it when it is lost, and finds out which document it was lost to.

A worker may be lost for no fault of a document: someone ends it, the machine runs out of memory. So a document is
given three tries before it is recorded as the one that kills its process; one that runs out of processor time, which
depends on nothing else, is recorded at once.
"""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from ramify.batch.options import BatchOptions
from ramify.batch.plan import Shard
from ramify.batch.rows import Failure
from ramify.batch.work import Receipt
from ramify.batch.worker import DONE, NOWHERE, READY, REFUSED, Position
from ramify.errors import BatchError

_CODE = "from ramify.batch.worker import main; main()"
_TRIES = 3
# Of a document's limit of processor time: what it may take by the clock, on a machine that does other things too.
_PATIENCE = 4
_LOOK_EVERY = 2.0  # seconds


class _LostError(Exception):
    """A worker that is gone; ``document`` is what it was at."""

    def __init__(self, document: int, code: int | None) -> None:
        self.document = document
        self.code = code


class Supervisor:
    """Works on shards by a process of its own."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._process: subprocess.Popen[bytes] | None = None
        self._position: Position | None = None
        self._stopped = False

    def __call__(self, shard: Shard) -> Receipt:
        """Have the shard done, whatever happens to the worker meanwhile."""
        tries: Counter[int] = Counter()
        fatal: dict[int, Failure] = {}
        while True:
            try:
                return self._attempt(shard, fatal)
            except _LostError as lost:
                if self._stopped:
                    raise BatchError("the run was stopped") from lost
                tries[lost.document] += 1
                too_slow = lost.code == -getattr(signal, "SIGPROF", 0)
                if lost.document == NOWHERE or lost.document in fatal:
                    if tries[lost.document] >= 2 * _TRIES:
                        raise BatchError(
                            f"{shard.name}: its worker is lost every time (exit code {lost.code})"
                        ) from lost
                elif too_slow or tries[lost.document] == _TRIES:
                    fatal[lost.document] = self._failure(too_slow)

    def stop(self) -> None:
        """End the worker at once; a shard that it is at is not done."""
        self._stopped = True
        self._end()

    def _failure(self, too_slow: bool) -> Failure:
        if too_slow:
            return Failure("too slow", f"the document takes more than {self._options.seconds:g} s of processor time")
        return Failure("crash", f"the process that works on the document is lost every time ({_TRIES} tries)")

    def _attempt(self, shard: Shard, fatal: dict[int, Failure]) -> Receipt:
        process = self._started()
        kind, content = self._exchange(process, (shard, fatal))
        if kind == DONE:
            receipt: Receipt = content
            return receipt
        raise BatchError(content if kind == REFUSED else f"{shard.name} cannot be done: {content}")

    def _exchange(self, process: subprocess.Popen[bytes], order: object) -> tuple[str, Any]:
        assert process.stdin
        assert process.stdout
        assert self._position
        watch = _Watch(process, self._position, _PATIENCE * self._options.seconds)
        try:
            pickle.dump(order, process.stdin)
            process.stdin.flush()
            answer: tuple[str, Any] = pickle.load(process.stdout)
            return answer
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            document = self._position.get()
            process.wait()
            self._end()
            raise _LostError(document, process.returncode) from error
        finally:
            watch.stop()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is None:
            return self._process
        self._end()
        file, path = tempfile.mkstemp(prefix="ramify-position-")
        os.close(file)
        self._position = Position(Path(path), new=True)
        # -P: nothing is imported from the folder that happens to be the current one.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _CODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        kind, content = self._exchange(self._process, (self._options, self._output, path))
        with suppress(OSError):
            os.unlink(path)
        if kind != READY:
            raise BatchError(content)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class _Watch:
    """Ends a process that is at one document for too long by the clock: it waits for something that never comes."""

    def __init__(self, process: subprocess.Popen[bytes], position: Position, seconds: float) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, args=(process, position, seconds), daemon=True)
        self._thread.start()

    def _look(self, process: subprocess.Popen[bytes], position: Position, seconds: float) -> None:
        last, unchanged = position.get(), 0.0
        while not self._ended.wait(_LOOK_EVERY):
            now = position.get()
            unchanged = unchanged + _LOOK_EVERY if now == last else 0.0
            last = now
            if unchanged > seconds:
                kill(process)
                return

    def stop(self) -> None:
        self._ended.set()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # no groups on this system, or it is gone
        with suppress(OSError):
            process.kill()
