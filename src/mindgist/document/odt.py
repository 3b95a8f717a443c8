"""OpenDocument texts and presentations (ODT, ODP)."""

from typing import TYPE_CHECKING

from mindgist.document.archive import Archive, elements, events
from mindgist.document.block import Block
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element

_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE = f"{{{_SPACE}text:1.0}}", f"{{{_SPACE}table:1.0}}"
_DRAW, _STYLE = f"{{{_SPACE}drawing:1.0}}", f"{{{_SPACE}style:1.0}}"
_PRESENTATION = f"{{{_SPACE}presentation:1.0}}"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_NAMES = {_TABLE + "table": "tbl", _TABLE + "table-row": "tr", _TABLE + "table-cell": "tc"}
_HEADERS = _TABLE + "table-header-rows"
_FRAME = _DRAW + "frame"
_STRUCTURE = (_TEXT + "p", _TEXT + "h", _FRAME, *_NAMES)
# Elements inside the text that are not part of it.
_LEFT_OUT = frozenset(
    (
        _TEXT + "note", _TEXT + "tracked-changes", _TEXT + "table-of-content", _TEXT + "alphabetical-index",
        _TEXT + "bibliography", f"{{{_SPACE}office:1.0}}annotation", _PRESENTATION + "notes",
    )
)  # fmt: skip
_SPACES = {_TEXT + "s": " ", _TEXT + "tab": " ", _TEXT + "line-break": " "}


def read_odt(content: bytes) -> Document:
    """Read an OpenDocument file; each slide of a presentation is a section with its title."""
    archive = Archive(content)
    if "META-INF/manifest.xml" in archive.names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentError("the document is protected by a password; save it without one and map that")
    body = archive.read("content.xml")
    titles = _title_styles(body)
    reader = TableReader()
    notes: list[Block] = []
    in_title = False  # whether the open frame holds a slide's title
    for event, element in events(body, _STRUCTURE, "the OpenDocument file"):
        if element.tag == _FRAME:
            in_title = event == "start" and element.get(_PRESENTATION + "class") == "title"
        elif element.tag in _NAMES:
            reader.table_event(_NAMES[str(element.tag)], event, next(element.iterancestors(_HEADERS), None) is not None)
        elif event == "end":
            ancestors_left_out = _LEFT_OUT.intersection(ancestor.tag for ancestor in element.iterancestors())
            if not ancestors_left_out:
                reader.add(_block(element, titles, in_title))
            elif ancestors_left_out == {_TEXT + "note"}:
                notes.append(Block(folded("".join(_pieces(element))), "aside"))
    for note in notes:  # asides after the text
        reader.add(note)
    return reader.document(_title(archive))


def _block(element: "_Element", titles: set[str], in_title: bool) -> Block:
    text = folded("".join(_pieces(element)))
    if in_title:
        return Block(text, "heading", 1)
    if element.tag == _TEXT + "h":
        level = element.get(_TEXT + "outline-level", "1")
        return Block(text, "heading", int(level) if level.isdecimal() and len(level) < 3 else 1)
    if element.get(_TEXT + "style-name", "") in titles:
        return Block(text, "title")
    depth = sum(ancestor.tag == _TEXT + "list" for ancestor in element.iterancestors())
    return Block(text, depth=depth)


def _pieces(element: "_Element") -> list[str]:
    """The text of a paragraph without its notes."""
    pieces = [_SPACES.get(str(element.tag), ""), element.text or ""]
    for child in element:
        if child.tag not in _LEFT_OUT:
            pieces += _pieces(child)
        pieces.append(child.tail or "")
    return pieces


def _title_styles(body: bytes) -> set[str]:
    """The names of the title style and of styles derived from it."""
    found = {"Title"}
    for style in elements(body, _STYLE + "style", "the OpenDocument file"):
        if style.get(_STYLE + "parent-style-name") == "Title":
            found.add(style.get(_STYLE + "name", ""))
    return found


def _title(archive: Archive) -> str | None:
    if "meta.xml" not in archive.names:
        return None
    for element in elements(archive.read("meta.xml"), _TITLE, "the OpenDocument file's metadata"):
        return folded(element.text or "") or None
    return None
