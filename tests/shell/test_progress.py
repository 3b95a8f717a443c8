"""Progress: a line that is rewritten in a terminal, lines in a redirected standard error."""

import pytest
from click.testing import CliRunner

from mindgist.shell import output as progress_module
from mindgist.shell.cli import main
from mindgist.shell.output import progress


def test_redirected_output_gets_a_line_every_few_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress("documents") as update:
        update(20, 100)
    assert capsys.readouterr().err == ""  # too early for a line
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN_LINES", 0)
    with progress("documents") as update:
        update(30, 100, "loss 0.5", before=10)
        update(31, None)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("30 of 100 documents, loss 0.5, 0:00:0")
    assert second == "31 documents"


def test_a_terminal_gets_one_line_that_is_rewritten_and_removed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress_module, "SECONDS_IN_TERMINAL", 0)
    monkeypatch.setenv("COLUMNS", "20")
    with progress("documents") as update:
        update(30, 100)
        update(31, None)
    assert capsys.readouterr().err == "30 of 100 documents\x1b[K\r31 documents\x1b[K\r\x1b[K\r"


def test_a_closed_standard_error_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN_LINES", 0)
    monkeypatch.setattr("sys.stderr", None)
    with progress("documents") as update:
        update(30, 100)


def test_a_long_document_shows_progress(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN_LINES", 0)
    text = "".join(f"The tide number {number} rises.\n\n" for number in range(2000))
    result = CliRunner().invoke(main, ["map", "-", "--graph", "lead"], input=text)
    assert "of 2,000 sentences" in result.stderr
    result = CliRunner().invoke(main, ["map", "-", "--graph", "lead"], input="The tide rises. It falls.")
    assert result.stderr == ""
