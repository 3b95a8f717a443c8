"""Shards on a Ray cluster.

Ray Data schedules the shards and repeats those of a lost node. Receipts, not Ray's checkpoints, record what is done:
the checkpoints lose rows when a run is killed. Each Ray worker supervises a process of ours, so that a document that
crashes its process does not crash Ray's.
"""

import os
import pickle
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from mindgist.batch.engines import Supervisor
from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.work import Receipt
from mindgist.errors import BatchError
from mindgist.processes import start


class RayEngine:
    """A running Ray cluster, or one that is started on this machine for this run."""

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
                # By default Ray runs its workers at low priority (niceness 15) and starts a dashboard.
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
                # On a cluster the pool grows from one actor: idle actors are released, so that the actor of a lost
                # node can start elsewhere (with a fixed pool, a run hangs after the loss of a node). On one machine
                # all actors start at once.
                compute=data.ActorPoolStrategy(min_size=1 if self._address else workers, max_size=workers),
                num_cpus=1,
            )
            with last_words("Error: Ray has ended this process; run the same command again to continue"):
                for row in rows.iter_rows():
                    if row["problem"]:
                        raise BatchError(row["problem"])
                    yield Receipt.from_json(row["receipt"])
        except ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[0]
            raise BatchError(f"Ray has stopped ({reason}); run the same command again to continue") from error
        finally:
            if started:
                ray.shutdown()


class _Node:
    """A Ray actor with its own supervised worker."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._supervisor = Supervisor(options, output)

    def __call__(self, row: dict[str, bytes]) -> dict[str, str]:
        try:
            return {"receipt": self._supervisor(pickle.loads(row["shard"])).to_json(), "problem": ""}
        except BatchError as error:  # an error of the run, not of the node: do not retry elsewhere
            return {"receipt": "", "problem": str(error)}


@contextmanager
def last_words(words: str) -> Iterator[None]:
    """Have these words printed to standard error if this process ends inside the block without any chance to do so."""
    watcher = start(f"sys.stdin.read() or sys.stderr.write({words + chr(10)!r})")
    assert watcher.stdin
    try:
        yield
    finally:
        with suppress(OSError):
            watcher.stdin.write(b"done")
            watcher.stdin.close()
        watcher.wait()
        assert watcher.stdout
        watcher.stdout.close()


def _libraries() -> tuple[Any, Any]:
    """Return ray and ray.data, untyped: their annotations differ from version to version."""
    try:
        import ray
        from ray import data
    except ImportError as error:
        raise BatchError("the engine 'ray' needs Ray; run: pip install 'mindgist[ray]'") from error
    return ray, data
