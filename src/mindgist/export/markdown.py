"""A map as Markdown: the centre as a heading, the nodes as nested lists.

A comment at the end, which Markdown readers do not show, holds what the outline does not (the sentences behind gists,
scores, positions), with a fingerprint of the outline: if somebody edits the outline, the comment no longer applies.
"""

import json
import re
from collections.abc import Iterable

from mindgist.export.branch import Branch, centre_branch, one_line
from mindgist.export.constants import MARKDOWN_LIST_START, MARKDOWN_SPECIAL, MARKMAP_FOLD
from mindgist.files import fingerprint
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

DETAILS_START = "<!-- mindgist: "
FORMER_DETAILS_START = f"<!-- {FORMER_NAME}: "

# markmap draws a label as one long line unless the front matter sets a width.
_FRONT_MATTER = """\
---
markmap:
  colorFreezeLevel: 2
  maxWidth: 320
---
"""
_OBSIDIAN_FRONT_MATTER = """\
---

mindmap-plugin: basic

---
"""


def to_markdown(mindmap: MindMap) -> str:
    """Return nested lists that any Markdown reader shows as an outline, and markmap as a map."""
    centre = centre_branch(mindmap)
    branches = [branch for _, branch in centre.walk()]
    return "\n".join([_FRONT_MATTER, *_outline(centre, MARKMAP_FOLD), "", _details_comment(branches)]) + "\n"


def to_obsidian(mindmap: MindMap) -> str:
    """Return nested lists that the plug-in Enhancing Mindmap of Obsidian shows as a map; it would show comments."""
    return "\n".join([_OBSIDIAN_FRONT_MATTER, *_outline(centre_branch(mindmap), "")]) + "\n"


def _outline(centre: Branch, fold: str) -> list[str]:
    """Return the lines of the outline; folded nodes end with ``fold``."""
    lines = [f"# {escape_markdown(centre.line)}", ""]
    for main in centre.children:
        for depth, branch in main.walk():
            lines.append(f"{'  ' * depth}- {escape_markdown(branch.line)}{fold if branch.is_folded else ''}")
    return lines


def _details_comment(branches: list[Branch]) -> str:
    """Return the details of all branches as a comment; "--", which would end it, is escaped."""
    content = {
        "of": outline_fingerprint(branch.line for branch in branches),
        "details": [branch.details for branch in branches],
    }
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("--", "-\\u002d")
    return f"{DETAILS_START}{written} -->"


def outline_fingerprint(labels: Iterable[str]) -> str:
    """Return a fingerprint of an outline's labels."""
    return fingerprint(*map(one_line, labels))[:16]


def escape_markdown(text: str) -> str:
    """Return the text on one line, escaped so that Markdown shows every character as it is."""
    text = re.sub(MARKDOWN_SPECIAL, r"\\\g<0>", " ".join(text.split()))
    return re.sub(MARKDOWN_LIST_START, r"\g<0>\\", text)
