"""Where output is redirected, a line now and then says how far the work is."""

import pytest
from click.testing import CliRunner

from mindgist.shell import progress as room
from mindgist.shell.cli import main
from mindgist.shell.progress import progress, spoken


def test_a_line_now_and_then_where_output_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress("documents") as told:
        told(20, 100)
    assert capsys.readouterr().err == ""  # it has only just begun
    monkeypatch.setattr(room, "SECONDS_BETWEEN_LINES", 0)
    with progress("documents") as told:
        told(30, 100, "loss 0.5", before=10)
        told(31, None)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("30 of 100 documents, loss 0.5, 0:00:0")
    assert second == "31 documents"
    assert spoken(3_725) == "1:02:05"


def test_a_bar_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress("documents") as told:
        told(30, 100)
    assert "30 of 100 documents" not in capsys.readouterr().err


def test_closed_standard_error_stops_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SECONDS_BETWEEN_LINES", 0)
    monkeypatch.setattr("sys.stderr", None)
    with progress("documents") as told:
        told(30, 100)


def test_a_long_document_tells_how_far_it_is(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SECONDS_BETWEEN_LINES", 0)
    text = "".join(f"The tide number {number} rises.\n\n" for number in range(2000))
    told = CliRunner().invoke(main, ["map", "-", "--graph", "lead"], input=text)
    assert "of 2,000 sentences" in told.stderr
    told = CliRunner().invoke(main, ["map", "-", "--graph", "lead"], input="The tide rises. It falls.")
    assert told.stderr == ""
