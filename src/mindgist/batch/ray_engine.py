"""Shards on the machines of a Ray cluster.

Ray Data schedules: which shard, on which node, once more where a node is lost. What is done, and that it is done
once, is kept by the shards' own files and receipts, for Ray's checkpoints lose rows when a run is killed. A worker of
Ray's looks after a process of ours, as a thread of the local engine does, so that a document that kills its process
costs that process and nothing of Ray's.
"""

import os
import pickle
from collections.abc import Generator, Sequence
from typing import Any

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.supervisor import Supervisor
from mindgist.batch.work import Receipt
from mindgist.errors import BatchError


class RayEngine:
    """A Ray cluster: a running one at an address, or one that is started here and ends with the run."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self._workers = workers
        self._address = address

    def __call__(self, shards: Sequence[Shard], options: BatchOptions, output: str) -> Generator[Receipt, None, None]:
        ray, data = _libraries()
        started = not ray.is_initialized()
        if started:
            # Without an address Ray would join whatever cluster runs on this machine.
            if self._address:
                ray.init(address=self._address, log_to_driver=False)
            else:
                # Ray would have its workers stand back behind everything else on the machine (a niceness of 15), and
                # start a page that nobody looks at.
                os.environ.setdefault("RAY_worker_niceness", "0")
                ray.init(address="local", num_cpus=self._workers, log_to_driver=False, include_dashboard=False)
        try:
            workers = min(self._workers or max(1, int(ray.cluster_resources().get("CPU", 1))), len(shards))
            data.DataContext.get_current().enable_progress_bars = False
            rows = data.from_items(
                [{"shard": pickle.dumps(shard)} for shard in shards], override_num_blocks=len(shards)
            ).map(
                _Node,
                fn_constructor_args=(options, output),
                # On many machines from one actor up: idle ones are given back, so that one whose node was lost finds a
                # place elsewhere (where all are started at once, a run does not end after the loss of a node). On
                # this machine alone no node is lost without the run, and the second actor need not wait for the first.
                compute=data.ActorPoolStrategy(min_size=1 if self._address else workers, max_size=workers),
                num_cpus=1,
            )
            for row in rows.iter_rows():
                if row["problem"]:
                    raise BatchError(row["problem"])
                yield Receipt.from_json(row["receipt"])
        finally:
            if started:
                ray.shutdown()


class _Node:
    """An actor of Ray's with a supervised worker of its own."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._supervisor = Supervisor(options, output)

    def __call__(self, row: dict[str, bytes]) -> dict[str, str]:
        try:
            return {"receipt": self._supervisor(pickle.loads(row["shard"])).to_json(), "problem": ""}
        except BatchError as error:  # of the run, not of the node: to try it elsewhere would not help
            return {"receipt": "", "problem": str(error)}


def _libraries() -> tuple[Any, Any]:
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise BatchError("the engine 'ray' needs Ray; install it with: pip install 'mindgist[ray]'") from error
    return ray, ray.data
