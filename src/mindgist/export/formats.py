"""The one table of formats: which ending of a file's name means which format, who writes it and who reads it back.

The table names its writers and readers instead of importing them: the shell's help and the page's menu list the
formats without loading anything, and a picture's libraries load when a picture is asked for. Other packages add
formats of their own by entry points of the group ``mindgist.formats`` that name a ``Format`` (docs/extending.md).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mindgist.errors import UnknownNameError
from mindgist.tables import added_rows, load

if TYPE_CHECKING:
    from mindgist.mindmap import MindMap

ENTRY_POINTS = "mindgist.formats"


@dataclass(frozen=True, slots=True)
class Format:
    """A format of maps.

    ``writer`` and ``reader`` are written 'module:function'. A writer turns a map into text or bytes, a reader turns
    bytes into a map; ``reader`` is None for a format that is not read back.
    ``whole`` marks a format that can be looked at in any size; the others hold a map of the size it suggests.
    """

    ending: str
    name: str
    media_type: str
    writer: str
    reader: str | None = None
    whole: bool = False
    extra: str | None = None

    @property
    def title(self) -> str:
        """The format in a message."""
        return f"the format {self.ending}"

    def render(self, mindmap: "MindMap", **beside: Any) -> bytes:
        """The map in this format, and what is shown ``beside`` it where the format can; text is UTF-8."""
        content: str | bytes = load(self.writer, self.title, self.extra)(
            mindmap if self.whole else mindmap.cut(), **beside
        )
        return content.encode() if isinstance(content, str) else content

    def parse(self, content: bytes) -> "MindMap":
        """The map that a file of this format holds."""
        if self.reader is None:
            raise UnknownNameError("format that can be read with the ending", self.ending, readable())
        mindmap: MindMap = load(self.reader, self.title, self.extra)(content)
        return mindmap


_HERE = "mindgist.export."

FORMATS: dict[str, Format] = {
    form.ending: form
    for form in (
        Format(".json", "JSON", "application/json", _HERE + "json:to_json", _HERE + "json:from_json"),
        Format(
            ".md", "Markdown, markmap", "text/markdown",
            _HERE + "markdown:to_markdown", _HERE + "markdown_reader:from_markdown",
        ),
        Format(
            ".mm", "FreeMind, Freeplane", "application/x-freemind",
            _HERE + "freemind:to_freemind", _HERE + "freemind:from_freemind",
        ),
        Format(
            ".xmind", "XMind", "application/vnd.xmind.workbook", _HERE + "xmind:to_xmind", _HERE + "xmind:from_xmind"
        ),
        Format(".opml", "OPML outline", "text/x-opml", _HERE + "opml:to_opml", _HERE + "opml:from_opml"),
        Format(".mmd", "Mermaid", "text/vnd.mermaid", _HERE + "mermaid:to_mermaid"),
        Format(".puml", "PlantUML", "text/x-plantuml", _HERE + "plantuml:to_plantuml"),
        Format(".canvas", "JSON Canvas, Obsidian", "application/json", _HERE + "canvas:to_canvas"),
        Format(".dot", "Graphviz", "text/vnd.graphviz", _HERE + "dot:to_dot"),
        Format(".graphml", "GraphML", "application/graphml+xml", _HERE + "graphml:to_graphml"),
        Format(".svg", "SVG picture", "image/svg+xml", _HERE + "svg:to_svg"),
        Format(".png", "PNG picture", "image/png", _HERE + "png:to_png"),
        Format(".pdf", "PDF", "application/pdf", _HERE + "pdf:to_pdf"),
        Format(".txt", "plain outline", "text/plain", _HERE + "outline:to_outline"),
        Format(".html", "interactive page", "text/html", _HERE + "html:to_html", whole=True),
    )
}  # fmt: skip
READABLE: tuple[str, ...] = tuple(ending for ending, form in FORMATS.items() if form.reader)


def all_formats() -> dict[str, Format]:
    """Mindgist's own formats and those of installed packages, by ending; of one ending, mindgist's own counts."""
    added = {form.ending: form for form in added_rows(ENTRY_POINTS, Format).values()}
    return {**FORMATS, **{ending: form for ending, form in added.items() if ending not in FORMATS}}


def readable() -> tuple[str, ...]:
    """The endings of the formats that are read back."""
    return tuple(ending for ending, form in all_formats().items() if form.reader)


def format_named(ending: str) -> Format:
    """The format of an ending such as '.svg'; upper case counts as lower."""
    ending = ending.lower()
    if ending in FORMATS:
        return FORMATS[ending]
    every = all_formats()
    if ending not in every:
        raise UnknownNameError("format with the ending", ending, every)
    return every[ending]
