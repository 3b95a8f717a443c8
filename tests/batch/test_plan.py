import os
import shutil
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import mindgist
from batch.corpora import SameProcess, rows, write_lines
from mindgist.batch.options import BatchOptions, code_fingerprint
from mindgist.batch.plan import Plan, make_plan, sources_of
from mindgist.errors import BatchError, OptionError, UnknownNameError
from mindgist.options import MapOptions


@pytest.fixture(autouse=True, scope="module")
def same_process():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mindgist.batch.plan.Worker", SameProcess)
        patch.setattr("mindgist.batch.plan.code_fingerprint", cache(code_fingerprint))
        yield


@given(
    lengths=some.lists(some.lists(some.integers(0, 300), max_size=12), min_size=1, max_size=4),
    documents=some.integers(1, 5),
    size=some.integers(1, 600),
)
def test_shards_hold_every_document_once_and_in_order(tmp_path_factory, lengths, documents, size):
    folder = tmp_path_factory.mktemp("plan")
    for number, file in enumerate(lengths):
        write_lines(folder / f"{number}.jsonl", [{"id": str(n), "text": "x" * length} for n, length in enumerate(file)])
    options = BatchOptions(shard_documents=documents, shard_bytes=size)
    sources, _ = sources_of([str(folder)])
    plan = make_plan(sources, options)
    found = [
        (piece.source.name, piece.first + step)
        for shard in plan.shards
        for piece in shard.pieces
        for step in range(piece.length)
    ]
    assert found == [(f"{number}.jsonl", n) for number, file in enumerate(lengths) for n in range(len(file))]
    assert all(1 <= len(shard) <= documents for shard in plan.shards)
    assert [shard.number for shard in plan.shards] == list(range(len(plan.shards)))
    assert Plan.from_json(plan.to_json().encode()) == plan


@pytest.fixture
def plan(tmp_path):
    write_lines(tmp_path / "a.jsonl", rows(5))
    write_lines(tmp_path / "b.jsonl", rows(5))
    return make_plan(sources_of([str(tmp_path)])[0], BatchOptions())


def test_differences_are_named(plan):
    other = replace(
        plan, version="9", model="other", options=BatchOptions(MapOptions(nodes=5, seed=2)), inputs=plan.inputs[:1]
    )
    differences = "; ".join(plan.differences(other))
    for words in ("mindgist's version", "the model", "nodes (None then, 5 now)", "seed (0 then, 2 now)", "1 gone"):
        assert words in differences
    assert plan.differences(plan) == []
    assert plan.differences(replace(plan, inputs=plan.inputs[::-1])) == ["the order of the inputs"]
    assert plan.fingerprint != other.fingerprint


def test_all_that_changes_a_row_is_in_the_plan(plan, tmp_path, monkeypatch):
    package = tmp_path / "package"
    shutil.copytree(Path(mindgist.__file__).parent, package, ignore=shutil.ignore_patterns("*.pyc", "viewer"))
    monkeypatch.setattr(mindgist, "__file__", str(package / "__init__.py"))
    before = code_fingerprint()
    assert before == code_fingerprint() != plan.code
    for file in ("labels/gists.py", "languages/de.toml", "models/tags/words.txt"):
        content = (package / file).read_bytes()
        (package / file).write_bytes(content + b"\n")
        assert code_fingerprint() != before, file
        (package / file).write_bytes(content)
    assert code_fingerprint() == before
    for library in ("nupunkt", "rapidocr"):  # of the core, and of an extra that reads pages
        with monkeypatch.context() as patch:
            patch.setattr(
                "mindgist.batch.options.version", lambda name, own=library: "9" if name == own else version(name)
            )
            assert code_fingerprint() != before, library
    assert "the code of mindgist or its libraries" in plan.differences(replace(plan, code=before))[0]


def test_a_touched_file_is_unchanged_and_an_edited_one_is_not(plan, tmp_path):
    path = tmp_path / "a.jsonl"
    os.utime(path, (1, 1))
    sources, _ = sources_of([str(tmp_path)])
    assert make_plan(sources, plan.options, plan) is plan
    content = path.read_text()
    path.write_text(content.replace("report", "roport", 1))
    assert plan.differences(make_plan(sources, plan.options, plan)) == [f"the inputs (1 changed, such as {path})"]


def test_a_damaged_plan_is_an_error():
    with pytest.raises(BatchError, match="damaged"):
        Plan.from_json(b'{"inputs": []}')


def test_a_plan_of_another_version_is_an_error(plan):
    older = replace(plan, version="0.1.0").to_json().encode()
    with pytest.raises(BatchError, match=r"begun by mindgist 0\.1\.0; choose another output folder"):
        Plan.from_json(older)


def test_invalid_options_are_errors():
    with pytest.raises(UnknownNameError, match="format"):
        BatchOptions(format="docx")
    with pytest.raises(UnknownNameError, match="label"):
        MapOptions(labels="haiku")
    with pytest.raises(OptionError, match="shard_documents"):
        BatchOptions(shard_documents=0)
