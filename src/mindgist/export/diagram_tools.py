"""A map for tools that draw diagrams: Mermaid, PlantUML, Graphviz, tools that read GraphML, and Obsidian's canvas."""

import json
import math
import re
from typing import Any

from mindgist.export.branch import centre_branch
from mindgist.export.constants import CROSS_LINK_COLOUR, paint
from mindgist.export.font import wrap_text
from mindgist.export.layout import Box, arrange, linked_boxes
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.export.outline import escape_markdown
from mindgist.mindmap import MindMap

# Mermaid and PlantUML read much of ASCII as their own syntax, as Markdown, HTML, links, pictures or preprocessor calls,
# partly even between quotes. The number of a character is safe everywhere.
_MERMAID_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff-]|_", re.ASCII)
_PLANTUML_SPECIAL = re.compile(r"[^\w .,\n\u0080-\U0010ffff]|_", re.ASCII)

_CARD_SCALE = 1.35  # Obsidian's font is larger than the pictures' font
_CARD_MARGIN = 36  # pixels that Obsidian adds around the text
_SIDES = {1: {"fromSide": "right", "toSide": "left"}, -1: {"fromSide": "left", "toSide": "right"}}

_DOT_HEAD = """\
digraph map {
  graph [rankdir=LR, ranksep=0.6, nodesep=0.15];
  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11, margin="0.12,0.06"];
  edge [arrowhead=none, color="#8a8f98"];"""
_GRAPHML_TYPES = {
    **dict.fromkeys(("label", "kind", "text", "topic", "gist", "labels", "note", "arranged", "links"), "string"),
    **dict.fromkeys(("rank", "sentence", "start", "end", "page"), "int"),
    **dict.fromkeys(("score", "time_start", "time_end"), "double"),
}


def to_mermaid(mindmap: MindMap) -> str:
    """Return one node per line, nested by indentation; a comment before each node has its position and score."""
    lines = ["mindmap"]
    for depth, branch in centre_branch(mindmap).walk():
        indent = "  " * (depth + 1)
        lines += [f"{indent}%% {branch.position}"] if branch.position else []  # no text: Mermaid obeys directives here
        label = _MERMAID_SPECIAL.sub(lambda match: f"#{ord(match[0])};", branch.line)
        lines.append(f'{indent}{branch.key}["{label}"]')
    return "\n".join(lines) + "\n"


def to_plantuml(mindmap: MindMap) -> str:
    """Return one line or block per node, with asterisks for its depth; a comment has its position and score.

    Long labels are wrapped here: if PlantUML wraps a text, it parses it again and loses the escapes.
    """
    lines = ["@startmindmap"]
    for depth, branch in centre_branch(mindmap).walk():
        lines += [f"' {branch.position}"] if branch.position else []
        wrapped = "\n".join(wrap_text(branch.line, 280, 14))
        label = _PLANTUML_SPECIAL.sub(lambda match: f"<U+{ord(match[0]):04X}>", wrapped)
        stars = "*" * (depth + 1)
        lines.append(f"{stars}:{label};" if "\n" in label else f"{stars} {label}")
    return "\n".join([*lines, "@endmindmap"]) + "\n"


def to_dot(mindmap: MindMap) -> str:
    """Return a graph from left to right; position and score are node attributes, and in words the tooltip."""
    centre = centre_branch(mindmap)
    lines = [_DOT_HEAD]
    for _, branch in centre.walk():
        label = "\\n".join(_escape_dot(line) for line in wrap_text(branch.line, 260, 11))
        details = "".join(f', {name}="{_escape_dot(str(value))}"' for name, value in branch.details.items())
        tooltip = _escape_dot(branch.note.replace("\n", " — ") or branch.label)
        lines.append(f'  {branch.key} [label="{label}", tooltip="{tooltip}"{details}];')
    lines += [f"  {branch.key} -> {child.key};" for _, branch in centre.walk() for child in branch.children]
    for one, other, _ in centre.cross_links():
        lines.append(f"  {one} -> {other} [style=dashed, arrowhead=open, constraint=false];")
    return "\n".join([*lines, "}"]) + "\n"


def _escape_dot(text: str) -> str:
    """Escape a text for double quotes; Graphviz also reads HTML entities there, so ampersands are escaped."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def to_graphml(mindmap: MindMap) -> str:
    """Return a directed graph from parents to children. Cross-links are edges with their score as ``link``."""
    centre = centre_branch(mindmap)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for name, kind in _GRAPHML_TYPES.items():
        lines.append(f"<key{xml_attributes({'id': name, 'for': 'node', 'attr.name': name, 'attr.type': kind})}/>")
    lines.append('<key id="link" for="edge" attr.name="link" attr.type="double"/>')
    lines.append('<graph id="map" edgedefault="directed">')
    for _, branch in centre.walk():
        data = {"label": branch.label, **branch.details}
        fields = "".join(f'<data key="{name}">{escape_xml(value)}</data>' for name, value in data.items())
        lines.append(f'<node id="{branch.key}">{fields}</node>')
    edges = [(branch.key, child.key) for _, branch in centre.walk() for child in branch.children]
    lines += [f'<edge source="{parent}" target="{child}"/>' for parent, child in edges]
    for one, other, score in centre.cross_links():
        lines.append(f'<edge source="{one}" target="{other}"><data key="link">{score:.4f}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"


def to_canvas(mindmap: MindMap) -> str:
    """Return text cards and the edges between them; the key "mindgist" of a card holds its score and position."""
    boxes = arrange(mindmap).boxes
    edges = [_edge(box.parent, box, **_SIDES[box.side], toEnd="none") for box in boxes if box.parent]
    edges += [_edge(one, other, toEnd="arrow", color=CROSS_LINK_COLOUR) for one, other in linked_boxes(boxes)]
    return json.dumps({"nodes": [_card(box) for box in boxes], "edges": edges}, ensure_ascii=False, indent=1) + "\n"


def _card(box: Box) -> dict[str, Any]:
    """Return a card. Distances grow more than cards do, so cards do not overlap."""
    branch = box.branch
    topic = f"**{escape_markdown(branch.topic)}**\n\n" if branch.topic else ""
    return {
        "id": branch.key,
        "type": "text",
        "x": round(box.x * 2 * _CARD_SCALE),
        "y": round(box.y * 2 * _CARD_SCALE),
        "width": math.ceil(box.width * _CARD_SCALE) + _CARD_MARGIN,
        "height": math.ceil(box.height * _CARD_SCALE) + _CARD_MARGIN,
        "color": paint(min(box.depth, 1), box.main_branch).fill,
        "text": topic + escape_markdown(branch.label),
        "mindgist": branch.details,
    }


def _edge(one: Box, other: Box, **ends: str) -> dict[str, str]:
    keys = (one.branch.key, other.branch.key)
    return {"id": "-".join(keys), "fromNode": keys[0], "toNode": keys[1], **ends}
