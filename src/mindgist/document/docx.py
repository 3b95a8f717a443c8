"""Word documents (DOCX): title, headings and lists by their styles, tables row by row.

Deleted and moved text, field codes, tables of contents, headers and footers are not part of the text. Footnotes and
endnotes follow the text as asides.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from mindgist.document.archive import (
    Archive,
    attribute,
    elements,
    events,
    local_name,
    main_part,
    relationships,
    small_number,
)
from mindgist.document.block import Block
from mindgist.document.bold_headings import MAX_LENGTH
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADING = re.compile(r"heading (\d)$")
_LEFT_OUT = re.compile(r"(?:toc|table of|index|header|footer|footnote|endnote)\b")
_LIST = re.compile(r"list (?:bullet|number|continue) ?(\d)?$")
_BODY_LEVEL = 9  # the outline level, counted from 0, that Word gives to body text
_MAX_ANCESTORS = 20  # of a style; more are a cycle
_STRUCTURE = ("{*}p", "{*}tr", "{*}tc", "{*}tblHeader")
_SIGNS = {"tab": " ", "ptab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-", "den": "/", "sup": "^", "sub": "_"}
_TEXT = ("{*}t", *(f"{{*}}{name}" for name in _SIGNS))


def read_docx(content: bytes) -> Document:
    """Read a Word document."""
    archive = Archive(content)
    main = main_part(archive, "word/document.xml")
    parts = {one.kind: one.target for one in relationships(archive, main)}
    styles_part = parts.get("styles", "word/styles.xml")
    styles = _styles(archive.read(styles_part)) if styles_part in archive.names else {}
    reader = TableReader()
    is_header = False  # whether the open row is a header
    for event, element in events(archive.read(main), _STRUCTURE, "the Word document"):
        name = local_name(element)
        if name != "p":
            reader.table_event(name, event, is_header)
            is_header = name == "tblHeader" or (is_header and name != "tr")
        elif event == "end" and not any(local_name(one) == "Fallback" for one in element.iterancestors()):
            # A fallback repeats a text box for programs older than Word 2010.
            reader.add(_block(element, styles))
    for kind in ("footnote", "endnote"):
        if kind + "s" in parts:
            for note in elements(archive.read(parts[kind + "s"]), f"{{*}}{kind}", "the Word document's notes"):
                if not attribute(note, "type").endswith("eparator"):  # the line above the notes
                    reader.add_note(" ".join(filter(None, map(paragraph_text, note.iter("{*}p")))))
    return reader.document()


def paragraph_text(paragraph: "_Element") -> str:
    """The text of a paragraph of a Word file or a slide."""
    pieces = []
    for element in paragraph.iter(*_TEXT):
        name = local_name(element)
        if name in _SIGNS:
            pieces.append(_SIGNS[name])
        elif not any(local_name(ancestor) == "moveFrom" for ancestor in element.iterancestors()):
            pieces.append(element.text or "")
    return folded("".join(pieces))


class _Style(NamedTuple):
    """What a style or a paragraph states itself: its heading level (0: the title) and list depth, or None."""

    name: str
    base: str = ""
    level: int | None = None
    depth: int | None = None


def _styles(content: bytes) -> dict[str, _Style]:
    """The paragraph styles by identifier. Identifiers depend on Word's language, names do not."""
    found = {}
    for style in elements(content, "{*}style", "the Word document's list of styles"):
        name, base = (attribute(style.find(f"{{*}}{one}"), "val") for one in ("name", "basedOn"))
        found[attribute(style, "styleId")] = _stated(name.lower(), base, style.find("{*}pPr"))
    return found


def _stated(name: str, base: str, properties: "_Element | None") -> _Style:
    heading, listed = _HEADING.match(name), _LIST.match(name)
    level = int(heading[1]) if heading else 0 if name == "title" else _outline_level(properties)
    depth = int(listed[1] or 1) if listed else _list_depth(properties)
    return _Style(name, base, level, depth)


def _block(paragraph: "_Element", styles: dict[str, _Style]) -> Block:
    properties = paragraph.find("{*}pPr")
    identifier = attribute(properties.find("{*}pStyle"), "val") if properties is not None else ""
    if identifier in styles and _LEFT_OUT.match(styles[identifier].name):
        return Block("")  # a table of contents, a header
    stated = [_stated("", identifier, properties)]
    while stated[-1].base and len(stated) <= _MAX_ANCESTORS:
        base = stated[-1].base
        stated.append(styles.get(base) or _stated(base.lower(), "", None))
    level = next((one.level for one in stated if one.level is not None), None)
    depth = next((one.depth for one in stated if one.depth is not None), 0)
    text = paragraph_text(paragraph)
    if level is not None and level <= _BODY_LEVEL:
        return Block(text, "heading", level) if level else Block(text, "title")
    is_bold = len(text) <= MAX_LENGTH and _has_bold_runs(paragraph)
    return Block(text, depth=depth, is_bold=is_bold)


def _has_bold_runs(paragraph: "_Element") -> bool:
    """Whether all words of a paragraph are bold by their own properties."""
    runs = [run for run in paragraph.iter("{*}r") if any((text.text or "").strip() for text in run.iter("{*}t"))]
    bold = [run.find("{*}rPr/{*}b") for run in runs]
    return bool(runs) and all(one is not None and attribute(one, "val") not in ("0", "false", "off") for one in bold)


def _outline_level(properties: "_Element | None") -> int | None:
    """The outline level in paragraph properties: 1 is the highest, more than 9 is body text."""
    found = properties.find("{*}outlineLvl") if properties is not None else None
    level = small_number(attribute(found, "val"))
    return None if level is None else level + 1


def _list_depth(properties: "_Element | None") -> int | None:
    """The list depth in paragraph properties: 1 for an outermost list, 0 for prose, None if they do not state it."""
    numbering = properties.find("{*}numPr") if properties is not None else None
    if numbering is None:
        return None
    level = small_number(attribute(numbering.find("{*}ilvl"), "val") or "0")
    is_listed = attribute(numbering.find("{*}numId"), "val") != "0"  # number 0 removes the numbering of the style
    return 1 + min(level, 8) if is_listed and level is not None else 0
