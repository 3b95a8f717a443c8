"""A map for XMind (.xmind, the format since XMind Zen: a zip archive with JSON inside), and back."""

import io
import json
import lzma
import zipfile
import zlib
from typing import Any

from mindgist.errors import MapFileError
from mindgist.export.branch import Branch, centred
from mindgist.export.markup import elements
from mindgist.export.topics import Topic, map_of_topics
from mindgist.files import MAX_BYTES, MAX_MEGABYTES
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

_PROVIDER = "mindgist"  # XMind keeps what other programs add to a topic under the name of the program
_CHANGED = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that the same map gives the same bytes


def to_xmind(mindmap: MindMap) -> bytes:
    """A workbook of one sheet; each topic carries its place and score as a note and as an extension."""
    centre = centred(mindmap)
    title = _quoted(centre.label)
    content = f'[{{"id":"sheet","class":"sheet","title":{title},"rootTopic":{_topics(centre)}}}]'
    files = {
        "content.json": content,
        "metadata.json": json.dumps({"creator": {"name": "mindgist"}}),
        "manifest.json": json.dumps({"file-entries": {"content.json": {}, "metadata.json": {}}}),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _CHANGED)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return target.getvalue()


def _topics(centre: Branch) -> str:
    """The nested topics, written piece by piece: a deep map would overrun json's own recursion."""
    pieces: list[str] = []
    first = True  # whether a topic that opens is the first of its siblings
    for opens, branch in centre.nested():
        if opens:
            pieces.append("" if first else ",")
            pieces.append(_quoted(_topic(branch, branch is centre))[:-1])
            if branch.children:
                pieces.append(',"children":{"attached":[')
        else:
            pieces.append("]}}" if branch.children else "}")
        first = opens
    return "".join(pieces)


def _topic(branch: Branch, central: bool) -> dict[str, Any]:
    topic: dict[str, Any] = {"id": branch.key, "class": "topic", "title": branch.label}
    if central:
        topic["structureClass"] = "org.xmind.ui.map.unbalanced"
    if branch.is_folded:
        topic["branch"] = "folded"
    if branch.note:
        topic["notes"] = {"plain": {"content": branch.note}}
    content = [{"name": name, "content": str(value)} for name, value in branch.details.items()]
    topic["extensions"] = [{"provider": _PROVIDER, "content": content}]
    return topic


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def from_xmind(content: bytes) -> MindMap:
    """Read the first sheet of a workbook, of the format with JSON or of the older one with XML."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            if "content.json" in names:
                return map_of_topics(_read_topics(json.loads(_unpacked(archive, "content.json"))))
            if "content.xml" in names:
                return _from_xml(_unpacked(archive, "content.xml"))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError) as error:
        raise MapFileError(f"the file is not an XMind workbook: {error}") from error
    except RecursionError as error:
        raise MapFileError("the workbook's topics are nested too deeply to be read") from error
    except RuntimeError as error:  # what zipfile raises for a password
        raise MapFileError(f"the workbook cannot be unpacked: {error}") from error
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise MapFileError(f"the workbook's content is not in XMind's form ({error!r})") from error
    raise MapFileError("the archive has no content.json, so it is no XMind workbook")


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
    """A file of the archive, read no further than a limit: what an archive says of its size is not believed."""
    with archive.open(name) as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise MapFileError(f"{name} in the workbook is larger than {MAX_MEGABYTES} MB, which no map is")
    return content


def _read_topics(sheets: Any) -> list[Topic]:
    topics = []
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
        topics.append(Topic(depth, str(topic.get("title") or ""), details))
        below = (topic.get("children") or {}).get("attached") or []
        stack += [(depth + 1, child) for child in reversed(below)]
    return topics


def _from_xml(content: bytes) -> MindMap:
    """The format before XMind Zen: a title is an element inside its topic."""
    topics: list[Topic] = []
    sheets = 0
    for element in elements(content):
        sheets += element.name == "sheet"
        if element.name == "topic" and sheets == 1:
            topics.append(Topic(element.depth, ""))
        elif element.name == "title" and sheets == 1 and topics and element.depth == topics[-1].depth + 1:
            topics[-1] = Topic(topics[-1].depth, element.text)
    return map_of_topics(topics)
