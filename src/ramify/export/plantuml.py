"""A map as a PlantUML mind-map (.puml)."""

import re

from ramify.export.branch import centred
from ramify.mindmap import MindMap

# PlantUML reads much of ASCII as markup, links, pictures or calls of its preprocessor; a character's number is safe.
_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff]|_", re.ASCII)

_STYLE = """\
<style>
mindmapDiagram {
  node {
    MaximumWidth 280
  }
}
</style>"""


def to_plantuml(mindmap: MindMap) -> str:
    """One node a line, as many asterisks as it is deep; a comment before each node gives its place and score."""
    lines = ["@startmindmap", _STYLE]
    for depth, branch in centred(mindmap).walk():
        lines += [f"' {line}" for line in branch.note.split("\n")[-1:] if line]
        lines.append(f"{'*' * (depth + 1)} {escape_plantuml(branch.label)}")
    return "\n".join([*lines, "@endmindmap"]) + "\n"


def escape_plantuml(text: str) -> str:
    """The text so that PlantUML shows it character for character."""
    return _SPECIAL.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
