import pytest
from click.testing import CliRunner

from batch.corpora import read_output, rows, write_lines
from mindgist.batch.engines import ENGINES
from mindgist.shell.cli import main
from mindgist.shell.map_command import batch


@pytest.fixture
def corpus(tmp_path):
    return write_lines(tmp_path / "a.jsonl", [*rows(4), {"id": "blank", "text": " "}])


def run(*arguments):
    return CliRunner().invoke(main, ["batch", *map(str, arguments), "--graph", "lead", "--workers", "1"])


def test_the_shell_offers_every_engine():
    (choice,) = [option.type for option in batch.params if option.name == "engine"]
    assert tuple(choice.choices) == tuple(ENGINES)


def test_a_folder_of_maps_and_a_summary(corpus, tmp_path):
    (tmp_path / "picture.png").write_bytes(b"x")
    result = run(tmp_path, "-o", tmp_path.parent / f"{tmp_path.name}-out")
    assert result.exit_code == 0
    assert "4 maps of 5 documents" in result.output
    assert "1 without a map: unreadable" in result.output
    (failed,) = [line for line in result.output.splitlines() if line.startswith("    ")]
    assert ": the input is" in failed
    assert "skipped: 1 .png" in result.output
    again = run(tmp_path, "-o", tmp_path.parent / f"{tmp_path.name}-out")
    assert "1 of 1 shards by an earlier run" in again.output


def test_fields_labels_and_size(tmp_path):
    corpus = write_lines(tmp_path / "a.jsonl", [{"number": "7", "body": row["text"]} for row in rows(1)])
    run(corpus, "-o", tmp_path / "out", "--id", "number", "--text", "body", "--nodes", "2", "--labels", "snippets")
    (row,) = read_output(tmp_path / "out")
    assert (row["id"], row["figures"]["nodes"], row["map"]["labels"]) == ("7", 2, "snippets")


@pytest.mark.parametrize(("most", "code"), [("0", 3), ("1", 0), ("19%", 3), ("20%", 0), ("many", 2), ("0.5", 2)])
def test_max_errors_decides_the_exit_code(corpus, tmp_path, most, code):
    assert run(corpus, "-o", tmp_path / "out", "--max-errors", most).exit_code == code


def test_errors_are_one_line(corpus, tmp_path):
    result = run(tmp_path / "missing", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert result.output.startswith("Error: there is nothing at")
    run(corpus, "-o", tmp_path / "out")
    changed = run(corpus, "-o", tmp_path / "out", "--seed", "3")
    assert "holds a batch that differs in seed (0 then, 3 now)" in changed.output
