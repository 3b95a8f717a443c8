"""The worker process of a batch.

A worker may die: a document crashes it, or somebody kills it. So it reports the index of each document before it works
on it.
"""

import gc
import signal
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from mindgist.processes import report

if TYPE_CHECKING:
    from mindgist.batch.options import BatchOptions
    from mindgist.batch.plan import Shard
    from mindgist.batch.rows import Failure
    from mindgist.batch.work import Receipt, ShardWork


def prepare(options: "BatchOptions", output: str) -> None:
    """Load everything that the work needs, so that loading does not count against a document's time limit."""
    _work(options, output)


def work_on(
    options: "BatchOptions", output: str, shard: "Shard", fatal: "Mapping[int, Failure]", one_by_one: bool
) -> "Receipt":
    """Do a shard; report the position, and end the process if one document takes too long."""

    def set_position(document: int, documents: int) -> None:
        report(document)
        _limit_time(options.seconds * max(1, documents))

    try:
        return _work(options, output)(shard, fatal, set_position, one_by_one)
    finally:
        _limit_time(0)


@cache
def _work(options: "BatchOptions", output: str) -> "ShardWork":
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
