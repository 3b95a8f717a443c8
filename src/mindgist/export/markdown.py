"""A map as Markdown: the centre as a heading, the nodes as nested lists.

What the outline does not show (the sentences behind gists, scores, places) stands at the end in a comment, which no
reader of Markdown shows, with a fingerprint of the outline: who changes a line has an outline of their own.
"""

import json
import re
from collections.abc import Iterable

from mindgist.export.branch import Branch, centred, one_line
from mindgist.files import fingerprint
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

_SPECIAL = re.compile(r"([\\`*_\[\]<>&#|~$])")
_LIST_START = re.compile(r"^([-+=]|\d+[.)])")
_LONG = 60  # characters: from here on, markmap is told to wrap

FOLDED = " <!-- markmap: fold -->"  # as markmap is told; others show nothing of it

DETAILS_START = "<!-- mindgist: "
FORMER_DETAILS_START = f"<!-- {FORMER_NAME}: "

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
    return "\n".join([*lines, "", _details([centre, *(branch for _, branch in outline)])]) + "\n"


def _details(branches: list[Branch]) -> str:
    """The details of all branches as a comment; nothing in it can end it."""
    content = {"of": outline_mark(branch.label for branch in branches), "details": [one.details for one in branches]}
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("--", "-\\u002d")
    return f"{DETAILS_START}{written} -->"


def outline_mark(labels: Iterable[str]) -> str:
    """What tells the outline of these labels from any other."""
    return fingerprint(*map(one_line, labels))[:16]


def escape_markdown(text: str) -> str:
    """The text on one line, so that Markdown shows it character for character."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _LIST_START.sub(lambda start: start[1][:-1] + "\\" + start[1][-1], text)
