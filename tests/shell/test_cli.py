import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mindgist
from conftest import EXAMPLES
from evaluate.articles import BRIDGE, HARBOUR
from mindgist.evaluate.benchmark import write_rows
from mindgist.export.outline import to_outline
from mindgist.shell.cli import main
from mindgist.shell.output import print_tree

HARBOUR_TEXT = str(EXAMPLES / "harbour.txt")


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_version_and_help() -> None:
    assert run("--version").output == f"mindgist, version {mindgist.__version__}\n"
    for command in ([], ["map"], ["serve"], ["evaluate"], ["score"], ["benchmark"]):
        result = run(*command, "--help")
        assert result.exit_code == 0
        assert "Example" in result.output


REDIRECTED = "from mindgist.shell.cli import main; main()"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("arguments", ["--help", "--version", "map --help", f"map {HARBOUR_TEXT} --graph lead"])
def test_a_full_standard_output_is_a_one_line_error(arguments: str) -> None:
    command = [sys.executable, "-c", REDIRECTED, *arguments.split()]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "Error: cannot write to standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize(
    ("redirection", "told"),
    [
        (f"map {HARBOUR_TEXT} --graph lead >&-", "standard output is closed"),
        (f"map {HARBOUR_TEXT} --graph lead -o - --format .json >&-", "standard output is closed"),
        ("map - --graph lead <&-", "standard input is closed"),
    ],
)
def test_closed_streams_are_one_line_errors(redirection: str, told: str) -> None:
    command = f"{sys.executable} -c '{REDIRECTED}' {redirection}"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Error: {told}")
    assert len(ended.stderr.splitlines()) == 1


def test_an_outline_by_default() -> None:
    result = run("map", HARBOUR_TEXT, "--nodes", "6", "--graph", "lead")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Harbour town votes to let the sea back in"
    assert len(lines) == 6
    assert all(len(line.split()) <= 2 + 26 for line in lines)  # the branch, and a label
    whole = run("map", HARBOUR_TEXT, "--nodes", "6", "--graph", "lead", "--labels", "sentences").output.splitlines()
    assert whole[1].startswith("├── After forty years of pumping")


def test_standard_input_and_snippets() -> None:
    result = run("map", "-", "--labels", "snippets", stdin="The grey sea wall is broken. The town sleeps. It rains.")
    assert result.exit_code == 0
    assert "grey sea wall" in result.output


@pytest.mark.parametrize("ending", [".json", ".md", ".txt"])
def test_the_ending_chooses_the_format(tmp_path: Path, ending: str) -> None:
    output = tmp_path / f"map{ending}"
    result = run("map", HARBOUR_TEXT, "-o", str(output))
    assert result.exit_code == 0
    assert f"wrote {output}" in result.stderr
    assert "voted to open its sea wall" in output.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["map", "missing.txt"], None, "cannot read missing.txt"),
        (["map", "-"], "", "blank"),
        (["map", "-"], b"\x00\x01\x02", "binary"),
        (["map", "-"], b"%PDF-1.7 broken", "PDF"),
        (["map", HARBOUR_TEXT, "-o", "map.tiff"], None, "'.tiff'"),
        (["map", HARBOUR_TEXT, "-o", "no/such/folder/map.json"], None, "cannot write"),
    ],
)
def test_errors_are_one_line_and_exit_code_1(arguments: list[str], stdin: str | bytes | None, message: str) -> None:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [["map"], ["map", "-", "--nodes", "0"], ["map", "-", "--graph", "x"], ["nonsense"]]
)
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert run(*arguments, stdin="Text.").exit_code == 2


@pytest.mark.parametrize("word", [HARBOUR_TEXT, f"{HARBOUR_TEXT[:-4]}*", str(EXAMPLES)])
def test_a_file_alone_is_mapped(word: str, tmp_path: Path) -> None:
    options = ["--graph", "lead", "-o", f"{tmp_path}/", "--format", "json"]
    assert run(word, *options).exit_code == 0
    short = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert run("map", word, *options).exit_code == 0
    assert short == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_standard_input_alone_is_mapped(tmp_path: Path) -> None:
    assert "The sea rises" in run("-", stdin="The sea rises. Walls cost money.").output
    assert run("-", "-o", str(tmp_path / "map.svg"), stdin="The sea rises. Walls cost money.").exit_code == 0
    assert (tmp_path / "map.svg").is_file()


def test_an_address_alone_is_mapped() -> None:
    result = run("http://localhost:1/article.html")
    assert result.exit_code == 1
    assert "http://localhost:1/article.html" in result.stderr


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("serv", "no such command 'serv', did you mean 'serve'?"),
        ("mapp", "no such command 'mapp', did you mean 'map'?"),
        ("mpa", "no such command 'mpa', did you mean 'mcp' or 'map'?"),
        ("report.pdf", "no such command 'report.pdf', and there is no such file"),
    ],
)
def test_a_typo_of_a_command(word: str, message: str) -> None:
    result = run(word)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.fixture
def benchmark(tmp_path: Path) -> str:
    write_rows(tmp_path / "small.jsonl", [HARBOUR, BRIDGE])
    return str(tmp_path / "small.jsonl")


def test_evaluate_then_score_agree(tmp_path: Path, benchmark: str) -> None:
    maps, figures, again = (str(tmp_path / name) for name in ("maps.jsonl", "figures.json", "again.json"))
    result = run(
        "evaluate", benchmark, "--system", "random", "--seeds", "1", "--predictions", maps, "--report", figures
    )
    assert result.exit_code == 0, result.output
    assert all(word in result.output for word in ("SSM", "KSM", "R-1", "Avg", "node F1", "attachment", "depth"))
    assert run("score", benchmark, maps, "--report", again).exit_code == 0
    first, second = (json.loads(Path(path).read_text()) for path in (figures, again))
    assert first["measures"] == second["measures"]
    assert first["settings"] == {"system": "random", "tree": "recursive"}


def test_evaluate_says_what_is_wrong(tmp_path: Path, benchmark: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nonsense\n")
    result = run("evaluate", str(bad), "--system", "lead")
    assert result.exit_code == 1
    assert "line 1: not JSON" in result.stderr
    result = run("evaluate", benchmark, "--system", "lead", "--seeds", "1", "--report", str(tmp_path / "no" / "r.json"))
    assert result.exit_code == 1


def test_benchmark_from_stories(tmp_path: Path) -> None:
    for folder, content in (
        ("a_labeling_dev", "<T1>A wall.</T1>"),
        ("dev_full_original", "A wall.\n\n@highlight\n\nWall"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.story").write_text(content)
    result = run("benchmark", str(tmp_path), "dev", str(tmp_path / "dev.jsonl"))
    assert result.exit_code == 0
    assert json.loads((tmp_path / "dev.jsonl").read_text())["id"] == "a"


def test_the_coloured_tree_has_every_label(capsys, monkeypatch) -> None:
    mindmap = mindgist.map(Path(HARBOUR_TEXT).read_text(encoding="utf-8"), nodes=8)
    print_tree(mindmap, 400)
    assert capsys.readouterr().out == to_outline(mindmap)
    monkeypatch.setattr("mindgist.shell.output.click.echo", lambda text, **_: sys.stdout.write(f"{text}\n"))
    print_tree(mindmap, 50)
    shown = capsys.readouterr().out
    assert {"\x1b[36m", "\x1b[32m"} <= set(re.findall(r"\x1b\[3\dm", shown))
    lines = re.sub(r"\x1b\[\d+m", "", shown).splitlines()
    assert max(map(len, lines)) <= 50
    assert all(node.gist.split()[-1] in " ".join(lines) for node in mindmap.nodes)


def test_a_closed_standard_output_is_a_one_line_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The sea rises. Cities build walls.")
    code = "import sys; sys.stdout.close(); sys.stdout = None; from mindgist.shell.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-P", "-c", code, "map", str(tmp_path / "a.txt")], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: standard output is closed")
    assert ended.stderr.count("\n") == 1


def test_a_seed_is_not_negative(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The sea rises. Cities build walls.")
    result = CliRunner().invoke(main, ["map", str(tmp_path / "a.txt"), "--seed", "-1"])
    assert result.exit_code == 2
    assert "--seed" in result.output


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_a_terminal_that_does_not_know_all_characters(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text("Die Größe zählt. 漢字とかな。 “Yes” – he said.", encoding="utf-8")
    command = [sys.executable, "-m", "mindgist", "map", str(tmp_path / "a.txt"), "--labels", "sentences"]
    done = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    shown = "utf-8" if encoding == "ascii" else encoding  # click takes ascii for a wrong setting
    assert "zählt".encode(shown, "replace") in done.stdout
