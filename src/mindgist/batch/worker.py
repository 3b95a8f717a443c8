"""What a batch's worker process does. It may be lost: to a document that kills it, or to whoever ends it.

A small mapped file tells which document the worker is at, even after it is gone, so that one that kills its process
is known.
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

_PLACE = struct.Struct("q")
NOWHERE = -1


class Position:
    """A number that one process writes and another reads."""

    def __init__(self, path: str) -> None:
        with Path(path).open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _PLACE.size)

    @classmethod
    def new(cls) -> tuple["Position", str]:
        """One that is nowhere yet, and the path that its writer finds it by."""
        file, path = tempfile.mkstemp(prefix="mindgist-position-")
        os.write(file, _PLACE.pack(NOWHERE))
        os.close(file)
        return cls(path), path

    def set(self, document: int) -> None:
        """Say which document comes next; ``NOWHERE`` between shards."""
        _PLACE.pack_into(self._map, 0, document)

    def get(self) -> int:
        """Which document was the last to be begun."""
        return int(_PLACE.unpack_from(self._map, 0)[0])


def prepare(options: "BatchOptions", output: str, position_path: str) -> None:
    """Load all that the work needs, so that nothing of it is counted as a document's."""
    _writer(position_path)
    with suppress(OSError):
        os.unlink(position_path)  # both have it open, so it goes when the last of them does
    _work(options, output)


def work_on(
    options: "BatchOptions", output: str, position_path: str, shard: "Shard", fatal: "Mapping[int, Failure]",
    apart: bool,
) -> "Receipt":  # fmt: skip
    """Have a shard done, telling where the work is, and ended if one document takes too long."""
    position = _writer(position_path)

    def at(document: int, documents: int) -> None:
        position.set(document)
        _limit_time(options.seconds * max(1, documents))

    try:
        return _work(options, output)(shard, fatal, at, apart)
    finally:
        _limit_time(0)
        position.set(NOWHERE)


@cache
def _writer(position_path: str) -> Position:
    return Position(position_path)


@cache
def _work(options: "BatchOptions", output: str) -> "ShardWork":
    # As many processes as cores are at work: a library's further threads would only stand in each other's way.
    for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM"):
        os.environ[f"{library}_NUM_THREADS"] = "1"
    from mindgist.batch.work import ShardWork

    work = ShardWork(options, output)
    keep_what_is_loaded()
    return work


def keep_what_is_loaded() -> None:
    """What is there stays, and is not looked through again and again for what can go; that is looked for less often."""
    gc.freeze()
    gc.set_threshold(20_000)


def _limit_time(seconds: float) -> None:
    """End the process when it has worked so long from now on; 0 for never. Time it waits does not count."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
