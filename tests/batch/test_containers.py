import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from contextlib import closing
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as some

from batch.corpora import SameProcess, rows, write_lines
from mindgist.batch.options import BatchOptions, code_fingerprint
from mindgist.batch.plan import make_plan, sources_of
from mindgist.batch.work import DocumentReader
from mindgist.errors import FileError
from mindgist.options import MapOptions

OPTIONS = BatchOptions(MapOptions(graph="lead"), shard_documents=3)


@pytest.fixture(autouse=True, scope="module")
def same_process():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mindgist.batch.plan.Worker", SameProcess)
        patch.setattr("mindgist.batch.plan.code_fingerprint", cache(code_fingerprint))
        yield


def raws(*names, options=OPTIONS):
    """The documents of the shards of a plan, each read by a new reader."""
    sources, _ = sources_of([str(name) for name in names])
    shards = make_plan(sources, options).shards
    found = []
    for piece in (piece for shard in shards for piece in shard.pieces):
        with closing(DocumentReader(options)) as opened:
            found += opened.documents(piece.source, piece.first, piece.length, piece.offset)
    return found


def pack(kind, path, members):
    if kind == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content)
    else:
        mode = {".tar": "w", ".tar.gz": "w:gz", ".tgz": "w:gz", ".tar.xz": "w:xz"}[kind]
        with tarfile.open(path, mode) as archive:
            for name, content in members.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize(("ending", "opened"), [("", open), (".xz", lzma.open), (".gz", gzip.open), (".bz2", bz2.open)])
def test_json_lines_compressed_or_not(tmp_path, ending, opened):
    path = tmp_path / f"reports.jsonl{ending}"
    with opened(path, "wb") as file:
        file.write(b"".join(json.dumps(row).encode() + b"\n" for row in rows(10)))
    found = raws(path)
    assert [(raw.id, raw.content) for raw in found] == [(row["id"], row["text"]) for row in rows(10)]
    assert found[7].source == f"{path}:8"


@given(lines=some.lists(some.sampled_from(["", " ", '{"id": 1, "text": "Rain."}', '{"text": "Sun."}']), max_size=30))
def test_each_line_is_read_once_and_blank_lines_are_skipped(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("lines") / "a.jsonl"
    path.write_text("\n".join(lines))
    expected = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if "".join(lines):
        assert [(raw.source, raw.content) for raw in raws(path)] == [
            (f"{path}:{number}", json.loads(line)["text"]) for number, line in expected
        ]


def test_bad_lines_are_reported_one_by_one(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": "x"}\n[1]\n{nonsense\n\xff\xfe\n{"id": "good", "text": "Rain."}\n{"id": 7, "text": 8}\n')
    found = raws(path)
    assert [bool(raw.problem) for raw in found] == [True, True, True, True, False, True]
    assert found[0].id == "x"
    assert found[2].id == f"{path}:3"
    assert "not JSON" in found[2].problem
    assert found[5].problem == "the row has no text in 'text'"


def test_a_line_over_the_size_limit_is_reported_and_the_next_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("mindgist.batch.containers.MAX_BYTES", 100)
    path = tmp_path / "a.jsonl"
    path.write_text(
        json.dumps({"id": "long", "text": "x" * 350}) + "\n" + json.dumps({"id": "b", "text": "Rain."}) + "\n"
    )
    long, short = raws(path)
    assert "larger than" in long.problem
    assert short.content == "Rain."


@pytest.mark.parametrize("kind", [".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz"])
def test_archives(tmp_path, kind):
    members = {f"deep/report {number}.txt": f"Report {number}.".encode() for number in range(8)}
    path = pack(kind, tmp_path / f"reports{kind}", members | {"picture.png": b"\x89PNG", ".hidden/a.txt": b"no"})
    found = raws(path)
    assert [(raw.id, raw.content) for raw in found] == list(members.items())
    assert found[0].source == f"{path}!deep/report 0.txt"
    assert found[0].ending == ".txt"


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet

    path = tmp_path / "reports.parquet"
    columns = {"name": list(range(10)), "body": [f"Text {number}." for number in range(9)] + [None]}
    parquet.write_table(pyarrow.table(columns), path, row_group_size=4)
    found = raws(path, options=BatchOptions(id_field="name", text_field="body", shard_documents=3))
    assert [(raw.id, raw.content) for raw in found[:9]] == [(str(n), f"Text {n}.") for n in range(9)]
    assert found[9].problem == "the row has no text in 'body'"
    (wrong,) = raws(path)
    assert "no column 'text'; it has: name, body" in wrong.problem


def test_folders_patterns_and_files(tmp_path):
    for name in ("b.txt", "a.md", "deep/c.html", "deep/d.png", ".git/e.txt", "deep/f"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Rain.")
    found, skipped = sources_of([str(tmp_path)])
    assert [source.name for source in found] == ["a.md", "b.txt", "deep/c.html", "deep/f"]
    assert skipped == {".png": 1}
    matched, _ = sources_of([str(tmp_path / "**/*.png"), str(tmp_path / "deep"), str(tmp_path / "deep/d.png")])
    assert [source.name for source in matched] == ["d.png", "c.html", "f"]
    with pytest.raises(FileError, match="there is nothing at"):
        sources_of([str(tmp_path / "missing")])


def test_a_story_is_read_without_its_highlights(tmp_path):
    (tmp_path / "a.story").write_text("(CNN) The sea\nrises.\n\nWalls cost money.\n\n@highlight\n\nSea level up")
    assert raws(tmp_path)[0].content == "(CNN) The sea rises.\n\nWalls cost money."


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.jsonl.xz", "a.parquet"])
def test_a_damaged_container_is_one_document_with_an_error(tmp_path, name):
    (tmp_path / name).write_bytes(b"this is nothing of the kind")
    write_lines(tmp_path / "b.jsonl", rows(2))
    broken, *others = raws(tmp_path)
    assert broken.source.endswith(name)
    assert broken.problem.startswith(f"cannot read {tmp_path / name}")
    assert [raw.id for raw in others] == ["report-0", "report-1"]


def test_a_truncated_file_gives_its_documents_and_an_error(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows(2_000)))[:-2_000])
    found = raws(path, options=BatchOptions(OPTIONS.map, shard_documents=200))
    assert [raw.problem is None for raw in found] == [True] * (len(found) - 1) + [False]
    assert 100 < len(found) < 2_000


def test_a_compressed_file_stays_open_between_shards(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl.xz"
    with lzma.open(path, "wb") as file:
        file.write(b"".join(json.dumps(row).encode() + b"\n" for row in rows(20)))
    (source,), _ = sources_of([str(path)])
    opened = []
    monkeypatch.setattr("mindgist.batch.containers.open_place", lambda place: opened.append(place) or path.open("rb"))
    with closing(DocumentReader(OPTIONS)) as reader:
        for first in (0, 5, 15, 2):
            found = list(reader.documents(source, first, 3, 0))
            assert [raw.id for raw in found] == [f"report-{number}" for number in range(first, first + 3)]
    assert len(opened) == 2  # once at first, once to go back
