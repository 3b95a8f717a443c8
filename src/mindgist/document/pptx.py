"""PowerPoint presentations (PPTX): a slide is a section under its title, its points are list items."""

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
from mindgist.document.document import Document
from mindgist.document.docx import paragraph_text
from mindgist.document.tables import TableReader

_STRUCTURE = tuple(f"{{*}}{name}" for name in ("p", "tr", "tc", "sp", "ph"))
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_TITLES = ("title", "ctrTitle")
_LEFT_OUT = frozenset(("sldNum", "dt", "ftr", "hdr"))


def read_pptx(content: bytes) -> Document:
    """Read a presentation; the title of its first slide is the document's title."""
    archive = Archive(content)
    main = main_part(archive, "ppt/presentation.xml")
    places = {one.identifier: one.target for one in relationships(archive, main) if one.kind == "slide"}
    reader = TableReader()
    for slide in elements(archive.read(main), "{*}sldId", "the presentation"):
        place = places.pop(slide.get(_RELATION) or slide.get(_STRICT_RELATION) or "", None)
        if place:
            is_first = not reader.blocks
            title, blocks = _slide(archive.read(place))
            reader.add(Block(title, "title") if is_first else Block(title, "heading", 1))
            for block in blocks:
                reader.add(block)
    return reader.document()


def _slide(content: bytes) -> tuple[str, list[Block]]:
    """The title of a slide and its blocks. The lines of a title are joined."""
    title: list[str] = []
    reader = TableReader()
    roles = [""]  # of the open shapes: the type of the placeholder ('title', 'body', 'dt'), '' for a text box
    for event, element in events(content, _STRUCTURE, "a slide of the presentation"):
        name, role = local_name(element), roles[-1]
        if name == "sp":
            roles = [*roles, ""] if event == "start" else roles[:-1]
        elif name == "ph":
            roles[-1] = element.get("type", "body") if len(roles) > 1 else ""  # not that of a picture
        elif name != "p":
            reader.table_event(name, event)
        elif event == "end" and role in _TITLES:
            title.append(paragraph_text(element))
        elif event == "end" and role not in _LEFT_OUT:
            level = small_number(attribute(element.find("{*}pPr"), "lvl")) or 0
            reader.add(Block(paragraph_text(element), depth=0 if role == "subTitle" else 1 + level))
    return " ".join(filter(None, title)), reader.blocks
