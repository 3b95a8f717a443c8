"""A map as a Mermaid mind-map (.mmd), for Markdown pages, wikis and repositories."""

import re

from mindgist.export.branch import centred
from mindgist.mindmap import MindMap

# Mermaid reads much of ASCII as its own syntax, as Markdown or as HTML, some of it even between quotes; its own
# escape, a character's number between # and ;, is safe everywhere.
_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff-]|_", re.ASCII)


def to_mermaid(mindmap: MindMap) -> str:
    """One node a line, nested by indentation; a comment before each node gives its place and score."""
    centre = centred(mindmap)
    lines = ["mindmap"]
    for depth, branch in centre.indented():
        indent = "  " * (depth + 1)
        lines += [f"{indent}%% {line}" for line in branch.note.split("\n")[-1:] if line]
        lines.append(f'{indent}{branch.key}["{escape_mermaid(branch.label)}"]')
    return "\n".join(lines) + "\n"


def escape_mermaid(text: str) -> str:
    """The text so that Mermaid shows it character for character."""
    return _SPECIAL.sub(lambda found: f"#{ord(found[0])};", text)
