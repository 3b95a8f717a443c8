"""A map as a PlantUML mind-map (.puml)."""

import re

from mindgist.export.branch import centre_branch
from mindgist.export.wrap import wrap_text
from mindgist.mindmap import MindMap

# PlantUML reads much of ASCII as markup, links, pictures or preprocessor calls. The number of a character is safe.
_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff]|_", re.ASCII)


def to_plantuml(mindmap: MindMap) -> str:
    """Return one line or block per node, with asterisks for its depth; a comment has its position and score.

    Long labels are wrapped here: if PlantUML wraps a text, it parses it again and loses the escapes.
    """
    lines = ["@startmindmap"]
    for depth, branch in centre_branch(mindmap).walk():
        lines += [f"' {branch.position}"] if branch.position else []
        label = [escape_plantuml(line) for line in wrap_text(branch.line, 280, 14)]
        stars = "*" * (depth + 1)
        lines.append(f"{stars} {label[0]}" if len(label) == 1 else f"{stars}:" + "\n".join(label) + ";")
    return "\n".join([*lines, "@endmindmap"]) + "\n"


def escape_plantuml(text: str) -> str:
    """Escape a text so that PlantUML shows every character as it is."""
    return _SPECIAL.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)
