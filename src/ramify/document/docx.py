"""Word documents (DOCX) to a Document: paragraphs, headings and title by their styles, in the order of the text.

Deleted and moved-away text, field codes, tables of contents, headers, footers and notes are not part of the text.
"""

import re
from typing import TYPE_CHECKING

from ramify.document.archive import Archive
from ramify.document.document import Document
from ramify.document.extraction import Extraction
from ramify.document.xml import elements

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_VALUE = _WORD + "val"
_HEADING = re.compile(r"heading (\d)$")
_LEFT_OUT = re.compile(r"(?:toc|table of|index|header|footer|footnote|endnote)\b")
_TITLE_LEVEL = 0
_BODY_LEVEL = 9  # the outline level (counted from 0) that Word gives to body text

# How many styles one may be based on before it is a circle.
_LONGEST_ANCESTRY = 20
_BREAKS = {_WORD + "tab": " ", _WORD + "br": " ", _WORD + "cr": " ", _WORD + "noBreakHyphen": "-"}


def read_docx(content: bytes) -> Document:
    """Read a Word document."""
    archive = Archive(content)
    styles = _Styles(archive.read("word/styles.xml") if "word/styles.xml" in archive.names else None)
    extraction = Extraction()
    titled = False
    for paragraph in elements(archive.read("word/document.xml"), _WORD + "p", "the Word document"):
        if any(ancestor.tag == _FALLBACK for ancestor in paragraph.iterancestors()):
            continue  # the same text box again, for programs older than Word 2010
        text = _text(paragraph)
        style = paragraph.find(f"{_WORD}pPr/{_WORD}pStyle")
        name = style.get(_VALUE, "") if style is not None else ""
        level = _outline_level(paragraph.find(_WORD + "pPr"))
        level = styles.level(name) if level is None else level
        if styles.is_left_out(name):
            continue
        if level is None or level > _BODY_LEVEL:
            extraction.paragraph(text)
        elif level > _TITLE_LEVEL:
            extraction.heading(level, text)
        elif text and not titled:
            extraction.title(text)
            titled = True
        else:
            extraction.paragraph(text)
    return extraction.document()


def _text(paragraph: "_Element") -> str:
    pieces = []
    for element in paragraph.iter(_WORD + "t", *_BREAKS):
        if element.tag in _BREAKS:
            pieces.append(_BREAKS[element.tag])
        elif not any(ancestor.tag == _WORD + "moveFrom" for ancestor in element.iterancestors()):
            pieces.append(element.text or "")
    return " ".join("".join(pieces).split())


def _outline_level(properties: "_Element | None") -> int | None:
    """The level that properties state outright: 1 is the highest; more than 9 is body text."""
    found = properties.find(_WORD + "outlineLvl") if properties is not None else None
    value = found.get(_VALUE, "") if found is not None else ""
    return int(value) + 1 if value.isdecimal() and len(value) < 3 else None


class _Styles:
    """What a document's paragraph styles mean. Their identifiers vary with Word's language; their names do not."""

    def __init__(self, content: bytes | None) -> None:
        self._names: dict[str, str] = {}
        self._bases: dict[str, str] = {}
        self._levels: dict[str, int] = {}
        for style in elements(content, _WORD + "style", "the Word document's list of styles") if content else ():
            identifier = style.get(_WORD + "styleId", "")
            self._names[identifier] = _value(style.find(_WORD + "name")).lower()
            self._bases[identifier] = _value(style.find(_WORD + "basedOn"))
            level = _outline_level(style.find(_WORD + "pPr"))
            if level is not None:
                self._levels[identifier] = level

    def level(self, identifier: str) -> int | None:
        """The heading's level of a style, 0 for the title's, None for any other."""
        for _ in range(_LONGEST_ANCESTRY):
            name = self._names.get(identifier, identifier.lower())
            heading = _HEADING.match(name)
            if heading:
                return int(heading[1])
            if name == "title":
                return _TITLE_LEVEL
            if identifier in self._levels:
                return self._levels[identifier]
            identifier = self._bases.get(identifier, "")
            if not identifier:
                return None
        return None

    def is_left_out(self, identifier: str) -> bool:
        """Whether paragraphs of this style (a table of contents) are no prose."""
        return bool(_LEFT_OUT.match(self._names.get(identifier, "")))


def _value(element: "_Element | None") -> str:
    return element.get(_VALUE, "") if element is not None else ""
