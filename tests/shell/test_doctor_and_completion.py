"""`mindgist doctor`, and the completion of commands in shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mindgist import __version__
from mindgist.shell import doctor_command
from mindgist.shell.cli import main


def test_doctor_names_versions_extras_models_and_fonts() -> None:
    done = CliRunner().invoke(main, ["doctor"])
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"mindgist {__version__}, Python {sys.version.split()[0]}")
    assert "numpy " in next(line for line in lines if line.startswith("core: "))
    assert any(line.startswith("mcp: ") for line in lines)
    assert {"model emgn", "model supervised", "model tags"} <= {line.partition(":")[0] for line in lines}
    assert any(line.startswith("fonts: Open Sans") for line in lines)
    assert lines[-1].endswith("mindgist works")


def test_doctor_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_command.metadata, "requires", lambda _: ["numpy>=1", "no-such-one>=2; extra == 'ocr'"])
    done = CliRunner().invoke(main, ["doctor"])
    assert "ocr: not installed; pip install 'mindgist[ocr]'" in done.stdout
    monkeypatch.setattr(doctor_command.metadata, "requires", lambda _: ["no-such-one>=2"])
    done = CliRunner().invoke(main, ["doctor"])
    assert (done.exit_code, done.stderr) == (1, "mindgist does not work here: core packages are missing\n")


@pytest.fixture
def command(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``mindgist`` is this one."""
    script = tmp_path / "mindgist"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m mindgist "$@"\n')
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "_MINDGIST_COMPLETE": ""}


@pytest.mark.parametrize(
    ("words", "expected"),
    [("mindgist con", "convert"), ("mindgist map --la", "--labels"), ("mindgist map --labels s", "sentences")],
)
def test_bash_completes_commands_options_and_values(command: dict[str, str], words: str, expected: str) -> None:
    bash = shutil.which("bash")
    assert bash
    script = (
        "source <(_MINDGIST_COMPLETE=bash_source mindgist); COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
        '_mindgist_completion mindgist; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run([bash, "-c", script, "-", words], env=command, capture_output=True, text=True, check=False)
    assert expected in done.stdout.split(), done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_a_script(command: dict[str, str], shell: str) -> None:
    done = subprocess.run(
        ["mindgist"],
        env={**command, "_MINDGIST_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_MINDGIST_COMPLETE" in done.stdout
