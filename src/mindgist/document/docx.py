"""Word documents (DOCX): title, headings and lists by their styles, tables row by row.

Deleted and moved text, field codes, tables of contents, headers and footers are not part of the text. Footnotes and
endnotes follow the text as asides.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from mindgist.document.archive import MATH, Archive, elements, events, main_part, part, relationships
from mindgist.document.block import Block
from mindgist.document.bold_headings import MAX_LENGTH
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_VALUE = _WORD + "val"
_HEADING = re.compile(r"heading (\d)$")
_LEFT_OUT = re.compile(r"(?:toc|table of|index|header|footer|footnote|endnote)\b")
_LIST = re.compile(r"list (?:bullet|number|continue) ?(\d)?$")
_BODY_LEVEL = 9  # the outline level, counted from 0, that Word gives to body text

_MAX_ANCESTORS = 20  # of a style; more are a cycle
_MATH_MARKS = {MATH + "den": "/", MATH + "sup": "^", MATH + "sub": "_"}
_MARKS = {
    _WORD + "tab": " ",
    _WORD + "ptab": " ",
    _WORD + "br": " ",
    _WORD + "cr": " ",
    _WORD + "noBreakHyphen": "-",
    **_MATH_MARKS,
}
_STRUCTURE = tuple(_WORD + name for name in ("p", "tbl", "tr", "tc"))


def read_docx(content: bytes) -> Document:
    """Read a Word document."""
    archive = Archive(content)
    main = main_part(archive, "word/document.xml")
    styles_part = next((one.target for one in relationships(archive, main) if one.kind == "styles"), "word/styles.xml")
    styles = _Styles(part(archive, styles_part) if styles_part in archive.names else None)
    reader = TableReader()
    for event, element in events(part(archive, main), _STRUCTURE, "the Word document"):
        kind = str(element.tag).removeprefix(_WORD)
        if kind != "p":
            reader.table_event(kind, event, _is_header(element))
        elif event == "end" and not any(ancestor.tag == _FALLBACK for ancestor in element.iterancestors()):
            # A fallback repeats a text box for programs older than Word 2010.
            block = styles.block(element)
            if block:
                reader.add(block)
            for picture in element.iter(_PICTURE):
                reader.add(Block(picture.get("descr", ""), "aside"))
    for note in _notes(archive, main):
        reader.add(note)
    return reader.document()


def _notes(archive: Archive, main: str) -> Iterator[Block]:
    """The footnotes and endnotes. The separator lines above them, which Word also stores as notes, are left out."""
    kinds = {"footnotes": _WORD + "footnote", "endnotes": _WORD + "endnote"}
    for relationship in relationships(archive, main):
        if relationship.kind in kinds:
            for note in elements(
                part(archive, relationship.target), kinds[relationship.kind], "the Word document's notes"
            ):
                if not note.get(_WORD + "type", "normal").endswith("eparator"):
                    yield Block(" ".join(filter(None, map(_text, note.iter(_WORD + "p")))), "aside")


def _is_header(cell: "_Element") -> bool:
    return cell.find(f"../{_WORD}trPr/{_WORD}tblHeader") is not None


def _text(paragraph: "_Element") -> str:
    pieces = []
    for element in paragraph.iter(_WORD + "t", MATH + "t", *_MARKS):
        if element.tag in _MARKS:
            pieces.append(_MARKS[element.tag])
        elif not any(ancestor.tag == _WORD + "moveFrom" for ancestor in element.iterancestors()):
            pieces.append(element.text or "")
    return folded("".join(pieces))


def _outline_level(properties: "_Element | None") -> int | None:
    """The outline level in paragraph properties: 1 is the highest, more than 9 is body text."""
    found = properties.find(_WORD + "outlineLvl") if properties is not None else None
    value = found.get(_VALUE, "") if found is not None else ""
    return int(value) + 1 if value.isdecimal() and len(value) < 3 else None


def _list_depth(properties: "_Element | None") -> int | None:
    """The list depth in paragraph properties: 1 for an outermost list, 0 for prose, None if they do not state it."""
    numbering = properties.find(_WORD + "numPr") if properties is not None else None
    if numbering is None:
        return None
    level = _value(numbering.find(_WORD + "ilvl")) or "0"
    listed = _value(numbering.find(_WORD + "numId")) != "0"  # number 0 removes the numbering of the style
    return 1 + min(int(level), 8) if listed and level.isdecimal() and len(level) < 3 else 0


class _Style(NamedTuple):
    """A style; its level and its depth are None if it does not state them."""

    name: str
    base: str = ""
    level: int | None = None
    depth: int | None = None
    is_bold: bool = False


class _Styles:
    """The meaning of a document's paragraph styles. Their identifiers depend on Word's language, their names do not."""

    def __init__(self, content: bytes | None) -> None:
        self._styles: dict[str, _Style] = {}
        for style in elements(content, _WORD + "style", "the Word document's list of styles") if content else ():
            properties = style.find(_WORD + "pPr")
            self._styles[style.get(_WORD + "styleId", "")] = _Style(
                _value(style.find(_WORD + "name")).lower(),
                _value(style.find(_WORD + "basedOn")),
                _outline_level(properties),
                _list_depth(properties),
                _is_set_bold(style.find(_WORD + "rPr"), False),
            )

    def block(self, paragraph: "_Element") -> Block | None:
        """The block of a paragraph; None if it is not part of the text."""
        properties = paragraph.find(_WORD + "pPr")
        name = _value(properties.find(_WORD + "pStyle") if properties is not None else None)
        if name in self._styles and _LEFT_OUT.match(self._styles[name].name):
            return None  # a table of contents, a header
        level = _outline_level(properties)
        level = self._level(name) if level is None else level
        depth = _list_depth(properties)
        depth = self._depth(name) if depth is None else depth
        text = _text(paragraph)
        bold = len(text) <= MAX_LENGTH and self._is_bold(paragraph, name)
        if level is None or level > _BODY_LEVEL:
            return Block(text, depth=depth, is_bold=bold)
        return Block(text, "heading", level) if level else Block(text, "title")

    def _is_bold(self, paragraph: "_Element", style: str) -> bool:
        """Whether all words of a paragraph are bold, by their own properties or by the style."""
        by_style = any(one.is_bold for one in self._ancestry(style))
        runs = [
            run
            for run in paragraph.iter(_WORD + "r")
            if any((text.text or "").strip() for text in run.iter(_WORD + "t"))
        ]
        return bool(runs) and all(_is_set_bold(run.find(_WORD + "rPr"), by_style) for run in runs)

    def _level(self, identifier: str) -> int | None:
        """The heading level of a style; 0 for the title's style, None for others."""
        for style in self._ancestry(identifier):
            if numbered := _HEADING.match(style.name):
                return int(numbered[1])
            if style.name == "title":
                return 0
            if style.level is not None:
                return style.level
        return None

    def _depth(self, identifier: str) -> int:
        """The list depth of a style; 0 for prose."""
        for style in self._ancestry(identifier):
            if listed := _LIST.match(style.name):
                return int(listed[1] or 1)
            if style.depth is not None:
                return style.depth
        return 0

    def _ancestry(self, identifier: str) -> Iterator[_Style]:
        """A style and those it is based on."""
        for _ in range(_MAX_ANCESTORS):
            if not identifier:
                return
            style = self._styles.get(identifier, _Style(identifier.lower()))
            yield style
            identifier = style.base


def _is_set_bold(properties: "_Element | None", default: bool) -> bool:
    """Whether run properties set bold; ``default`` if they do not state it."""
    found = properties.find(_WORD + "b") if properties is not None else None
    return default if found is None else found.get(_VALUE, "1") not in ("0", "false", "off")


def _value(element: "_Element | None") -> str:
    return element.get(_VALUE, "") if element is not None else ""
