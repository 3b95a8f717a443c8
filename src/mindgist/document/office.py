"""Office files in XML: Word (DOCX), PowerPoint (PPTX), OpenDocument texts and presentations (ODT, ODP).

Deleted and moved text, field codes, tables of contents, headers and footers are not part of the text. Footnotes and
endnotes follow the text as asides. A slide is a section under its title, its points are list items.
"""

import posixpath
import re
from typing import NamedTuple

from lxml.etree import _Element

from mindgist.document.archive import Archive, attribute, elements, events, local_name
from mindgist.document.block import MAX_BOLD_HEADING, Block
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

_HEADING = re.compile(r"heading (\d)$")
_WORD_LEFT_OUT = re.compile(r"(?:toc|table of|index|header|footer|footnote|endnote)\b")
_LIST = re.compile(r"list (?:bullet|number|continue) ?(\d)?$")
_SIGNS = {"tab": " ", "ptab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-", "den": "/", "sup": "^", "sub": "_"}
_TEXT = ("{*}t", *(f"{{*}}{name}" for name in _SIGNS))
_ODF_TABLES = {"table-row": "tr", "table-cell": "tc"}
_ODF_STRUCTURE = tuple(f"{{*}}{name}" for name in ("p", "h", "frame", *_ODF_TABLES))
_ODF_LEFT_OUT = set("note tracked-changes table-of-content alphabetical-index bibliography annotation notes".split())


def read_docx(content: bytes) -> Document:
    """Read a Word document."""
    archive = Archive(content)
    main = _main_part(archive, "word/document.xml")
    parts = {kind: part for _, kind, part in _relationships(archive, main)}
    styles_part = parts.get("styles", "word/styles.xml")
    styles = _styles(archive.read(styles_part)) if styles_part in archive.names else {}
    reader = TableReader()
    is_header = False  # whether the open row is a header
    for event, element in events(archive.read(main), ("{*}p", "{*}tr", "{*}tc", "{*}tblHeader"), "the Word document"):
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
                    text = " ".join(filter(None, map(_paragraph_text, note.iter("{*}p"))))
                    reader.add(Block(text, "aside"))
    return reader.document()


def _paragraph_text(paragraph: _Element) -> str:
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
        found[attribute(style, "styleId")] = _stated(name.lower(), base, style)
    return found


def _stated(name: str, base: str, element: _Element) -> _Style:
    """What the properties of a style or a paragraph state. The outline level 1 is the highest, over 9 is body text."""
    heading, listed = _HEADING.match(name), _LIST.match(name)
    outline = _small_number(attribute(element.find("{*}pPr/{*}outlineLvl"), "val"))
    level = int(heading[1]) if heading else 0 if name == "title" else None if outline is None else outline + 1
    return _Style(name, base, level, int(listed[1] or 1) if listed else _list_depth(element))


def _block(paragraph: _Element, styles: dict[str, _Style]) -> Block:
    identifier = attribute(paragraph.find("{*}pPr/{*}pStyle"), "val")
    if identifier in styles and _WORD_LEFT_OUT.match(styles[identifier].name):
        return Block("")
    stated = [_stated("", identifier, paragraph)]
    while stated[-1].base and len(stated) <= 20:  # more are a cycle
        base = stated[-1].base
        stated.append(styles.get(base) or _Style("", level=0 if base.lower() == "title" else None))
    level = next((one.level for one in stated if one.level is not None), None)
    depth = next((one.depth for one in stated if one.depth is not None), 0)
    text = _paragraph_text(paragraph)
    if level is not None and level <= 9:  # Word gives 10 to body text
        return Block(text, "heading", level) if level else Block(text, "title")
    is_bold = len(text) <= MAX_BOLD_HEADING and _has_bold_runs(paragraph)
    return Block(text, depth=depth, is_bold=is_bold)


def _has_bold_runs(paragraph: _Element) -> bool:
    runs = [run for run in paragraph.iter("{*}r") if any((text.text or "").strip() for text in run.iter("{*}t"))]
    bold = [run.find("{*}rPr/{*}b") for run in runs]
    return bool(runs) and all(one is not None and attribute(one, "val") not in ("0", "false", "off") for one in bold)


def _list_depth(element: _Element) -> int | None:
    """The list depth of a style or a paragraph: 1 for an outermost list, 0 for prose, None if it does not state it."""
    numbering = element.find("{*}pPr/{*}numPr")
    if numbering is None:
        return None
    level = _small_number(attribute(numbering.find("{*}ilvl"), "val") or "0")
    is_listed = attribute(numbering.find("{*}numId"), "val") != "0"  # number 0 removes the numbering of the style
    return 1 + min(level, 8) if is_listed and level is not None else 0


def read_pptx(content: bytes) -> Document:
    """Read a presentation; the title of its first slide is the document's title."""
    archive = Archive(content)
    main = _main_part(archive, "ppt/presentation.xml")
    places = {identifier: part for identifier, kind, part in _relationships(archive, main) if kind == "slide"}
    reader = TableReader()
    for slide in elements(archive.read(main), "{*}sldId", "the presentation"):
        identifiers = (value for name, value in slide.items() if str(name).endswith("/relationships}id"))
        place = places.pop(str(next(identifiers, "")), None)
        if place:
            title, blocks = _slide(archive.read(place))
            reader.add(Block(title, "heading", 1) if reader.blocks else Block(title, "title"))
            for block in blocks:
                reader.add(block)
    return reader.document()


def _slide(content: bytes) -> tuple[str, list[Block]]:
    """The title of a slide and its blocks. The lines of a title are joined."""
    title: list[str] = []
    reader = TableReader()
    roles = [""]  # of the open shapes: the type of the placeholder ('title', 'body', 'dt'), '' for a text box
    for event, element in events(content, ("{*}p", "{*}tr", "{*}tc", "{*}sp", "{*}ph"), "a slide of the presentation"):
        name, role = local_name(element), roles[-1]
        if name == "sp":
            roles = [*roles, ""] if event == "start" else roles[:-1]
        elif name == "ph":
            roles[-1] = element.get("type", "body") if len(roles) > 1 else ""  # not that of a picture
        elif name != "p":
            reader.table_event(name, event)
        elif event == "end" and role in ("title", "ctrTitle"):
            title.append(_paragraph_text(element))
        elif event == "end" and role not in ("sldNum", "dt", "ftr", "hdr"):
            level = _small_number(attribute(element.find("{*}pPr"), "lvl")) or 0
            reader.add(Block(_paragraph_text(element), depth=0 if role == "subTitle" else 1 + level))
    return " ".join(filter(None, title)), reader.blocks


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
    for event, element in events(body, _ODF_STRUCTURE, "the OpenDocument file"):
        name = local_name(element)
        ancestors = [local_name(ancestor) for ancestor in element.iterancestors()] if name != "frame" else []
        left_out = _ODF_LEFT_OUT.intersection(ancestors)
        if name == "frame":
            in_title = event == "start" and attribute(element, "class") == "title"
        elif name in _ODF_TABLES:
            reader.table_event(_ODF_TABLES[name], event, "table-header-rows" in ancestors)
        elif event == "end" and not left_out:
            text = folded(_odf_text(element))
            if in_title or name == "h":
                reader.add(Block(text, "heading", _small_number(attribute(element, "outline-level")) or 1))
            else:
                is_title = attribute(element, "style-name") in (*titles, "Title")
                reader.add(Block(text, "title") if is_title else Block(text, depth=ancestors.count("list")))
        elif event == "end" and left_out == {"note"}:
            reader.add(Block(folded(_odf_text(element)), "aside"))
    meta = archive.read("meta.xml") if "meta.xml" in archive.names else b"<meta/>"
    stated = elements(meta, "{http://purl.org/dc/elements/1.1/}title", "the file's metadata")
    return reader.document(next((folded(title.text or "") for title in stated), "") or None)


def _odf_text(element: _Element) -> str:
    """The text of a paragraph without its notes; white space is not folded."""
    pieces = [" " * (local_name(element) in ("s", "tab", "line-break")), element.text or ""]
    for child in element:
        if local_name(child) not in _ODF_LEFT_OUT:
            pieces.append(_odf_text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _relationships(archive: Archive, part: str = "") -> list[tuple[str, str, str]]:
    """The existing parts that a part, or the whole file, refers to, as (identifier, kind such as 'slide', name)."""
    folder, name = posixpath.split(part)
    place = posixpath.join(folder, "_rels", name + ".rels")
    if place not in archive.names:
        return []
    found = []
    for element in elements(archive.read(place), "{*}Relationship", f"the file's {place}"):
        target = element.get("Target", "")
        target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        if target in archive.names:
            found.append((element.get("Id", ""), element.get("Type", "").rpartition("/")[2], target))
    return found


def _main_part(archive: Archive, usual: str) -> str:
    """The part that is the document itself; ``usual`` if the file does not state it."""
    main = next((part for _, kind, part in _relationships(archive) if kind == "officeDocument"), usual)
    if main not in archive.names:
        raise DocumentError("the file does not say which of its parts is the document, so it is broken or incomplete")
    return main


def _small_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 else None
