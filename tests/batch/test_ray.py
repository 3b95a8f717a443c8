"""The Ray engine on a cluster of several nodes, which are processes of this machine. Slow, because Ray is."""

import os
import signal

import pytest

from batch.corpora import rows, tree_of, write_lines
from mindgist.batch import BatchOptions, run
from mindgist.errors import BatchError
from mindgist.options import MapOptions

if os.environ.get("MINDGIST_REQUIRE_RAY"):
    import ray  # noqa: F401
else:
    pytest.importorskip("ray", reason="the extra 'ray' is not installed (MINDGIST_REQUIRE_RAY=1 forbids the skip)")

# Ray leaves files open and uses deprecated functions.
pytestmark = pytest.mark.filterwarnings("ignore")

OPTIONS = BatchOptions(MapOptions(graph="lead"), shard_documents=5)


MOST_SECONDS = 300


@pytest.fixture(autouse=True)
def limited():
    """A time limit: Ray may wait forever."""

    def late(*_):
        raise TimeoutError(f"Ray took more than {MOST_SECONDS} s")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST_SECONDS)
    yield
    signal.alarm(0)


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield found
    found.shutdown()


def test_a_killed_node_loses_nothing_and_the_output_is_the_same_as_locally(tmp_path, cluster):
    corpus = write_lines(tmp_path / "reports.jsonl", rows(100))
    run([corpus], tmp_path / "local", OPTIONS, workers=1)
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    seen = []

    def progress(done, total, before):
        seen.append(done)
        if len(seen) == 3:
            cluster.remove_node(nodes[0], allow_graceful=False)

    run([corpus], tmp_path / "ray", OPTIONS, engine="ray", workers=2, address=cluster.address, progress=progress)
    assert seen[-1] == 100
    assert tree_of(tmp_path / "ray") == tree_of(tmp_path / "local")


def test_a_write_error_ends_the_run(tmp_path, cluster):
    corpus = write_lines(tmp_path / "reports.jsonl", rows(10))
    cluster.add_node(num_cpus=1)
    run([corpus], tmp_path / "out", OPTIONS)
    shard = tmp_path / "out" / "shard-000000.jsonl"
    shard.unlink()
    shard.mkdir()
    with pytest.raises(BatchError, match="shard-000000 failed: cannot write"):
        run([corpus], tmp_path / "out", OPTIONS, engine="ray", workers=1, address=cluster.address)
