"""A process that works on shards, and may be lost: to a document that kills it, or to whoever ends it.

Shards come in by standard input and receipts go out by standard output, as pickles between two processes of ours. A
small mapped file tells which document the worker is at, so that one that kills its process is known.
"""

import mmap
import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from ramify.batch.options import BatchOptions

_PLACE = struct.Struct("q")
NOWHERE = -1

READY, DONE, REFUSED, FAULT = "ready", "done", "refused", "fault"


class Position:
    """A number that one process writes and another reads, even after the writer is gone."""

    def __init__(self, path: Path, *, new: bool) -> None:
        if new:
            path.write_bytes(_PLACE.pack(NOWHERE))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _PLACE.size)

    def set(self, document: int) -> None:
        """Say which document comes next."""
        _PLACE.pack_into(self._map, 0, document)

    def get(self) -> int:
        """Which document was the last to be begun; ``NOWHERE`` between shards."""
        return int(_PLACE.unpack_from(self._map, 0)[0])


def main() -> None:
    """A worker's life."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints goes where errors go, not between our answers
    orders = sys.stdin.buffer
    options, output, position_path = pickle.load(orders)
    parent = os.getppid()
    position = Position(Path(position_path), new=False)
    with suppress(OSError):
        os.unlink(position_path)  # both have it open, so it goes when the last of them does
    _hold_to_one_thread()
    _limit_memory(options)
    from ramify.batch.work import ShardWork
    from ramify.errors import RamifyError

    def at(document: int) -> None:
        position.set(document)
        _limit_time(options.seconds)
        if os.getppid() != parent:  # nobody is left to work for
            os._exit(1)

    try:
        work = ShardWork(options, output)
    except RamifyError as error:
        _answer(answers, REFUSED, str(error))
        return
    _answer(answers, READY, None)
    while True:
        try:
            shard, fatal = pickle.load(orders)
        except EOFError:
            return
        try:
            found: tuple[str, Any] = DONE, work(shard, fatal, at)
        except RamifyError as error:
            found = REFUSED, str(error)
        except Exception as error:
            import traceback

            traceback.print_exc()
            found = FAULT, f"{type(error).__name__}: {error}"
        _limit_time(0)
        position.set(NOWHERE)
        _answer(answers, *found)


def _answer(answers: BinaryIO, kind: str, content: object) -> None:
    pickle.dump((kind, content), answers)
    answers.flush()


def _hold_to_one_thread() -> None:
    """As many processes as cores are at work: a library's further threads would only stand in each other's way."""
    for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM"):
        os.environ[f"{library}_NUM_THREADS"] = "1"


def _limit_time(seconds: float) -> None:
    """End the process when it has worked so long from now on; 0 for never. Time it waits does not count."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory(options: "BatchOptions") -> None:
    with suppress(ImportError):
        import resource

        most = options.megabytes * 1_000_000
        for kind, value in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_CORE, 0)):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
