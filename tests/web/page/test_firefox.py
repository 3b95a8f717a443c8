"""The main functions in Firefox: paste, map, click, fold, edit, export."""

from pathlib import Path

import real_readers
from conftest import EXAMPLES

SCRIPT = Path(__file__).parents[1] / "viewer" / "firefox.mjs"


def test_main_functions_in_firefox(service: str, tmp_path: Path) -> None:
    node, firefox = real_readers.program("node", "nodejs"), real_readers.program("firefox-esr")
    real_readers.node_package("puppeteer-core")
    document = EXAMPLES / "night-trains.md"
    printed = real_readers.run(node, SCRIPT, service, firefox, real_readers.NODE_PACKAGES.parent, tmp_path, document)
    assert printed.decode().strip() == "walked"
