"""A map as a PlantUML mind-map (.puml)."""

import re

from mindgist.export.branch import centred
from mindgist.export.wrap import wrapped
from mindgist.mindmap import MindMap

# PlantUML reads much of ASCII as markup, links, pictures or calls of its preprocessor; a character's number is safe.
_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff]|_", re.ASCII)


def to_plantuml(mindmap: MindMap) -> str:
    """One node a line or block, as many asterisks as it is deep; a comment before it gives its place and score.

    Long labels are wrapped here: where PlantUML does it, it reads the text once more, and the escapes are gone.
    """
    centre = centred(mindmap)
    lines = ["@startmindmap"]
    for depth, branch in centre.indented():
        lines += [f"' {line}" for line in branch.note.split("\n")[-1:] if line]
        label = [escape_plantuml(line) for line in wrapped(branch.label, 280, 14)]
        stars = "*" * (depth + 1)
        lines.append(f"{stars} {label[0]}" if len(label) == 1 else f"{stars}:" + "\n".join(label) + ";")
    return "\n".join([*lines, "@endmindmap"]) + "\n"


def escape_plantuml(text: str) -> str:
    """The text so that PlantUML shows it character for character."""
    return _SPECIAL.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
