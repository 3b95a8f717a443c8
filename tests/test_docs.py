"""Pages that could drift from the program are held to it."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def test_the_page_on_the_shell_is_the_shells_own_help() -> None:
    specification = importlib.util.spec_from_file_location("generate_cli", DOCS / "generate_cli.py")
    assert specification is not None
    assert specification.loader is not None
    generator = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(generator)
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page(), "run `make docs`"
