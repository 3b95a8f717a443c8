"""Third-party files are listed with their licences."""

import json
import re
import subprocess
import sys
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import mindgist

PACKAGE = Path(mindgist.__file__).parent
NAMED = (PACKAGE / "THIRD_PARTY.md").read_text(encoding="utf-8")
OUR_OWN = {".py", ".pyc", ".js", ".css", ".html", ".svg", ".md", ".typed"}
DATA = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in OUR_OWN]


@pytest.mark.parametrize("path", [path.as_posix() for path in DATA if path.name not in ("package.json", "config.json")])
def test_every_data_file_is_listed_with_its_licence(path: str) -> None:
    patterns = re.findall(r"`([\w./*-]+)`", NAMED)
    if path.startswith("web/page/examples/"):
        assert "the examples" in NAMED
    else:
        assert any(fnmatch(path, pattern) for pattern in patterns)


def test_every_listed_file_exists() -> None:
    for pattern in re.findall(r"`([\w./*-]+/[\w./*-]+)`", NAMED):
        assert list(PACKAGE.glob(pattern)), pattern


def test_the_licence_of_the_fonts_is_shipped() -> None:
    licence = (PACKAGE / "export" / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Apache License" in licence
    assert "END OF TERMS AND CONDITIONS" in licence


@pytest.mark.parametrize("model", sorted(path.name for path in (PACKAGE / "models").iterdir() if path.is_dir()))
def test_every_model_card_names_a_licence(model: str) -> None:
    card = (PACKAGE / "models" / model / "README.md").read_text(encoding="utf-8")
    assert re.search(r"\*\*Licences?[.:]\*\* [Tt]he weights are under mindgist's licence", card)


@pytest.mark.parametrize("path", sorted(path for end in ("js", "css") for path in PACKAGE.rglob(f"*.{end}")))
def test_the_page_has_no_third_party_scripts(path: Path) -> None:
    content = path.read_text(encoding="utf-8")
    assert not re.search(r"@licen[cs]e|copyright|sourceMappingURL|https?://(?!www\.w3\.org)", content, re.IGNORECASE)
    if path.name != "font-widths.js":
        assert max(map(len, content.splitlines())) < 1000, "packed code is other people's"


def test_everything_that_is_installed_with_mindgist_has_a_licence() -> None:
    """In its metadata or as a file, so that the list of `make sbom` is complete."""
    waiting, seen = ["mindgist"], set()
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in seen:
            continue
        seen.add(name)
        try:
            about = distribution(name)
        except PackageNotFoundError:  # needed on other systems only
            continue
        kinds = [line for line in about.metadata.get_all("Classifier", []) if line.startswith("License ::")]
        stated = [about.metadata.get(key) for key in ("License-Expression", "License", "License-File")]
        assert any(stated) or kinds, name
        waiting += [re.split(r"[^\w.-]", line)[0] for line in about.requires or [] if "extra ==" not in line]
    assert len(seen) > 20


def test_the_list_of_an_installation_gets_licences_that_are_files_only(tmp_path: Path) -> None:
    script, path = Path(__file__).parent.parent / ".ci" / "complete_sbom.py", tmp_path / "sbom.json"
    for name, code in (("resvg_py", 0), ("no-such-package", 1)):
        path.write_text(json.dumps({"components": [{"name": name}]}))
        done = subprocess.run([sys.executable, script, path, sys.executable], capture_output=True, check=False)
        assert done.returncode == code, done.stderr
        if not code:
            assert json.loads(path.read_text())["components"][0]["licenses"][0]["license"]["id"] == "MIT"
