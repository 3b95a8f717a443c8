"""The worker process of a batch.

A worker may die: a document crashes it, or somebody kills it. A small memory-mapped file holds the index of the
document it is working on, which its supervisor can read after its death.
"""

import gc
import mmap
import os
import signal
import struct
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mindgist.batch.options import BatchOptions
    from mindgist.batch.plan import Shard
    from mindgist.batch.rows import Failure
    from mindgist.batch.work import Receipt, ShardWork

_NUMBER = struct.Struct("q")
NOWHERE = -1
"""The position between shards."""


class Position:
    """The index of the current document: a number that one process writes and another reads."""

    def __init__(self, path: str) -> None:
        with Path(path).open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _NUMBER.size)

    @classmethod
    def new(cls) -> tuple["Position", str]:
        """A new position and the path of its file, for the worker."""
        file, path = tempfile.mkstemp(prefix="mindgist-position-")
        os.write(file, _NUMBER.pack(NOWHERE))
        os.close(file)
        return cls(path), path

    def set(self, document: int) -> None:
        """Set the index of the document that is worked on next."""
        _NUMBER.pack_into(self._map, 0, document)

    def get(self) -> int:
        """The index of the document that was begun last."""
        return int(_NUMBER.unpack_from(self._map, 0)[0])


def prepare(options: "BatchOptions", output: str, position_path: str) -> None:
    """Load everything that the work needs, so that loading does not count against a document's time limit."""
    _writer(position_path)
    with suppress(OSError):
        os.unlink(position_path)  # it stays open in both processes until they end
    _work(options, output)


def work_on(
    options: "BatchOptions", output: str, position_path: str, shard: "Shard", fatal: "Mapping[int, Failure]",
    one_by_one: bool,
) -> "Receipt":  # fmt: skip
    """Do a shard; record the position, and end the process if one document takes too long."""
    position = _writer(position_path)

    def set_position(document: int, documents: int) -> None:
        position.set(document)
        _limit_time(options.seconds * max(1, documents))

    try:
        return _work(options, output)(shard, fatal, set_position, one_by_one)
    finally:
        _limit_time(0)
        position.set(NOWHERE)


@cache
def _writer(position_path: str) -> Position:
    return Position(position_path)


@cache
def _work(options: "BatchOptions", output: str) -> "ShardWork":
    # There is one process per core: further threads of a library would only compete with each other.
    for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM"):
        os.environ[f"{library}_NUM_THREADS"] = "1"
    from mindgist.batch.work import ShardWork

    work = ShardWork(options, output)
    freeze_loaded_objects()
    return work


def freeze_loaded_objects() -> None:
    """Exclude what is loaded from garbage collection, and collect less often."""
    gc.freeze()
    gc.set_threshold(20_000)


def _limit_time(seconds: float) -> None:
    """End the process after this much processor time from now on; 0 for never. Waiting does not count."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
