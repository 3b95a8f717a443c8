"""A map for tools that draw diagrams: Mermaid, PlantUML, Graphviz, and GraphML for yEd, Gephi and networkx."""

import re

from mindgist.export.branch import centre_branch
from mindgist.export.font import wrap_text
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.mindmap import MindMap

# Mermaid and PlantUML read much of ASCII as their own syntax, as Markdown, HTML, links, pictures or preprocessor calls,
# partly even between quotes. The number of a character is safe everywhere.
_MERMAID_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff-]|_", re.ASCII)
_PLANTUML_SPECIAL = re.compile(r"[^\w .,\n\u0080-\U0010ffff]|_", re.ASCII)

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
        if branch.position:  # no text of the document in a comment: Mermaid obeys directives there
            lines.append(f"{indent}%% {branch.position}")
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
    lines += [f"  {parent.key} -> {child.key};" for parent, child in centre.edges()]
    lines += [
        f"  {one} -> {other} [style=dashed, arrowhead=open, constraint=false];"
        for one, other, _ in centre.cross_links()
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _escape_dot(text: str) -> str:
    """Escape a text for double quotes; Graphviz also reads HTML entities there, so ampersands are escaped."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def to_graphml(mindmap: MindMap) -> str:
    """Return a directed graph from parents to children; label, position and score are data of the nodes.

    Cross-links are edges with their score as ``link``.
    """
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
    for parent, child in centre.edges():
        lines.append(f'<edge source="{parent.key}" target="{child.key}"/>')
    for one, other, score in centre.cross_links():
        lines.append(f'<edge source="{one}" target="{other}"><data key="link">{score:.4f}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"
