"""A map as a Mermaid mind-map (.mmd), for Markdown pages, wikis and repositories."""

import re

from mindgist.export.branch import centre_branch
from mindgist.mindmap import MindMap

# Mermaid reads much of ASCII as its own syntax, as Markdown or as HTML, partly even between quotes. Its escape, the
# number of a character between # and ;, is safe everywhere.
_SPECIAL = re.compile(r"[^\w .,\u0080-\U0010ffff-]|_", re.ASCII)


def to_mermaid(mindmap: MindMap) -> str:
    """Return one node per line, nested by indentation; a comment before each node has its position and score."""
    lines = ["mindmap"]
    for depth, branch in centre_branch(mindmap).walk():
        indent = "  " * (depth + 1)
        if branch.position:  # no text of the document in a comment: Mermaid obeys directives there
            lines.append(f"{indent}%% {branch.position}")
        lines.append(f'{indent}{branch.key}["{escape_mermaid(branch.line)}"]')
    return "\n".join(lines) + "\n"


def escape_mermaid(text: str) -> str:
    """Escape a text so that Mermaid shows every character as it is."""
    return _SPECIAL.sub(lambda match: f"#{ord(match[0])};", text)
