"""Texts that say what to install name our own distribution or one of our dependencies, never somebody else's."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
INSTALL = re.compile(
    r"(?:pipx install|uv tool install|(?:uv )?pip install)((?: +[^\s`\"'<>()]+| +'[^'\s]+'| +\"[^\"\s]+\")*)"
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_OPTIONS_WITH_VALUE = {"--requirement", "-r", "--target", "--index-url", "--editable", "-e"}
TEXTS = [
    path
    for pattern in (
        "*.md",
        "Makefile",
        ".ci/*",
        "docs/**/*.md",
        "src/**/*.py",
        "src/**/*.md",
        "src/**/*.js",
        "src/**/*.html",
    )
    for path in sorted(ROOT.glob(pattern))
    if path.is_file()
]


def distributions(text: str) -> set[str]:
    """The names of the distributions that a text installs, in the normal form of package indexes."""
    found = set()
    for arguments in INSTALL.findall(re.sub(r" #.*", "", text)):
        words = [word.strip("'\"") for word in arguments.split()]
        for before, word in zip(["", *words], words, strict=False):
            name = _NAME.match(word)
            if name and before not in _OPTIONS_WITH_VALUE and "/" not in word:
                found.add(re.sub(r"[-_.]+", "-", name[0].rstrip(".,;:")).lower())
    return found


def declared() -> set[str]:
    """Our own name and the names of all dependencies, those of extras and of building, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    about = project["project"]
    lines = [about["name"], *about["dependencies"], *project["build-system"]["requires"]]
    lines += [line for extra in about["optional-dependencies"].values() for line in extra]
    return {re.sub(r"[-_.]+", "-", name[0]).lower() for line in lines if (name := _NAME.match(line))}


TOOLS = {"build", "cyclonedx-bom"}  # of the Makefile and of .ci, installed into environments of their own


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_install_only_what_is_ours_or_declared(path: Path) -> None:
    allowed = declared() | (TOOLS if path.name == "Makefile" or path.parent.name == ".ci" else set())
    assert distributions(path.read_text(encoding="utf-8")) <= allowed


def test_install_texts_are_found() -> None:
    assert distributions("run: pip install 'mindgist[learn]'") == {"mindgist"}
    assert distributions("$ pipx install ramify\n$ uv tool install 'other>=2'") == {"ramify", "other"}
    assert distributions('`pip install --quiet "Some_Thing==1" torch`') == {"some-thing", "torch"}
    assert distributions("pip install --require-hashes --requirement requirements.lock") == set()
    everything = set().union(*(distributions(path.read_text(encoding="utf-8")) for path in TEXTS))
    assert "mindgist" in everything


def test_readme_names_every_installer() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in ("pip install mindgist", "pipx install mindgist", "uv tool install mindgist"):
        assert command in readme


def test_every_library_that_is_imported_is_declared() -> None:
    modules = set()
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            modules |= {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"mindgist"}
    owners = packages_distributions()
    missing = {name for name in modules if not {_normal(owner) for owner in owners.get(name, [name])} & declared()}
    assert missing <= {"fsspec", "cv2"}  # they come with ray[data] and with rapidocr


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
