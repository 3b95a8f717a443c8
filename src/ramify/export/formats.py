"""The one table of formats: which ending of a file's name means which format, who writes it and who reads it back.

The table names its writers and readers instead of importing them: the shell's help and the page's menu list the
formats without loading anything, and a picture's libraries load when a picture is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ramify.errors import UnknownNameError

if TYPE_CHECKING:
    from ramify.mindmap import MindMap


@dataclass(frozen=True, slots=True)
class Format:
    """A format of maps.

    ``writer`` and ``reader`` are written 'module:function', the module inside this package. A writer turns a map
    into text or bytes, a reader turns bytes into a map; ``reader`` is None for a format that is not read back.
    ``whole`` marks a format that can be looked at in any size; the others hold a map of the size it suggests.
    """

    ending: str
    name: str
    media_type: str
    writer: str
    reader: str | None = None
    whole: bool = False

    def render(self, mindmap: "MindMap", **beside: Any) -> bytes:
        """The map in this format, and what is shown ``beside`` it where the format can; text is UTF-8."""
        content: str | bytes = _function(self.writer)(mindmap if self.whole else mindmap.cut(), **beside)
        return content.encode() if isinstance(content, str) else content

    def parse(self, content: bytes) -> "MindMap":
        """The map that a file of this format holds."""
        if self.reader is None:
            raise UnknownNameError("format that can be read with the ending", self.ending, READABLE)
        mindmap: MindMap = _function(self.reader)(content)
        return mindmap


FORMATS: dict[str, Format] = {
    form.ending: form
    for form in (
        Format(".json", "JSON", "application/json", "json:to_json", "json:from_json"),
        Format(".md", "Markdown, markmap", "text/markdown", "markdown:to_markdown", "markdown_reader:from_markdown"),
        Format(
            ".mm", "FreeMind, Freeplane", "application/x-freemind", "freemind:to_freemind", "freemind:from_freemind"
        ),
        Format(".xmind", "XMind", "application/vnd.xmind.workbook", "xmind:to_xmind", "xmind:from_xmind"),
        Format(".opml", "OPML outline", "text/x-opml", "opml:to_opml", "opml:from_opml"),
        Format(".mmd", "Mermaid", "text/vnd.mermaid", "mermaid:to_mermaid"),
        Format(".puml", "PlantUML", "text/x-plantuml", "plantuml:to_plantuml"),
        Format(".canvas", "JSON Canvas, Obsidian", "application/json", "canvas:to_canvas"),
        Format(".dot", "Graphviz", "text/vnd.graphviz", "dot:to_dot"),
        Format(".graphml", "GraphML", "application/graphml+xml", "graphml:to_graphml"),
        Format(".svg", "SVG picture", "image/svg+xml", "svg:to_svg"),
        Format(".png", "PNG picture", "image/png", "png:to_png"),
        Format(".pdf", "PDF", "application/pdf", "pdf:to_pdf"),
        Format(".txt", "plain outline", "text/plain", "outline:to_outline"),
        Format(".html", "interactive page", "text/html", "html:to_html", whole=True),
    )
}
READABLE: tuple[str, ...] = tuple(ending for ending, form in FORMATS.items() if form.reader)


def format_named(ending: str) -> Format:
    """The format of an ending such as '.svg'; upper case counts as lower."""
    if ending.lower() not in FORMATS:
        raise UnknownNameError("format with the ending", ending, FORMATS)
    return FORMATS[ending.lower()]


def _function(place: str) -> Callable[..., Any]:
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"ramify.export.{module}"), name)
    return function
