"""OpenDocument texts and presentations (ODT, ODP)."""

from typing import TYPE_CHECKING

from mindgist.document.archive import Archive, attribute, elements, events, local_name, small_number
from mindgist.document.block import Block
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element

_TABLES = {"table-row": "tr", "table-cell": "tc"}
_STRUCTURE = tuple(f"{{*}}{name}" for name in ("p", "h", "frame", *_TABLES))
# Elements inside the text that are not part of it.
_LEFT_OUT = frozenset("note tracked-changes table-of-content alphabetical-index bibliography annotation notes".split())
_SPACES = ("s", "tab", "line-break")


def read_odt(content: bytes) -> Document:
    """Read an OpenDocument file; each slide of a presentation is a section with its title."""
    archive = Archive(content)
    if "META-INF/manifest.xml" in archive.names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentError("the document is protected by a password; save it without one and map that")
    body = archive.read("content.xml")
    styles = elements(body, "{*}style", "the OpenDocument file")
    titles = {attribute(style, "name") for style in styles if attribute(style, "parent-style-name") == "Title"}
    reader = TableReader()
    in_title = False  # whether the open frame holds a slide's title
    for event, element in events(body, _STRUCTURE, "the OpenDocument file"):
        name = local_name(element)
        ancestors = [local_name(ancestor) for ancestor in element.iterancestors()] if name != "frame" else []
        left_out = _LEFT_OUT.intersection(ancestors)
        if name == "frame":
            in_title = event == "start" and attribute(element, "class") == "title"
        elif name in _TABLES:
            reader.table_event(_TABLES[name], event, "table-header-rows" in ancestors)
        elif event == "end" and not left_out:
            reader.add(_block(element, titles | {"Title"}, in_title, ancestors.count("list")))
        elif event == "end" and left_out == {"note"}:
            reader.add_note(_text(element))
    return reader.document(_title(archive))


def _block(element: "_Element", titles: set[str], in_title: bool, depth: int) -> Block:
    text = _text(element)
    if in_title or local_name(element) == "h":
        return Block(text, "heading", small_number(attribute(element, "outline-level")) or 1)
    return Block(text, "title") if attribute(element, "style-name") in titles else Block(text, depth=depth)


def _text(element: "_Element") -> str:
    return folded("".join(_pieces(element)))


def _pieces(element: "_Element") -> list[str]:
    """The text of a paragraph without its notes."""
    pieces = [" " * (local_name(element) in _SPACES), element.text or ""]
    for child in element:
        if local_name(child) not in _LEFT_OUT:
            pieces += _pieces(child)
        pieces.append(child.tail or "")
    return pieces


def _title(archive: Archive) -> str | None:
    if "meta.xml" not in archive.names:
        return None
    titles = elements(archive.read("meta.xml"), "{http://purl.org/dc/elements/1.1/}title", "the file's metadata")
    return next((folded(element.text or "") for element in titles), "") or None
