"""A map as one .html file: the page's viewer with the map inside. It needs no network and no server.

No text of a document can become script or markup here. The data is a JSON block in which every ``<`` is escaped, the
viewer inserts text as text only, and the content security policy allows no script but the one whose hash it names.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from mindgist.document import Document, Heading, Section, Sentence
from mindgist.mindmap import MindMap, with_centre

STYLES = ("fonts.css", "constants.css", "themes.css", "viewer.css")
FONTS = ("fonts/OpenSans-Regular.woff2", "fonts/OpenSans-Semibold.woff2")
MODULES = (
    "dom.js", "constants.js", "font-widths.js", "text.js", "wrap.js", "layout.js", "cross-links.js", "answers.js",
    "map-tree.js", "model.js", "menu.js", "theme.js", "messages.js", "camera.js", "node-drag.js", "motion.js",
    "fitting.js", "node-element.js", "map-drawing.js", "map-view.js", "outline-view.js", "text-view.js", "detail.js",
    "keys.js", "frame.js", "search.js", "show.js", "picture.js", "sharing.js", "node-menu.js", "size-slider.js",
    "viewer.js",
)  # fmt: skip
"""The viewer's modules, each after those that it imports."""
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w/-]+\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\*.*\*/)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)


def to_html(mindmap: MindMap, document: Document | Mapping[str, Any] | None = None, view: object = None) -> str:
    """Return the map as an interactive page in one file, with the document's text if given.

    ``view`` tells which nodes are folded at first, in the viewer's form; by default the viewer chooses.
    """
    content = map_content(mindmap, document)
    return html_page(content if view is None else content | {"view": view})


def map_content(mindmap: MindMap, document: Document | Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a map in its file form, with the size to show it at, and with its document (None if not given)."""
    mindmap = with_centre(mindmap)
    size = min(mindmap.size or len(mindmap), len(mindmap))
    text = document_content(document) if isinstance(document, Document) else document
    return {**mindmap.to_dict(), "size": size, "document": text}


def document_content(document: Document) -> dict[str, Any]:
    """Return a document's text, and the offsets of its pages, sentences and headings."""
    return {
        "title": document.title,
        "text": document.text,
        "pages": list(document.pages),
        "sentences": [_position(document, sentence) for sentence in document.sentences],
        "blocks": list(_blocks(document, document.body)),
    }


def _blocks(document: Document, section: Section) -> Iterator[dict[str, Any]]:
    if section.heading:
        yield {"heading": {"level": section.heading.level, **_position(document, section.heading)}}
    for paragraph in section.paragraphs:
        sentences = paragraph.sentences
        yield {"first": sentences[0].index, "last": sentences[-1].index}
    for subsection in section.sections:
        yield from _blocks(document, subsection)


def _position(document: Document, passage: Sentence | Heading) -> dict[str, Any]:
    """Return the offsets, and the plain text only if markup makes it differ from the text at these offsets."""
    position: dict[str, Any] = {"start": passage.start, "end": passage.end}
    if " ".join(document.text[passage.start : passage.end].split()) != passage.plain:
        position["plain"] = passage.plain
    return position


def html_page(content: Mapping[str, Any]) -> str:
    """Return the page that shows this content (see ``map_content``)."""
    script, style = bundle_modules(map(viewer_file, (*MODULES, "standalone.js"))), _bundled_style()
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    title = content.get("title") or content["nodes"][0]["text"]
    page = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="mindgist">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<div id="viewer"><noscript>This map needs JavaScript, which is part of this file; nothing is loaded.</noscript></div>
<script type="application/json" id="map-data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""
    return page.encode("utf-8", "replace").decode()  # a lone surrogate cannot be encoded


@cache
def viewer_file(name: str) -> str:
    """Return the content of a viewer file."""
    return (files("mindgist.export") / "viewer" / name).read_text(encoding="utf-8")


def bundle_modules(modules: Iterable[str]) -> str:
    """Return modules as one: a page opened from a disk cannot import others, and a served one loads faster.

    They never rename what they import, and no two define the same name, so it is enough to concatenate them without
    imports, ``export`` and comments.
    """
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", module))) for module in modules)


@cache
def _bundled_style() -> str:
    style = "\n".join(map(viewer_file, STYLES))
    for name in FONTS:
        font = base64.b64encode((files("mindgist.export") / "viewer" / name).read_bytes()).decode()
        style = style.replace(f'url("{name}")', f'url("data:font/woff2;base64,{font}")')
    return style


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
