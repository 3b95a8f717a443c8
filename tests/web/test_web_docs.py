"""The examples in docs/api.md are run as they stand, against a running service."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mindgist.export import load_map
from mindgist.web.guard import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(sh|python)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, service: str, harbour_text: str) -> Path:
    """A folder in which every example has been run, one after the other."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "report.txt").write_text(harbour_text, encoding="utf-8")
    assert len(EXAMPLES) >= 6
    printed: list[str] = []
    for language, code in EXAMPLES:
        code = code.replace("http://localhost:8000", service)
        command = [sys.executable, "-c", code] if language == "python" else ["bash", "-euc", code]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == 0, f"{code}\n{result.stderr}"
        printed.append(result.stdout)
    (folder / "printed.txt").write_text("".join(printed), encoding="utf-8")
    return folder


def test_examples_write_what_the_page_says(folder: Path) -> None:
    assert len(json.loads((folder / "map.json").read_text(encoding="utf-8"))["nodes"]) == 34
    assert len(json.loads((folder / "small.json").read_text(encoding="utf-8"))["nodes"]) == 3
    assert (folder / "map.svg").read_bytes().lstrip().startswith((b"<svg", b"<?xml"))
    assert len(load_map(folder / "map.xmind").nodes) >= 15
    assert "Pay the farmers" in (folder / "plan.opml").read_text(encoding="utf-8")
    assert "blank" in json.loads((folder / "error.json").read_text(encoding="utf-8"))["error"]
    assert "After forty years" in (folder / "printed.txt").read_text(encoding="utf-8")


def test_the_page_lists_every_status_code() -> None:
    folder = Path(__file__).parents[2] / "src" / "mindgist" / "web"
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    answered = set(re.findall(r"\b(4\d\d|5\d\d)\b(?=[,:}])", code)) - {"400"}
    assert {"403", "408", "413", "421", "422", "503", "504"} <= answered
    for status in answered:
        assert re.search(rf"\b{status}\b", PAGE.partition("## When something goes wrong")[2]), status


def test_the_page_says_how_many_requests_wait() -> None:
    assert f"all workers are busy and {Settings().max_waiting} requests wait" in PAGE
