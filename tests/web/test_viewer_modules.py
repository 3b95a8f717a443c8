"""Runs the unit tests of the JavaScript modules in Node."""

import os
from pathlib import Path

import pytest

import real_readers

SOURCE = Path(__file__).parents[2] / "src" / "mindgist"
TESTS = sorted((Path(__file__).parent / "viewer").glob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_viewer_modules_in_node(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = real_readers.program("node", "nodejs")
    monkeypatch.setitem(os.environ, "VIEWER", (SOURCE / "export" / "viewer").as_uri())
    monkeypatch.setitem(os.environ, "PAGE", (SOURCE / "web" / "page").as_uri())
    printed = real_readers.run(node, "--test", "--test-reporter=tap", path).decode()
    assert "\n# fail 0\n" in printed
    assert "\n# pass 0\n" not in printed
