"""Adds pages from outside docs/ to the site: the README as its first page, the changelog, how to contribute."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_ROOT = Path(__file__).parent.parent
_PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
_LINK = re.compile(r"\]\((?!\w+:|#)([^)]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, with their links adapted to the site."""
    for source, target in _PAGES.items():
        text = (_ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=_LINK.sub(_adapted_link, text)))
    return files


def _adapted_link(link: re.Match[str]) -> str:
    target = link[1]
    return f"]({_PAGES.get(target, target.removeprefix('docs/'))})"
