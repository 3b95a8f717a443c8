"""The table of formats: file name endings with the functions that write and read them.

The table names functions instead of importing them. So the help and the page's menu list the formats without loading
anything, and the picture libraries load when a picture is requested. Other packages add formats by entry points of the
group ``mindgist.formats`` that name a ``Format`` (docs/extending.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mindgist.errors import UnknownNameError
from mindgist.tables import added_rows, load

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap

ENTRY_POINTS = "mindgist.formats"


@dataclass(frozen=True, slots=True)
class Format:
    """A format of map files.

    Attributes:
        writer: 'module:function' that takes a map and returns text or bytes. The writer of an interactive format takes
            (map, document, view).
        reader: 'module:function' that takes bytes and returns a map, or None if the format is not read.
        interactive: Whether the reader of the file can change the map's size, so that the file holds all nodes. The
            other formats hold the map cut to its size.
        extra: What to install if a library that the format needs is missing.
        suffix: The ending of its files, if that is the ending of another format, too.
    """

    ending: str
    name: str
    media_type: str
    writer: str
    reader: str | None = None
    interactive: bool = False
    extra: str | None = None
    suffix: str | None = None

    @property
    def title(self) -> str:
        """The format as messages name it."""
        return f"the format {self.ending}"

    def render(
        self, mindmap: "MindMap", document: "Document | Mapping[str, Any] | None" = None, view: object = None
    ) -> bytes:
        """Return the content of a file, text as UTF-8.

        Args:
            mindmap: The map to write.
            document: Its document, as such or in the viewer's JSON form. Only interactive formats show it.
            view: Which nodes the page shows as folded, in the viewer's JSON form. Only interactive formats use it.
        """
        write = load(self.writer, self.title, self.extra)
        content: str | bytes = write(mindmap, document, view) if self.interactive else write(mindmap.cut())
        return content.encode() if isinstance(content, str) else content

    def parse(self, content: bytes) -> "MindMap":
        """Return the map in a file of this format."""
        if self.reader is None:
            readable = (ending for ending, form in all_formats().items() if form.reader)
            raise UnknownNameError("format that can be read with the ending", self.ending, readable)
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
            ".obsidian", "Markdown for Obsidian's mind-map plug-in", "text/markdown",
            _HERE + "markdown:to_obsidian", suffix=".md",
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
        Format(
            ".apkg", "Anki cards", "application/octet-stream", _HERE + "anki:to_apkg", extra="mindgist[cards]"
        ),
        Format(".csv", "cards as a table", "text/csv", _HERE + "cards:to_csv"),
        Format(".txt", "plain outline", "text/plain", _HERE + "outline:to_outline"),
        Format(".html", "interactive page", "text/html", _HERE + "html:to_html", interactive=True),
    )
}  # fmt: skip
READABLE: tuple[str, ...] = tuple(ending for ending, form in FORMATS.items() if form.reader)


def all_formats() -> dict[str, Format]:
    """Return mindgist's own formats and those of installed packages, by ending. Own formats take precedence."""
    added = {form.ending: form for form in added_rows(ENTRY_POINTS, Format).values()}
    return FORMATS | {ending: form for ending, form in added.items() if ending not in FORMATS}


def format_named(ending: str) -> Format:
    """Return the format of an ending such as '.svg', in upper or lower case."""
    ending = ending.lower()
    if ending in FORMATS:
        return FORMATS[ending]
    formats = all_formats()
    if ending not in formats:
        raise UnknownNameError("format with the ending", ending, formats)
    return formats[ending]
