"""The table of formats: file name endings with the functions that write and read them.

The table names functions instead of importing them, so that the help and the page's menu list all formats without
loading anything. Other packages add formats by entry points that name a ``Format`` (docs/extending.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindgist.errors import MapFileError, MindgistError, UnknownNameError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES, write_file
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

    def render(
        self, mindmap: "MindMap", document: "Document | Mapping[str, Any] | None" = None, view: object = None
    ) -> bytes:
        """Return the content of a file, text as UTF-8.

        Only interactive formats use the document, as such or in the viewer's JSON form, and ``view``: which nodes the
        page shows as folded, in that form.
        """
        write = self._load(self.writer)
        content: str | bytes = write(mindmap, document, view) if self.interactive else write(mindmap.cut())
        return content.encode() if isinstance(content, str) else content

    def parse(self, content: bytes) -> "MindMap":
        """Return the map in a file of this format."""
        if self.reader is None:
            readable = (ending for ending, form in all_formats().items() if form.reader)
            raise UnknownNameError("format that can be read with the ending", self.ending, readable)
        mindmap: MindMap = self._load(self.reader)(content)
        return mindmap

    def _load(self, place: str) -> Any:
        return load(place, f"the format {self.ending}", self.extra)


def _own(ending: str, name: str, media_type: str, writer: str, readable: bool = False, **others: Any) -> Format:
    """Return one of mindgist's own formats, in a module of this folder: 'from_NAME' reads what 'to_NAME' writes."""
    writer = f"mindgist.export.{writer}"
    return Format(ending, name, media_type, writer, writer.replace(":to_", ":from_") if readable else None, **others)


FORMATS: dict[str, Format] = {
    form.ending: form
    for form in (
        _own(".json", "JSON", "application/json", "json:to_json", readable=True),
        _own(".md", "Markdown, markmap", "text/markdown", "outline:to_markdown", readable=True),
        _own(".obsidian", "Markdown for Obsidian's mind-map plug-in", "text/markdown", "outline:to_obsidian",
             suffix=".md"),
        _own(".mm", "FreeMind, Freeplane", "application/x-freemind", "mindmap_tools:to_freemind", readable=True),
        _own(".xmind", "XMind", "application/vnd.xmind.workbook", "mindmap_tools:to_xmind", readable=True),
        _own(".opml", "OPML outline", "text/x-opml", "mindmap_tools:to_opml", readable=True),
        _own(".mmd", "Mermaid", "text/vnd.mermaid", "diagram_tools:to_mermaid"),
        _own(".puml", "PlantUML", "text/x-plantuml", "diagram_tools:to_plantuml"),
        _own(".canvas", "JSON Canvas, Obsidian", "application/json", "diagram_tools:to_canvas"),
        _own(".dot", "Graphviz", "text/vnd.graphviz", "diagram_tools:to_dot"),
        _own(".graphml", "GraphML", "application/graphml+xml", "diagram_tools:to_graphml"),
        _own(".svg", "SVG picture", "image/svg+xml", "picture:to_svg"),
        _own(".png", "PNG picture", "image/png", "picture:to_png"),
        _own(".pdf", "PDF", "application/pdf", "pdf:to_pdf"),
        _own(".apkg", "Anki cards", "application/octet-stream", "anki:to_apkg", extra="mindgist[cards]"),
        _own(".csv", "cards as a table", "text/csv", "cards:to_csv"),
        _own(".txt", "plain outline", "text/plain", "outline:to_outline"),
        _own(".html", "interactive page", "text/html", "html:to_html", interactive=True),
    )
}  # fmt: skip
READABLE: tuple[str, ...] = tuple(ending for ending, form in FORMATS.items() if form.reader)


def all_formats() -> dict[str, Format]:
    """Return mindgist's own formats and those of installed packages, by ending. Own formats take precedence."""
    return FORMATS | {form.ending: form for form in added_rows(ENTRY_POINTS, Format).values()} | FORMATS


def format_named(ending: str) -> Format:
    """Return the format of an ending such as '.svg', in upper or lower case."""
    ending = ending.lower()
    formats = FORMATS if ending in FORMATS else all_formats()
    if ending not in formats:
        raise UnknownNameError("format with the ending", ending, formats)
    return formats[ending]


def render(mindmap: "MindMap", ending: str) -> bytes:
    """Return the content of a file with this ending, such as '.svg'."""
    return format_named(ending).render(mindmap)


def save(mindmap: "MindMap", path: str | Path, document: "Document | None" = None, ending: str | None = None) -> None:
    """Write a map to a file in the format of ``ending``, by default the ending of ``path``.

    An .html file holds the whole map, opens it at its size and shows the document's text if given. Other files hold
    the map cut to its size.
    """
    path = Path(path)
    write_file(path, format_named(ending or path.suffix).render(mindmap, document))


def load_map(path: str | Path) -> "MindMap":
    """Read a map file written by mindgist or another tool; the ending of ``path`` names its format."""
    path = Path(path)
    form = format_named(path.suffix)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise MapFileError(f"the file is larger than {MAX_MEGABYTES} MB, which no map is")
        return form.parse(path.read_bytes())
    except OSError as error:
        raise MapFileError(f"cannot read {path}: {error.strerror or error}") from error
    except MindgistError as error:
        raise MapFileError(f"{path}: {error}") from error
