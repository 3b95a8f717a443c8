"""A map as Markdown: the title as a heading, the nodes as nested lists."""

import re

from ramify.mindmap import MindMap

_SPECIAL = re.compile(r"([\\`*_\[\]<>&#|~$])")
_LIST_START = re.compile(r"^([-+]|\d+[.)])(?=\s|$)")


def to_markdown(mindmap: MindMap) -> str:
    """Nested lists that any Markdown reader shows as an outline, and markmap as a map."""
    lines = [f"# {escape_markdown(mindmap.title)}", ""] if mindmap.title else []
    lines += [f"{'  ' * depth}- {escape_markdown(mindmap.label(node))}" for depth, node in mindmap.walk()]
    return "\n".join(lines) + "\n"


def escape_markdown(text: str) -> str:
    """The text on one line, so that Markdown shows it character for character."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _LIST_START.sub(lambda start: start[1][:-1] + "\\" + start[1][-1], text)
