"""A map for FreeMind and Freeplane (.mm), and back."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from mindgist.export.branch import Branch, centre_branch
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.markup import escape_xml, parse_xml, walk_elements, xml_attributes
from mindgist.mindmap import MindMap

# Freeplane reads a text with such a start as a formula, an escaped formula, HTML or LaTeX. A zero width space before
# it prevents that. A text that already starts with one gets another, because the reader removes the first.
_GUARD = "\N{ZERO WIDTH SPACE}"
_ACTIVE = re.compile(rf"=|'|<html|\\(?:unparsed)?latex|{_GUARD}", re.IGNORECASE)
_BEYOND_ASCII = re.compile("[\u0080-\uffff]")


def to_freemind(mindmap: MindMap) -> str:
    """Return nodes with attributes and notes.

    The file is ASCII without an XML declaration, which every version reads. Characters beyond U+FFFF (emoji) are not
    escaped, because Freeplane damages references to them.
    """
    lines = ['<map version="freeplane 1.7.0">', *_lines(centre_branch(mindmap)), "</map>"]
    text = "\n".join(lines) + "\n"
    return _BEYOND_ASCII.sub(lambda match: f"&#{ord(match[0])};", text)


def _lines(branch: Branch, side: str = "") -> Iterator[str]:
    """Yield the elements of a branch. The first half of the main branches is on the right."""
    node = {"TEXT": _guarded(branch.name), "ID": f"ID_{branch.index + 1}"}
    if side:
        node["POSITION"] = side
    if branch.is_folded:
        node["FOLDED"] = "true"
    yield f"<node{xml_attributes(node)}>"
    for name, value in branch.details.items():
        yield f"<attribute{xml_attributes({'NAME': name, 'VALUE': _guarded(str(value))})}/>"
    for link in branch.links:
        arrow = {"DESTINATION": f"ID_{link.target + 1}", "STARTARROW": "NONE", "ENDARROW": "DEFAULT", "DASH": "3 3"}
        yield f"<arrowlink{xml_attributes(arrow)}/>"
    if branch.note:
        paragraphs = "".join(f"<p>{escape_xml(line)}</p>" for line in _guarded(branch.note).split("\n"))
        yield f'<richcontent TYPE="NOTE"><html><head/><body>{paragraphs}</body></html></richcontent>'
    for index, child in enumerate(branch.children):
        place = "right" if 2 * index < len(branch.children) else "left"
        yield from _lines(child, "" if branch.node.parent is not None else place)
    yield "</node>"


def from_freemind(content: bytes) -> MindMap:
    """Read nodes and the attributes that mindgist writes; of rich text, the words."""
    return map_from_items([_item(depth, node) for depth, node in walk_elements(parse_xml(content), "node")])


def _item(depth: int, node: Element) -> OutlineItem:
    details = {
        entry.get("NAME", ""): entry.get("VALUE", "").removeprefix(_GUARD) for entry in node.iterfind("attribute")
    }
    if node.get("FOLDED") == "true":
        details["folded"] = "true"
    rich_texts = (text for rich in node.iterfind("richcontent[@TYPE='NODE']") for text in rich.itertext())
    label = node.get("TEXT", node.get("LOCALIZED_TEXT", "")).removeprefix(_GUARD) or " ".join(rich_texts)
    return OutlineItem(depth, label, details)


def _guarded(text: str) -> str:
    return _GUARD + text if _ACTIVE.match(text) else text
