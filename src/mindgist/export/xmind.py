"""A map for XMind (.xmind, a zip archive with JSON since XMind Zen), and back."""

import io
import json
import zipfile
from typing import Any

from mindgist.document.archive import Archive
from mindgist.errors import DocumentError, MapFileError
from mindgist.export.branch import Branch, centre_branch, node_key
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.json import parse_json
from mindgist.export.markup import parse_xml, walk_elements
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

PROVIDER = "mindgist"  # XMind stores the data that a program adds to a topic under its name
_FILE_DATE = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same map gives the same bytes


def to_xmind(mindmap: MindMap) -> bytes:
    """Return a workbook with one sheet; each topic has its position and score as a note and as an extension."""
    centre = centre_branch(mindmap)
    ends = [(node_key(link.source), node_key(link.target)) for link in centre.mindmap.links]
    relations = [
        {"id": f"{one}-{other}", "class": "relationship", "title": "", "end1Id": one, "end2Id": other}
        for one, other in ends
    ]
    root = {**_topic(centre), "structureClass": "org.xmind.ui.map.unbalanced"}
    sheet = {"id": "sheet", "class": "sheet", "title": centre.name, "rootTopic": root, "relationships": relations}
    files = {
        "content.json": json.dumps([sheet], ensure_ascii=False),
        "metadata.json": json.dumps({"creator": {"name": "mindgist"}}),
        "manifest.json": json.dumps({"file-entries": {"content.json": {}, "metadata.json": {}}}),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _FILE_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return target.getvalue()


def _topic(branch: Branch) -> dict[str, Any]:
    topic: dict[str, Any] = {"id": branch.key, "class": "topic", "title": branch.name}
    if branch.is_folded:
        topic["branch"] = "folded"
    if branch.note:
        topic["notes"] = {"plain": {"content": branch.note}}
    details = [{"name": name, "content": str(value)} for name, value in branch.details.items()]
    topic["extensions"] = [{"provider": PROVIDER, "content": details}]
    if branch.children:
        topic["children"] = {"attached": [_topic(child) for child in branch.children]}
    return topic


def from_xmind(content: bytes) -> MindMap:
    """Read the first sheet of a workbook, in the format with JSON or the older one with XML."""
    try:
        archive = Archive(content)
        if "content.json" in archive.names:
            return map_from_items(_items_from_json(parse_json(archive.read("content.json"))))
        if "content.xml" in archive.names:
            return map_from_items(_items_from_xml(archive.read("content.xml")))
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
            if extension.get("provider") in (PROVIDER, FORMER_NAME)
            for entry in extension["content"]
        }
        if topic.get("branch") == "folded":
            details["folded"] = "true"
        items.append(OutlineItem(depth, str(topic.get("title") or ""), details))
        children = (topic.get("children") or {}).get("attached") or []
        stack += [(depth + 1, child) for child in reversed(children)]
    return items


def _items_from_xml(content: bytes) -> list[OutlineItem]:
    """Read the format before XMind Zen, in which a title is an element inside its topic."""
    root = parse_xml(content)
    sheet = next(root.iter("sheet"), root)
    return [OutlineItem(depth, topic.findtext("title", "")) for depth, topic in walk_elements(sheet, "topic")]
