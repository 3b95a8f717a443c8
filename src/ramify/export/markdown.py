"""A map as Markdown: the centre as a heading, the nodes as nested lists."""

import re

from ramify.export.branch import centred
from ramify.mindmap import MindMap

_SPECIAL = re.compile(r"([\\`*_\[\]<>&#|~$])")
_LIST_START = re.compile(r"^([-+=]|\d+[.)])")
_LONG = 60  # characters: from here on, markmap is told to wrap

FOLDED = " <!-- markmap: fold -->"  # as markmap is told; others show nothing of it

_FRONT_MATTER = """\
---
markmap:
  colorFreezeLevel: 2
  maxWidth: 320
---
"""


def to_markdown(mindmap: MindMap) -> str:
    """Nested lists that any Markdown reader shows as an outline, and markmap as a map.

    markmap draws a label as one long line unless its front matter sets a width, so a map with long labels gets one.
    """
    centre = centred(mindmap)
    outline = [row for main in centre.children for row in main.indented()]
    lines = [_FRONT_MATTER] if any(len(branch.label) > _LONG for _, branch in outline) else []
    lines += [f"# {escape_markdown(centre.label)}", ""]
    for depth, branch in outline:
        lines.append(f"{'  ' * depth}- {escape_markdown(branch.label)}{FOLDED if branch.is_folded else ''}")
    return "\n".join(lines) + "\n"


def escape_markdown(text: str) -> str:
    """The text on one line, so that Markdown shows it character for character."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _LIST_START.sub(lambda start: start[1][:-1] + "\\" + start[1][-1], text)
