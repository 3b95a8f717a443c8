"""A map for mind-map programs and outliners, and back: FreeMind and Freeplane (.mm), OPML 2.0, and XMind."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from mindgist.document.archive import Archive
from mindgist.errors import DocumentError, MapFileError
from mindgist.export.branch import Branch, Details, centre_branch
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.json import parse_json
from mindgist.export.markup import escape_xml, parse_xml, walk_elements, xml_attributes
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

# Freeplane reads a text with such a start as a formula, an escaped formula, HTML or LaTeX. A zero width space before
# it prevents that. A text that already starts with one gets another, because the reader removes the first.
_GUARD = "\N{ZERO WIDTH SPACE}"
_ACTIVE = re.compile(rf"=|'|<html|\\(?:unparsed)?latex|{_GUARD}", re.IGNORECASE)
_BEYOND_ASCII = re.compile("[\u0080-\uffff]")

_NAMESPACE = "urn:mindgist:map"  # OPML allows additional attributes in a namespace
_OWN = (f"{{{_NAMESPACE}}}", f"{{urn:{FORMER_NAME}:map}}")  # the starts of our attributes, as they are read
_PROVIDER = "mindgist"  # XMind stores the data that a program adds to a topic under its name


def to_freemind(mindmap: MindMap) -> str:
    """Return ASCII without an XML declaration, which every version reads.

    Only characters beyond U+FFFF (emoji) are not escaped, because Freeplane damages references to them.
    """
    text = "\n".join(['<map version="freeplane 1.7.0">', *_lines(centre_branch(mindmap)), "</map>\n"])
    return _BEYOND_ASCII.sub(lambda match: f"&#{ord(match[0])};", text)


def _lines(branch: Branch, side: str = "") -> Iterator[str]:
    """Yield the elements of a branch. The first half of the main branches is on the right."""
    node = {"TEXT": _guarded(branch.name), "ID": f"ID_{branch.index + 1}"}
    node |= {"POSITION": side} if side else {}
    node |= {"FOLDED": "true"} if branch.is_folded else {}
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
        yield from _lines(child, place if branch.node.parent is None else "")
    yield "</node>"


def from_freemind(content: bytes) -> MindMap:
    """Read nodes and the attributes that mindgist writes; of rich text, the words."""
    items = []
    for depth, node in walk_elements(parse_xml(content), "node"):
        attributes = node.iterfind("attribute")
        details = {entry.get("NAME", ""): entry.get("VALUE", "").removeprefix(_GUARD) for entry in attributes}
        if node.get("FOLDED") == "true":
            details["folded"] = "true"
        rich_texts = (text for rich in node.iterfind("richcontent[@TYPE='NODE']") for text in rich.itertext())
        label = node.get("TEXT", node.get("LOCALIZED_TEXT", "")).removeprefix(_GUARD) or " ".join(rich_texts)
        items.append(OutlineItem(depth, label, details))
    return map_from_items(items)


def _guarded(text: str) -> str:
    return _GUARD + text if _ACTIVE.match(text) else text


def to_opml(mindmap: MindMap) -> str:
    """Return nested outlines: the label as text, the position as a note, and all details as attributes."""
    centre = centre_branch(mindmap)
    visible = [branch for _, branch in centre_branch(mindmap, visible_only=True).walk()]
    unfolded = ", ".join(str(line) for line, branch in enumerate(visible, start=1) if branch.children)
    state = f"<expansionState>{unfolded}</expansionState>" if any(branch.hidden for branch in visible) else ""
    outlines = "\n".join(_outlines(centre))
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:mindgist="{_NAMESPACE}">
<head><title>{escape_xml(centre.name)}</title>{state}</head>
<body>
{outlines}
</body>
</opml>
"""


def _outlines(branch: Branch) -> Iterator[str]:
    outline: Details = {"text": branch.name}
    outline |= {"_note": branch.note} if branch.note else {}
    outline |= {f"mindgist:{name}": value for name, value in branch.details.items()}
    outline |= {"mindgist:folded": "true"} if branch.is_folded else {}
    yield f"<outline{xml_attributes(outline)}>"
    for child in branch.children:
        yield from _outlines(child)
    yield "</outline>"


def from_opml(content: bytes) -> MindMap:
    """Read the outlines of any OPML file."""
    items = []
    for depth, outline in walk_elements(parse_xml(content), "outline"):
        details = {name.rpartition("}")[2]: value for name, value in outline.items() if name.startswith(_OWN)}
        items.append(OutlineItem(depth, outline.get("text", outline.get("title", "")), details))
    return map_from_items(items)


def to_xmind(mindmap: MindMap) -> bytes:
    """Return a workbook with one sheet; each topic has its position and score as a note and as an extension."""
    centre = centre_branch(mindmap)
    relations = [
        {"id": f"{one}-{other}", "class": "relationship", "title": "", "end1Id": one, "end2Id": other}
        for one, other, _ in centre.cross_links()
    ]
    root = {**_topic(centre), "structureClass": "org.xmind.ui.map.unbalanced"}
    sheet = {"id": "sheet", "class": "sheet", "title": centre.name, "rootTopic": root, "relationships": relations}
    files = {
        "content.json": json.dumps([sheet], ensure_ascii=False),
        "metadata.json": json.dumps({"creator": {"name": "mindgist"}}),
        "manifest.json": json.dumps({"file-entries": {"content.json": {}, "metadata.json": {}}}),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)  # no date: the same map, the same bytes
    return target.getvalue()


def _topic(branch: Branch) -> dict[str, Any]:
    topic: dict[str, Any] = {"id": branch.key, "class": "topic", "title": branch.name}
    details = [{"name": name, "content": str(value)} for name, value in branch.details.items()]
    topic |= {"branch": "folded"} if branch.is_folded else {}
    topic |= {"notes": {"plain": {"content": branch.note}}} if branch.note else {}
    topic |= {"extensions": [{"provider": _PROVIDER, "content": details}]}
    topic |= {"children": {"attached": list(map(_topic, branch.children))}} if branch.children else {}
    return topic


def from_xmind(content: bytes) -> MindMap:
    """Read the first sheet of a workbook, in the format with JSON or the older one with XML."""
    try:
        archive = Archive(content)
        if "content.json" in archive.names:
            return map_from_items(_items_from_json(parse_json(archive.read("content.json"))))
        if "content.xml" in archive.names:
            root = parse_xml(archive.read("content.xml"))
            topics = walk_elements(next(root.iter("sheet"), root), "topic")
            return map_from_items([OutlineItem(depth, topic.findtext("title", "")) for depth, topic in topics])
    except DocumentError as error:
        raise MapFileError(f"the file is not an XMind workbook: {error}") from error
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise MapFileError(f"the workbook's content is not in XMind's form ({error!r})") from error
    raise MapFileError("the archive has no content.json, so it is no XMind workbook")


def _items_from_json(sheets: Any) -> list[OutlineItem]:
    items = []
    stack = [(0, sheets[0]["rootTopic"])]
    while stack:
        depth, topic = stack.pop()
        details = {
            str(entry["name"]): str(entry["content"])
            for extension in topic.get("extensions") or []
            if extension.get("provider") in (_PROVIDER, FORMER_NAME)
            for entry in extension["content"]
        }
        if topic.get("branch") == "folded":
            details["folded"] = "true"
        items.append(OutlineItem(depth, str(topic.get("title") or ""), details))
        children = (topic.get("children") or {}).get("attached") or []
        stack += [(depth + 1, child) for child in reversed(children)]
    return items
