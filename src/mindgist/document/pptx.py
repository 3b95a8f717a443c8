"""PowerPoint presentations (PPTX): a slide is a section under its title, its points are list items."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mindgist.document.archive import MATH, Archive, elements, events, main_part, part, relationships
from mindgist.document.block import Block
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded

if TYPE_CHECKING:
    from lxml.etree import _Element

_SLIDES = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHAPE, _PLACEHOLDER = _SLIDES + "sp", _SLIDES + "ph"
_STRUCTURE = (*(_DRAWING + name for name in ("p", "tbl", "tr", "tc")), _SHAPE, _PLACEHOLDER)
_TITLES = ("title", "ctrTitle")
_LEFT_OUT = frozenset(("sldNum", "dt", "ftr", "hdr"))
_BREAKS = (_DRAWING + "br", _DRAWING + "tab")


def read_pptx(content: bytes) -> Document:
    """Read a presentation; the title of its first slide is the document's title."""
    archive = Archive(content)
    main = main_part(archive, "ppt/presentation.xml")
    places = {one.identifier: one.target for one in relationships(archive, main) if one.kind == "slide"}
    reader = TableReader()
    is_first = True
    for slide in elements(part(archive, main), _SLIDES + "sldId", "the presentation"):
        place = places.pop(slide.get(_RELATION, ""), None)
        for block in _slide(part(archive, place), reader) if place else ():
            reader.add(Block(block.text, "title") if is_first and block.level else block)
            is_first = False
    return reader.document()


def _slide(content: bytes, reader: TableReader) -> Iterator[Block]:
    """The blocks of a slide, its title first. The lines of a title are joined."""
    title: list[str] = []
    others: list[tuple[str, str, Block | None]] = []
    roles = [""]  # of the open shapes: the type of the placeholder ('title', 'body', 'dt'), '' for a text box
    for event, element in events(content, _STRUCTURE, "a slide of the presentation"):
        kind = str(element.tag).removeprefix(_DRAWING)
        role = roles[-1]
        if element.tag == _SHAPE and event == "start":
            roles.append("")
        elif element.tag == _SHAPE:
            roles.pop()
        elif element.tag == _PLACEHOLDER:
            roles[-1] = element.get("type", "body") if len(roles) > 1 else ""  # not that of a picture
        elif kind != "p":
            others.append((kind, event, None))
        if kind != "p" or event == "start" or role in _LEFT_OUT:
            continue
        text = _text(element)
        if role in _TITLES:
            title.append(text)
        else:
            others.append((kind, event, Block(text, depth=_depth(element, role))))
    if any(title):
        yield Block(" ".join(filter(None, title)), "heading", 1)
    for kind, event, block in others:
        if block is None:
            reader.table_event(kind, event)
        else:
            yield block


def _depth(paragraph: "_Element", role: str) -> int:
    properties = paragraph.find(_DRAWING + "pPr")
    level = properties.get("lvl", "0") if properties is not None else "0"
    deeper = int(level) if level.isdecimal() and len(level) < 2 else 0
    return 0 if role == "subTitle" else 1 + deeper


def _text(paragraph: "_Element") -> str:
    pieces = [
        " " if element.tag in _BREAKS else element.text or ""
        for element in paragraph.iter(_DRAWING + "t", MATH + "t", *_BREAKS)
    ]
    return folded("".join(pieces))
