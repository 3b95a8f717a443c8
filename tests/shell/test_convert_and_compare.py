import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from export.maps import hostile_map, plain_map
from mindgist.export import FORMATS, READABLE, load_map, save
from mindgist.shell.cli import main


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("source", READABLE)
def test_convert_into_every_format(source: str, tmp_path: Path) -> None:
    save(plain_map(), tmp_path / f"map{source}")
    for target in FORMATS:
        result = run("convert", tmp_path / f"map{source}", tmp_path / f"out{target}")
        assert result.exit_code == 0, result.output
        assert (tmp_path / f"out{target}").stat().st_size > 50


def test_convert_cuts_and_labels(tmp_path: Path) -> None:
    save(plain_map(), tmp_path / "map.json")
    result = run("convert", tmp_path / "map.json", tmp_path / "out.json", "--nodes", "2", "--labels", "snippets")
    assert "2 nodes" in result.output
    found = load_map(tmp_path / "out.json")
    assert (len(found), found.labels) == (2, "snippets")


def test_convert_errors_are_one_line(tmp_path: Path) -> None:
    save(plain_map(), tmp_path / "map.svg")
    for arguments, message in (
        (("map.svg", "out.json"), "format that can be read"),
        (("map.svg", "out.tiff"), "no format with the ending '.tiff'"),
    ):
        result = run("convert", *(tmp_path / argument for argument in arguments))
        assert result.exit_code == 1
        assert message in result.output
        assert result.output.count("\n") == 1


def test_compare(tmp_path: Path) -> None:
    save(plain_map(), tmp_path / "left.mm")
    save(plain_map().cut(3), tmp_path / "right.json")
    result = run("compare", tmp_path / "left.mm", tmp_path / "right.json", "--report", tmp_path / "report.json")
    assert result.exit_code == 0, result.output
    assert "Only in left.mm (1)" in result.output
    assert "The town has voted." in result.output
    assert "Moved" not in result.output
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["left"] == "left.mm"
    assert report["only_left"] == ["The town has voted."]
    assert report["sentence_edges"]["of_right"] == pytest.approx(100)  # every edge is found


def test_compare_shows_percentages_only(tmp_path: Path) -> None:
    left = {"nodes": [{"text": "Open the wall"}, {"text": "Pay the farmers", "parent": 0}]}
    right = {
        "nodes": [*left["nodes"], {"text": "Flood the old meadow", "parent": 0}, {"text": "Ask them", "parent": 0}]
    }
    (tmp_path / "left.json").write_text(json.dumps(left))
    (tmp_path / "right.json").write_text(json.dumps(right))
    result = run("compare", tmp_path / "left.json", tmp_path / "right.json")
    (row,) = [line for line in result.stdout.splitlines() if line.startswith("nodes")]
    assert row.split() == ["nodes", "100.0", "%", "50.0", "%"]


def test_compare_prints_no_control_characters(tmp_path: Path) -> None:
    save(hostile_map(), tmp_path / "left.json")
    save(plain_map(), tmp_path / "right.json")
    result = run("compare", tmp_path / "left.json", tmp_path / "right.json")
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "more; --report" in result.output


def test_help_names_every_format() -> None:
    for command in ("map", "convert"):
        output = " ".join(run(command, "--help").output.split())
        assert all(ending in output for ending in FORMATS)


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "map.json", "map.json", "--nodes", "1"),
        ("compare", "map.json", "other.json", "--report", "other.json"),
        ("evaluate", "map.json", "--system", "lead", "--report", "map.json"),
        ("evaluate", "map.json", "--system", "lead", "--predictions", "map.json"),
        ("score", "map.json", "other.json", "--report", "other.json"),
        ("train", "map", "--data", "folder", "-o", "folder"),
        ("train", "emgn", "--data", "folder", "-o", "folder"),
        ("train", "topics", "--data", "folder", "-o", "folder"),
        ("benchmark", "folder", "dev", "folder/inside.json"),
        ("evaluate", "map.json", "--system", "emgn", "--model", "folder", "--report", "folder/inside.json"),
    ],
    ids=" ".join,
)
def test_no_command_overwrites_its_input(tmp_path, monkeypatch, arguments):
    (tmp_path / "folder").mkdir()
    for name in ("map.json", "other.json", "folder/inside.json"):
        (tmp_path / name).write_text('{"nodes": [{"text": "The sea rises."}]}')
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    assert "is an input and would be overwritten" in done.stderr
