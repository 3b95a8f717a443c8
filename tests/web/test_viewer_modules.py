"""Runs the unit tests of the JavaScript modules in Node."""

import os
import re
from pathlib import Path

import pytest

import real_readers
from mindgist.export.html import MODULES, viewer_file
from mindgist.web.page_files import PAGE_MODULES, page_file

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


def test_modules_of_the_page_can_be_one_file() -> None:
    for place, name in enumerate(PAGE_MODULES):
        imports = re.findall(r'from "\./([\w/-]+\.js)"', page_file(name))
        known = {*PAGE_MODULES[:place], *(f"viewer/{module}" for module in MODULES)}
        assert set(imports) <= known, name
    modules = [*map(viewer_file, MODULES), *map(page_file, PAGE_MODULES)]
    defined = r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)"
    names = [name for module in modules for name in re.findall(defined, module, re.MULTILINE)]
    assert len(names) == len(set(names))
