"""A map for FreeMind and Freeplane (.mm), and back."""

import re

from mindgist.export.branch import Branch, centred
from mindgist.export.markup import attributes, elements, quoted
from mindgist.export.topics import Topic, map_of_topics
from mindgist.mindmap import MindMap

# Freeplane takes a text that begins so for a formula, an escaped formula, HTML or LaTeX. A space of no width before it
# keeps it text (and keeps one that was there from being taken for ours).
_ACTIVE = re.compile("=|'|<html|\\\\(?:unparsed)?latex|\N{ZERO WIDTH SPACE}", re.IGNORECASE)
_BEYOND_ASCII = re.compile("[\u0080-\uffff]")
_GUARD = "\N{ZERO WIDTH SPACE}"


def to_freemind(mindmap: MindMap) -> str:
    """Nodes with attributes and notes.

    In ASCII without an XML declaration, which every version reads; but Freeplane cuts the reference to a character
    beyond U+FFFF (an emoji), so those stand as they are.
    """
    centre = centred(mindmap)
    lines = ['<map version="freeplane 1.7.0">']
    sides = _sides(centre)
    for opens, branch in centre.nested():
        if opens:
            node = {"TEXT": _text(branch.label), "ID": f"ID_{branch.index + 1}"}
            if branch.key in sides:
                node["POSITION"] = sides[branch.key]
            if branch.is_folded:
                node["FOLDED"] = "true"
            lines.append(f"<node{attributes(node)}>")
            lines += [
                f"<attribute{attributes({'NAME': k, 'VALUE': _text(str(v))})}/>" for k, v in branch.details.items()
            ]
            if branch.note:
                paragraphs = "".join(f"<p>{quoted(line)}</p>" for line in branch.note.split("\n"))
                lines.append(f'<richcontent TYPE="NOTE"><html><head/><body>{paragraphs}</body></html></richcontent>')
        else:
            lines.append("</node>")
    text = "\n".join([*lines, "</map>"]) + "\n"
    return _BEYOND_ASCII.sub(lambda found: f"&#{ord(found[0])};", text)


def from_freemind(content: bytes) -> MindMap:
    """Read nodes and the attributes that mindgist writes; rich text counts as its words."""
    topics: list[Topic] = []
    rich: list[list[str]] = []  # per topic, the words of its own rich text
    inside = None  # the depth of the rich text being read
    for element in elements(content):
        if inside is not None and element.depth > inside:
            if rich and element.text.strip():
                rich[-1].append(element.text)
            continue
        inside = None
        if element.name == "node":
            text = element.attributes.get("TEXT", element.attributes.get("LOCALIZED_TEXT", ""))
            folded = {"folded": "true"} if element.attributes.get("FOLDED") == "true" else {}
            topics.append(Topic(element.depth, text.removeprefix(_GUARD), folded))
            rich.append([])
        elif element.name == "attribute" and topics:
            name, value = element.attributes.get("NAME", ""), element.attributes.get("VALUE", "")
            details = {**topics[-1].details, name: value.removeprefix(_GUARD)}
            topics[-1] = Topic(topics[-1].depth, topics[-1].label, details)
        elif element.name == "richcontent":
            inside = element.depth if element.attributes.get("TYPE") == "NODE" else None
    return map_of_topics(
        Topic(topic.depth, topic.label or " ".join(words), topic.details)
        for topic, words in zip(topics, rich, strict=True)
    )


def _text(text: str) -> str:
    return _GUARD + text if _ACTIVE.match(text) else text


def _sides(centre: Branch) -> dict[str, str]:
    """Which side of the centre each main branch stands on: the stronger half on the right."""
    half = (len(centre.children) + 1) // 2
    return {child.key: "right" if place < half else "left" for place, child in enumerate(centre.children)}
