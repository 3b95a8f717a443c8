"""The examples in the README and in the pages for Python users run as they stand."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mindgist

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "docs/python.md", "docs/map-format.md")
BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
]
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ mindgist ")
]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_python_block_runs_and_prints(
    block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "a page", "exec"), {})  # our own pages
    assert capsys.readouterr().out.strip()


def test_there_are_some_blocks() -> None:
    assert len(BLOCKS) >= 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the commands read, and ``mindgist`` on the PATH."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "article.txt").write_bytes((ROOT / "examples" / "harbour.txt").read_bytes())
    mindgist.map(folder / "article.txt").save(folder / "map.xmind")
    script = folder / "bin" / "mindgist"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m mindgist "$@"\n')
    script.chmod(0o755)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, folder: Path) -> None:
    if command == "mindgist serve":
        command += " --help"  # tests/shell/test_serve_command.py starts it
    environment = os.environ | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() or "wrote " in done.stderr


def test_there_are_some_commands() -> None:
    assert len(COMMANDS) >= 6
    assert "mindgist article.txt -o map.svg" in COMMANDS[1]


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 900
