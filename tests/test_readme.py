"""The Python in the README and in the page for Python users runs as it stands there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/python.md", "docs/map-format.md")
BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_python_block_runs_and_prints(
    block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(block, "a page", "exec"), {})  # our own pages
    assert capsys.readouterr().out.strip()


def test_there_are_some() -> None:
    assert len(BLOCKS) >= 6
