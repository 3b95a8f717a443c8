"""Pages that depend on the program are up to date."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from mindgist.document.kinds import KINDS, titles
from mindgist.mindmap.file_form import FIELDS

DOCS = Path(__file__).parent.parent / "docs"


def generator() -> ModuleType:
    specification = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_generated_pages_are_up_to_date() -> None:
    pages = generator().PAGES
    assert len(pages) >= 2
    for name, page in pages.items():
        assert (DOCS / name).read_text(encoding="utf-8") == page(), f"{name}: run `make docs`"


def test_the_map_format_page_names_every_field() -> None:
    page = (DOCS / "map-format.md").read_text(encoding="utf-8")
    assert all(f"`{field.name}`" in page for field in FIELDS)


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    """`make site` refuses a page that is in none; this says so earlier."""
    contents = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    missing = [page.name for page in DOCS.glob("*.md") if f"- {page.name}\n" not in contents]
    assert not missing, "add them to the nav of mkdocs.yml"


@pytest.mark.parametrize("name", ["../README.md", "api.md", "page.md", "python.md"])
def test_pages_list_all_kinds_of_documents(name: str) -> None:
    page = " ".join((DOCS / name).read_text(encoding="utf-8").split())
    assert titles("or") in page or titles("and") in page, f"{name} lists other kinds than `mindgist.document.kinds`"


def test_the_page_on_formats_has_a_row_for_every_kind_of_document() -> None:
    rows = [row.split("|")[1] for row in (DOCS / "formats-in.md").read_text("utf-8").splitlines() if row[:2] == "| "]
    missing = [kind.title for kind in KINDS.values() if not any(f"`{kind.endings[0]}`" in row for row in rows)]
    assert not missing


def test_every_promise_of_the_page_on_safety_names_tests_and_modules_that_exist() -> None:
    page = (DOCS / "safety.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([\w/.-]+\.(?:py|js|json|md))`", page):
        root = DOCS.parent / "src" / "mindgist"
        known = [path for folder in (DOCS.parent / "tests", root) for path in folder.rglob(Path(name).name)]
        assert (DOCS.parent / name).exists() or any(path.as_posix().endswith(name) for path in known), name
    tables = [part for part in page.split("\n\n") if part.startswith("|") and "tested by" in part]
    rows = [row.strip("| ").split(" | ") for table in tables for row in table.splitlines()[2:]]
    assert len(rows) > 20
    for row in rows:
        assert "test_" in row[-1] or "contract" in row[-1], row[0]
        for module in re.findall(r"`([a-z_.]+)`", row[2]) if len(row) == 4 else ():
            assert importlib.util.find_spec(f"mindgist.{module}"), module
