"""A map for Graphviz (.dot)."""

from mindgist.export.branch import centre_branch, node_key
from mindgist.export.wrap import wrap_text
from mindgist.mindmap import MindMap

_HEAD = """\
digraph map {
  graph [rankdir=LR, ranksep=0.6, nodesep=0.15];
  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11, margin="0.12,0.06"];
  edge [arrowhead=none, color="#8a8f98"];"""


def to_dot(mindmap: MindMap) -> str:
    """Return a graph from left to right; position and score are node attributes, and in words the tooltip."""
    centre = centre_branch(mindmap)
    lines = [_HEAD]
    for _, branch in centre.walk():
        label = "\\n".join(escape_dot(line) for line in wrap_text(branch.line, 260, 11))
        details = "".join(f', {name}="{escape_dot(str(value))}"' for name, value in branch.details.items())
        tooltip = escape_dot(branch.note.replace("\n", " — ") or branch.label)
        lines.append(f'  {branch.key} [label="{label}", tooltip="{tooltip}"{details}];')
    lines += [f"  {parent.key} -> {child.key};" for parent, child in centre.edges()]
    lines += [
        f"  {node_key(link.source)} -> {node_key(link.target)} [style=dashed, arrowhead=open, constraint=false];"
        for link in centre.mindmap.links
    ]
    return "\n".join([*lines, "}"]) + "\n"


def escape_dot(text: str) -> str:
    """Escape a text for double quotes; Graphviz also reads HTML entities there, so ampersands are escaped."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
