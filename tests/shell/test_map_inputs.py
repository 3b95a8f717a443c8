"""`mindgist map` with several inputs, formats on standard output, limits and warnings."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mindgist.shell.cli import main

TIDES = "# Tides\n\nThe tide rises twice a day. It floods the meadow. The moon lifts the sea.\n"
MONEY = "Money is short. Repairing the wall costs 46 million. Opening it costs 14 million.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes" / "inner").mkdir(parents=True)
    (tmp_path / "notes" / "tides.md").write_text(TIDES)
    (tmp_path / "notes" / "inner" / "money.txt").write_text(MONEY)
    (tmp_path / "notes" / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path / "notes"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["map", *map(str, arguments), "--graph", "lead", "--tree", "star"])


def test_a_folder_gives_a_map_of_each_document(folder: Path, tmp_path: Path) -> None:
    done = run(folder, "-o", f"{tmp_path}/maps/", "--format", "json")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "maps").iterdir()) == ["money.json", "tides.json"]


def test_several_files_and_patterns_are_printed_one_after_the_other(folder: Path) -> None:
    done = run(folder / "tides.md", folder / "*" / "*.txt")
    assert "The tide rises twice a day" in done.stdout
    assert "Money is short" in done.stdout


def test_together_is_one_map_with_a_branch_for_each(folder: Path, tmp_path: Path) -> None:
    done = run(folder, "--together", "-o", tmp_path / "all.json", "--nodes", 50)
    assert done.exit_code == 0, done.output
    nodes = json.loads((tmp_path / "all.json").read_text())["nodes"]
    texts = [node["text"] for node in nodes]
    assert {"Tides", "money"} <= set(texts)
    assert "Money is short." in texts


def test_one_output_file_for_several_maps_is_an_error(folder: Path, tmp_path: Path) -> None:
    done = run(folder, "-o", tmp_path / "map.json")
    assert done.exit_code == 1
    assert "--together" in done.stderr


def test_any_format_on_standard_output(folder: Path) -> None:
    done = run(folder / "tides.md", "-o", "-", "--format", ".json")
    assert json.loads(done.stdout)["title"] == "Tides"
    assert "<svg" in run(folder / "tides.md", "-o", "-", "--format", "svg").stdout
    assert run(folder / "tides.md", "--format", "doc").exit_code == 1


def test_depth_and_breadth(folder: Path) -> None:
    def nodes(*options: object) -> list[dict[str, object]]:
        done = run(folder / "tides.md", "-o", "-", "--format", "json", "--nodes", 9, *options)
        found: list[dict[str, object]] = json.loads(done.stdout)["nodes"]
        return found

    assert len(nodes("--breadth", 1)) < len(nodes())
    parents = [node["parent"] for node in nodes("--breadth", 1)]
    assert len(parents) == len(set(parents))
    assert {node["parent"] for node in nodes("--depth", 1)} <= {None, 0}


@pytest.mark.parametrize("options", [[], ["--graph", "emgn"]], ids=["default", "emgn"])
def test_a_language_that_the_model_does_not_know_gets_a_warning(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "de.txt").write_text("Die Flut steigt zweimal am Tag. Sie hebt das Meer und die Boote auf.")
    (tmp_path / "en.txt").write_text("The tide rises twice a day. It lifts the sea and the boats that are on it.")
    warning = CliRunner().invoke(main, ["map", str(tmp_path / "de.txt"), *options]).stderr
    assert "the text is in German, and the model learned from English: the map follows the position" in warning
    assert "learned from" not in CliRunner().invoke(main, ["map", str(tmp_path / "en.txt"), *options]).stderr
    assert (
        "learned from" not in CliRunner().invoke(main, ["map", str(tmp_path / "de.txt"), "--graph", "lexrank"]).stderr
    )
    stated = CliRunner().invoke(main, ["map", str(tmp_path / "de.txt"), "--language", "en", *options])
    assert "learned from" not in stated.stderr
    unknown = CliRunner().invoke(main, ["map", str(tmp_path / "de.txt"), "--language", "xx"])
    assert unknown.exit_code
    assert "there is no language 'xx'" in unknown.stderr


@pytest.mark.parametrize("name", ["nothing*.md", "empty"])
def test_nothing_to_map_is_a_one_line_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / name)
    assert done.exit_code == 1
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_broken_file_does_not_stop_the_others(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    done = run(folder, "-o", f"{tmp_path}/maps/", "--format", "json")
    assert done.exit_code == 1
    assert sorted(path.name for path in (tmp_path / "maps").iterdir()) == ["money.json", "tides.json"]
    assert done.stderr.splitlines()[-1] == f"Error: 1 of 3 inputs could not be read: {folder / 'broken.pdf'}"
    together = run(folder, "--together", "-o", tmp_path / "all.json")
    assert together.exit_code == 1
    assert "broken.pdf" in together.stderr.splitlines()[-1]
    assert json.loads((tmp_path / "all.json").read_text())["nodes"]


def test_together_is_named_after_the_folder(folder: Path, tmp_path: Path) -> None:
    run(folder, "--together", "-o", tmp_path / "all.json")
    content = json.loads((tmp_path / "all.json").read_text())
    assert content["title"] == content["nodes"][0]["text"] == "notes"


def test_no_binary_on_a_terminal(folder: Path) -> None:
    command = [sys.executable, "-m", "mindgist", str(folder / "tides.md"), "--graph", "lead", "--format", "png"]
    reader, terminal = pty.openpty()
    try:
        done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(terminal)
        os.close(reader)
    assert done.returncode == 1
    assert done.stderr == "Error: a .png file is not text for a terminal; name a file with -o\n"


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [
        ("one.html", "two.html", "-o", "."),
        ("notes.md", "two.html", "-o", "."),  # refused before the first map is written
        ("pages/page.html", "-o", "pages"),
        ("notes.md", "-o", "notes.md"),
        ("notes.md", "-o", "link.md"),
        ("one.html", "two.html", "--together", "-o", "two.html"),
        (".", "--together", "-o", "notes.md"),
        ("-o", "./pages/../notes.md", "notes.md"),
        ("two.html", "--model", "model", "-o", "model/config.json"),
    ],
)
def test_no_input_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    for name in ("pages", "model"):
        (tmp_path / name).mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    for name in ("one.html", "two.html", "pages/page.html"):
        (tmp_path / name).write_text(f"<html><body><p>{MONEY}</p></body></html>")
    (tmp_path / "notes.md").write_text(TIDES)
    (tmp_path / "link.md").symlink_to("notes.md")
    before = snapshot(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 1
    assert "is an input and would be overwritten" in done.stderr
    assert done.stderr.count("\n") == 1
    assert snapshot(tmp_path) == before


def test_a_file_given_as_standard_input_is_not_overwritten(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text(TIDES)
    with notes.open() as file:
        command = [sys.executable, "-m", "mindgist", "map", "-", "-o", str(notes)]
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "would be overwritten" in done.stderr
    assert notes.read_text() == TIDES


def test_maps_beside_their_inputs_are_written(folder: Path) -> None:
    done = run(folder / "tides.md", folder / "inner" / "money.txt", "-o", folder)
    assert done.exit_code == 0, done.output
    assert {"tides.md", "tides.html", "money.html"} <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["n" * 300, "n" * 251 + ".html"])
def test_names_that_are_too_long_are_an_error_in_one_line(folder: Path, tmp_path: Path, name: str) -> None:
    for arguments in ((tmp_path / name,), (folder / "tides.md", "-o", tmp_path / name)):
        done = run(*arguments, "--format", "html")
        assert done.exit_code == 1
        assert "name too long" in done.stderr
        assert done.stderr.count("\n") == 1
    asked = CliRunner().invoke(main, ["ask", "n" * 300 + ".md", "tide"])
    assert asked.exit_code == 1
    assert asked.stderr.endswith("name too long\n")
