"""A map as one .html file: the same viewer as the page, with the map inside, that needs no network and no server.

Nothing of a document can become script or markup here. The data stand in a JSON block in which every ``<`` is
escaped, the viewer puts text into the page as text only, and the policy in the file's head lets no script run but
the one whose hash it names.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from mindgist.document import Document
from mindgist.export.viewer_content import map_content
from mindgist.mindmap import MindMap

STYLES = ("fonts.css", "colours.css", "viewer.css")
FONTS = ("fonts/OpenSans-Regular.woff2", "fonts/OpenSans-Semibold.woff2")
# Each module stands after those it imports.
MODULES = (
    "dom.js",
    "font-widths.js",
    "wrap.js",
    "layout.js",
    "model.js",
    "menu.js",
    "theme.js",
    "messages.js",
    "camera.js",
    "node-drag.js",
    "motion.js",
    "fitting.js",
    "node-element.js",
    "map-view.js",
    "outline-view.js",
    "text-view.js",
    "detail.js",
    "frame.js",
    "keys.js",
    "search.js",
    "show.js",
    "picture.js",
    "sharing.js",
    "viewer.js",
)
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w-]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)


def to_html(mindmap: MindMap, document: Document | None = None) -> str:
    """The map as an interactive page in one file, with the document's text beside it where it is given."""
    return html_page(map_content(mindmap, document))


def html_page(content: Mapping[str, Any]) -> str:
    """The page that shows this content (see ``map_content``)."""
    script, style = _one_script(), _one_style()
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
    return page.encode("utf-8", "replace").decode()  # half a character (a lone surrogate) cannot be written


@cache
def viewer_file(name: str) -> str:
    """A file of the viewer, by its fixed name in the package."""
    return (files("mindgist.export") / "viewer" / name).read_text(encoding="utf-8")


@cache
def _one_script() -> str:
    """The viewer's modules as a single one: a file opened from a disk cannot import others.

    The modules only import names from one another and never rename them, so it is enough to put them one after
    the other and to leave out the imports and the word ``export``.
    """
    modules = (viewer_file(name) for name in (*MODULES, "standalone.js"))
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", module)) for module in modules)


@cache
def _one_style() -> str:
    """The viewer's styles, with the fonts inside."""
    style = "\n".join(map(viewer_file, STYLES))
    for name in FONTS:
        font = base64.b64encode((files("mindgist.export") / "viewer" / name).read_bytes()).decode()
        style = style.replace(f'url("{name}")', f'url("data:font/woff2;base64,{font}")')
    return style


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
