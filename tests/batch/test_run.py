import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import replace

import pytest

import mindgist
from batch.corpora import read_output, rows, same_process, text, tree_of, write_lines
from mindgist.batch import BatchOptions, run
from mindgist.batch.engines import Supervisor, run_locally
from mindgist.batch.plan import Shard
from mindgist.document import read_text
from mindgist.errors import BatchError, FileError, UnknownNameError
from mindgist.export import FORMATS
from mindgist.export.json import from_json
from mindgist.options import MapOptions
from mindgist.tables import added_rows

LEAD = MapOptions(graph="lead")
OPTIONS = BatchOptions(LEAD, shard_documents=4, seconds=5.0)

# A graph source of another package, which does to its process what hostile documents may do.
SABOTAGE = """
import os, signal, time
from mindgist.graph.baselines import lead_graph
from mindgist.systems import GraphSource

def relate(document):
    if "KILLS" in document.text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "SPINS" in document.text:
        while True:
            pass
    if "GROWS" in document.text:
        bytearray(4_000_000_000)
    if "FAULT" in document.text:
        raise KeyError(object())
    if "SLOW" in document.text:
        time.sleep(0.1)
    return lead_graph(document)

row = GraphSource("sabotage", "harm, by the words in a text", "sabotage:relate")
"""


@pytest.fixture
def sabotaged(tmp_path, monkeypatch):
    """An installed graph source with which certain words in a text do harm."""
    about = tmp_path / "sabotage" / "sabotage-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sabotage\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[mindgist.graphs]\nsabotage = sabotage:row\n")
    (about.parent / "sabotage.py").write_text(SABOTAGE)
    monkeypatch.syspath_prepend(str(about.parent))
    monkeypatch.setenv("PYTHONPATH", str(about.parent), prepend=os.pathsep)
    added_rows.cache_clear()
    yield
    added_rows.cache_clear()


@pytest.fixture
def corpus(tmp_path):
    return write_lines(tmp_path / "reports.jsonl", rows(22))


@pytest.fixture
def whole(corpus, tmp_path):
    """The output of an uninterrupted run."""
    run([corpus], tmp_path / "whole", OPTIONS, workers=1)
    return tree_of(tmp_path / "whole")


def test_one_row_per_document(corpus, tmp_path):
    summary = run([corpus], tmp_path / "out", OPTIONS, workers=2)
    found = read_output(tmp_path / "out")
    assert [row["id"] for row in found] == [f"report-{number}" for number in range(22)]
    assert (summary.documents, summary.failed, summary.shards) == (22, 0, 6)
    assert sum(row["figures"]["sentences"] for row in found) == summary.sentences
    row = found[5]
    assert row["source"] == f"{corpus}:6"
    expected = mindgist.map(text(5), graph="lead")
    mapped = from_json(json.dumps(row["map"]).encode())
    assert [node.text for node in mapped.nodes] == [node.text for node in expected.nodes]
    assert row["figures"] == {"sentences": len(read_text(text(5))), "nodes": len(mapped)}


def test_the_output_does_not_depend_on_the_number_of_workers(corpus, whole, tmp_path):
    run([corpus], tmp_path / "out", OPTIONS, workers=3)
    assert tree_of(tmp_path / "out") == whole


def test_a_second_run_has_nothing_to_do(corpus, whole, tmp_path):
    def engine(*_):
        raise AssertionError("nothing is left to do")

    summary = run([corpus], tmp_path / "whole", OPTIONS, engine=engine)
    assert (summary.documents, summary.shards_done_before) == (22, 6)
    assert tree_of(tmp_path / "whole") == whole


def test_lost_shards_are_made_again(corpus, whole, tmp_path):
    out = tmp_path / "whole"
    (out / "shard-000002.jsonl").write_bytes(b"half a sha")
    (out / "receipts" / "000003.json").write_text("{")
    (out / "shard-000004.jsonl").unlink()
    (out / "manifest.json").unlink()
    (out / ".1-0123abcd.part").write_text("what a killed run was writing")
    summary = run([corpus], out, OPTIONS, workers=1)
    assert summary.shards_done_before == 3
    assert tree_of(out) == whole


@pytest.mark.parametrize("ending", ["jsonl", "svg", "parquet"])
def test_damaged_outputs_are_made_again(corpus, tmp_path, ending):
    """Emptied, deleted, or changed without a change of size."""
    out, options = tmp_path / "out", replace(OPTIONS, format=ending)
    run([corpus], out, options, engine=same_process)
    whole = tree_of(out)
    maps = sorted(name for name in whole if name.endswith(ending))
    (out / maps[1]).write_bytes(b"")
    (out / maps[-2]).unlink()
    (out / maps[-1]).write_bytes(whole[maps[-1]][:-9] + b"corrupted"[: len(whole[maps[-1]])])
    summary = run([corpus], out, options, engine=same_process)
    assert summary.shards - 3 <= summary.shards_done_before < summary.shards
    assert tree_of(out) == whole
    assert run([corpus], out, options, workers=1).shards_done_before == summary.shards


@pytest.mark.parametrize(
    "name", ["shard-000000.jsonl", "manifest.json", "plan.json", "receipts/000000.json", "notes.txt", ".hidden"]
)
def test_a_folder_with_files_of_others_is_refused(corpus, tmp_path, name):
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_bytes(corpus.read_bytes())
    before = tree_of(out)
    for inputs in ([corpus], [out / name, corpus]):
        with pytest.raises(BatchError, match=r"holds files that no batch wrote|the plan of the batch is damaged"):
            run(inputs, out, OPTIONS)
    assert tree_of(out) == before


def test_an_output_in_the_input_folder_is_no_input(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    write_lines(folder / "shard-000000.jsonl", rows(5))
    for _ in range(2):
        assert run([folder], folder / "maps", OPTIONS, workers=1).documents == 5
    assert len((folder / "shard-000000.jsonl").read_text().splitlines()) == 5


def test_only_temporary_files_of_a_batch_are_removed(corpus, tmp_path):
    out = tmp_path / "out"
    run([corpus], out, OPTIONS, workers=1)
    (out / ".x.part").write_text("a download")
    (out / f".{os.getpid()}-0123abcd.part").write_text("what a killed run was writing")
    run([corpus], out, OPTIONS, workers=1)
    assert (out / ".x.part").read_text() == "a download"
    assert not (out / f".{os.getpid()}-0123abcd.part").exists()


@pytest.mark.usefixtures("whole")
def test_changed_inputs_and_options_are_refused(corpus, tmp_path):
    with pytest.raises(BatchError, match=r"nodes \(None then, 5 now\)"):
        run(
            [corpus],
            tmp_path / "whole",
            BatchOptions(MapOptions(graph="lead", nodes=5), shard_documents=4, seconds=5.0),
        )
    write_lines(corpus, rows(21))
    with pytest.raises(BatchError, match=r"the inputs \(1 changed, such as .*reports.jsonl"):
        run([corpus], tmp_path / "whole", OPTIONS)


def test_inputs_that_change_while_a_batch_runs_are_reported(corpus, tmp_path):
    def engine(shards, options, output):
        write_lines(corpus, rows(23))
        yield from run_locally(shards, options, output, 1)

    with pytest.raises(BatchError, match="inputs changed while the batch ran"):
        run([corpus], tmp_path / "out", OPTIONS, engine=engine)
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_nothing_to_read_is_reported(tmp_path):
    (tmp_path / "a.png").write_bytes(b"x")
    with pytest.raises(BatchError, match="no documents"):
        run([tmp_path], tmp_path / "out")
    with pytest.raises(UnknownNameError, match="engine"):
        run([write_lines(tmp_path / "a.jsonl", rows(1))], tmp_path / "out", engine="steam")


@pytest.mark.usefixtures("sabotaged")
def test_harmful_documents_become_error_rows_and_the_rest_goes_on(tmp_path):
    harms = {3: "KILLS", 4: "SPINS", 9: "GROWS", 10: "FAULT", 11: "KILLS"}
    content = [row | {"text": f"{row['text']} {harms.get(number, '')}"} for number, row in enumerate(rows(14))]
    corpus = write_lines(tmp_path / "reports.jsonl", content)
    options = BatchOptions(MapOptions(graph="sabotage"), shard_documents=5, seconds=3.0)
    summary = run([corpus], tmp_path / "out", options, workers=2)
    found = read_output(tmp_path / "out")
    kinds = {number: row["error"]["kind"] for number, row in enumerate(found) if "error" in row}
    assert kinds == {3: "crash", 4: "too slow", 9: "too large", 10: "fault", 11: "crash"}
    assert summary.errors == {"crash": 2, "too slow": 1, "too large": 1, "fault": 1}
    assert "0x…" in found[10]["error"]["message"]  # no memory address, which would differ from run to run
    run([corpus], tmp_path / "again", options, workers=1)
    assert tree_of(tmp_path / "again") == tree_of(tmp_path / "out")


def test_mixed_documents_and_their_errors(tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "a.md").write_text("# Rain\n\nIt rains. It pours.\n")
    (folder / "b.html").write_text("<html><body><p>The sea rises. Walls cost money.</p></body></html>")
    (folder / "c.txt").write_text("  \n")
    (folder / "d.pdf").write_bytes(b"%PDF-1.4 nothing else")
    with zipfile.ZipFile(folder / "e.zip", "w") as archive:
        archive.writestr("inside.txt", "Snow falls. It melts.")
    summary = run([folder], tmp_path / "out", OPTIONS, workers=1)
    found = {row["id"]: row for row in read_output(tmp_path / "out")}
    assert list(found) == ["a.md", "b.html", "c.txt", "d.pdf", "inside.txt"]
    assert found["a.md"]["map"]["title"] == "Rain"
    assert "blank" in found["c.txt"]["error"]["message"]
    assert summary.errors == {"unreadable": 2}


@pytest.mark.parametrize("ending", sorted(FORMATS))
def test_one_file_per_document_in_every_format(tmp_path, ending):
    corpus = write_lines(
        tmp_path / "a.jsonl", [*rows(3), {"id": "Report-1", "text": text(7)}, {"id": "../x", "text": ""}]
    )
    options = BatchOptions(LEAD, format=ending.removeprefix("."), shard_documents=10)
    run([corpus], tmp_path / "out", options, engine=same_process)
    names = sorted(file.name for file in (tmp_path / "out" / "shard-000000").iterdir())
    assert names == sorted(f"{name}{ending}" for name in ("report-0", "report-1", "report-2", "Report-1-2"))
    index = read_output(tmp_path / "out")
    assert index[3]["file"] == f"shard-000000/Report-1-2{ending}"
    assert index[4]["error"]["kind"] == "unreadable"


def test_parquet_holds_the_same_rows(corpus, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'parquet' is not installed")
    content = [*rows(5), {"id": "blank", "text": " "}]
    write_lines(corpus, content)
    options = BatchOptions(LEAD, shard_documents=4)
    run([corpus], tmp_path / "lines", options, engine=same_process)
    run([corpus], tmp_path / "table", replace(options, format="parquet"), engine=same_process)
    files = sorted((tmp_path / "table").glob("*.parquet"))
    table = [row for file in files for row in parquet.read_table(file).to_pylist()]
    lines = read_output(tmp_path / "lines")
    assert [json.loads(row["map"]) if row["map"] else None for row in table] == [row.get("map") for row in lines]
    assert table[5]["error_kind"] == "unreadable"


def test_a_run_continues_after_a_full_disk(corpus, whole, tmp_path):
    """A limit on file sizes stands for a full disk; the second run has none."""
    code = (
        "import resource, sys; from mindgist.batch import BatchOptions, run; "
        "from mindgist.options import MapOptions\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))\n"
        f"run([{str(corpus)!r}], {str(tmp_path / 'out')!r}, {OPTIONS!r}, workers=1)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "cannot write" in ended.stderr
    assert not list((tmp_path / "out").glob("**/*.part"))
    run([corpus], tmp_path / "out", OPTIONS, workers=1)
    assert tree_of(tmp_path / "out") == whole


def test_a_folder_that_cannot_be_created(corpus, tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(FileError, match="cannot create the folder"):
        run([corpus], tmp_path / "out")


def start(corpus, out):
    # A suite that runs in the background ignores Ctrl-C, and so do its children.
    handler = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{handler}; from mindgist.shell.cli import main; main()"
    options = ["--graph", "sabotage", "--shard-documents", "4", "--seconds", "5", "--workers", "2"]
    command = [sys.executable, "-c", code, "batch", str(corpus), "-o", str(out), *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def workers_of(process):
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.01)


@pytest.mark.skipif(shutil.which("pgrep") is None, reason="pgrep is not installed")
@pytest.mark.usefixtures("sabotaged")
def test_killing_the_parent_or_workers_loses_nothing(tmp_path):
    corpus = write_lines(tmp_path / "slow.jsonl", [row | {"text": f"{row['text']} SLOW."} for row in rows(24)])
    run([corpus], tmp_path / "whole", replace(OPTIONS, map=MapOptions(graph="sabotage")), workers=2)
    out = tmp_path / "out"

    process = start(corpus, out)
    wait_for(lambda: list(out.glob("shard-*.jsonl")))
    orphans = workers_of(process)
    assert len(orphans) == 2
    process.kill()
    process.communicate()
    wait_for(lambda: not any(_is_alive(pid) for pid in orphans))  # a worker ends with its parent
    done = len(list((out / "receipts").iterdir()))
    assert 0 < done < 6
    assert not (out / "manifest.json").exists()

    process = start(corpus, out)
    wait_for(lambda: len(workers_of(process)) == 2)
    os.kill(workers_of(process)[0], signal.SIGKILL)
    _, errors = process.communicate()
    assert process.returncode == 0
    assert "24 maps of 24 documents" in errors
    assert tree_of(out) == tree_of(tmp_path / "whole")


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@pytest.mark.usefixtures("sabotaged")
def test_one_run_at_a_time(tmp_path):
    corpus = write_lines(tmp_path / "slow.jsonl", [row | {"text": f"{row['text']} SLOW."} for row in rows(1_000)])
    process = start(corpus, tmp_path / "out")
    wait_for((tmp_path / "out" / "plan.json").exists)
    with pytest.raises(BatchError, match="another batch is running"):
        run([corpus], tmp_path / "out", OPTIONS)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "run the same command again" in errors


@pytest.mark.usefixtures("sabotaged")
def test_a_terminated_run_says_how_to_continue_and_no_more(tmp_path):
    corpus = write_lines(tmp_path / "slow.jsonl", [row | {"text": f"{row['text']} SLOW."} for row in rows(1_000)])
    process = start(corpus, tmp_path / "out")
    wait_for(lambda: any((tmp_path / "out" / "receipts").glob("*.json")))
    process.terminate()
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "run the same command again" in errors
    assert "Traceback" not in errors


def test_a_process_that_is_ended_from_outside_leaves_a_line():
    """As Ray ends a process whose only node is lost."""
    words = "run the same command again"
    program = f"import os\nfrom mindgist.batch.engines import last_words\nwith last_words({words!r}):\n    "
    for end, said in (("os._exit(1)", f"{words}\n"), ("pass", "")):
        done = subprocess.run([sys.executable, "-c", program + end], capture_output=True, text=True, check=False)
        wait_for(lambda done=done, said=said: done.stderr == said)


def test_a_supervisor_that_is_stopped_before_its_worker_starts_does_nothing(tmp_path):
    supervisor = Supervisor(OPTIONS, str(tmp_path / "out"))
    supervisor.stop()
    with pytest.raises(BatchError, match="the run was stopped"):
        supervisor.do(Shard(0, ()))
    assert not (tmp_path / "out").exists()


def test_fsspec_stores(corpus, whole, tmp_path):
    fsspec = pytest.importorskip("fsspec", reason="the extra 'ray', which brings fsspec, is not installed")
    with fsspec.open("memory://reports/a.jsonl", "wb") as file:
        file.write(corpus.read_bytes())

    run(["memory://reports"], "memory://maps", OPTIONS, engine=same_process)  # a store in memory belongs to a process
    store = fsspec.filesystem("memory")
    lines = b"".join(store.cat(name) for name in sorted(store.glob("/maps/shard-*.jsonl")))
    found = [json.loads(line) for line in lines.splitlines()]
    expected = read_output(tmp_path / "whole")
    assert [row["map"] for row in found] == [row["map"] for row in expected]
    assert found[0]["source"] == "memory:///reports/a.jsonl:1"
    assert run(["memory://reports"], "memory://maps", OPTIONS, engine=same_process).shards_done_before == 6
