"""A map as an outline: plain text for the terminal and e-mails, and Markdown with nested lists, and back.

A comment at the end, which Markdown readers do not show, holds what the outline does not (the sentences behind gists,
scores, positions), with a fingerprint of the outline: if somebody edits the outline, the comment no longer applies.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from mindgist.document.markdown import Tokens
from mindgist.errors import MapFileError
from mindgist.export.branch import Branch, centre_branch, one_line
from mindgist.export.constants import MARKDOWN_LIST_START, MARKDOWN_SPECIAL, MARKMAP_FOLD
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.json import parse_json
from mindgist.files import fingerprint
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

LIST_DEPTH = 10  # the depth of lists starts here, below all headings
MAX_NESTING = 300  # of markdown-it's blocks, by default 20; a list takes two
MAX_LINES = 500_000  # more than the largest map has, which takes five lines for a node
MAX_LABEL = 100_000  # characters of a heading or list item whose markup is parsed; a longer one stays as written
# Finding links takes quadratic time in the brackets of a label. Above these limits, brackets stay as written.
MAX_BRACKETS, MAX_LABEL_BRACKETS = 5_000, 50  # of a file, of a label

_ANY_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_BREAKS = ("softbreak", "hardbreak")
_SHOWN = ("text", "text_special", "code_inline", "image", *_BREAKS)  # parts of a label; the others are markup
_BRACKET = re.compile(r"(?<!\\)\[")
_COMMENT_STARTS = ("<!-- mindgist: ", f"<!-- {FORMER_NAME}: ")

# markmap draws a label as one long line unless the front matter sets a width.
_FRONT_MATTER = "---\nmarkmap:\n  colorFreezeLevel: 2\n  maxWidth: 320\n---\n"
_OBSIDIAN_FRONT_MATTER = "---\n\nmindmap-plugin: basic\n\n---\n"


def to_outline(mindmap: MindMap) -> str:
    """Return the map as plain text with the lines of a tree."""
    return "".join(f"{guides}{branch.timed_label}\n" for guides, branch in outline_rows(mindmap))


def outline_rows(mindmap: MindMap) -> list[tuple[str, Branch]]:
    """Return the branches from top to bottom, each with the lines of the tree before it."""

    def rows(branch: Branch, guides: str, guides_below: str) -> Iterator[tuple[str, Branch]]:
        yield guides, branch
        for child in branch.children:
            fork, bar = ("└── ", "    ") if child is branch.children[-1] else ("├── ", "│   ")
            yield from rows(child, guides_below + fork, guides_below + bar)

    return list(rows(centre_branch(mindmap), "", ""))


def to_markdown(mindmap: MindMap) -> str:
    """Return nested lists that any Markdown reader shows as an outline, and markmap as a map."""
    centre = centre_branch(mindmap)
    branches = [branch for _, branch in centre.walk()]
    outline = _outline_fingerprint(branch.line for branch in branches)
    content = {"of": outline, "details": [branch.details for branch in branches]}
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    written = written.replace("--", "-\\u002d")  # it would end the comment
    return "\n".join([_FRONT_MATTER, *_outline(centre, MARKMAP_FOLD), f"\n{_COMMENT_STARTS[0]}{written} -->\n"])


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


def _outline_fingerprint(labels: Iterable[str]) -> str:
    return fingerprint(*map(one_line, labels))[:16]


def escape_markdown(text: str) -> str:
    """Return the text on one line, escaped so that Markdown shows every character as it is."""
    text = re.sub(MARKDOWN_SPECIAL, r"\\\g<0>", " ".join(text.split()))
    return re.sub(MARKDOWN_LIST_START, r"\g<0>\\", text)


def from_markdown(content: bytes) -> MindMap:
    """Return a map with a node for each heading and list item; a single top heading that comes first is the title."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise MapFileError(f"the file is not UTF-8 text: {error}") from error
    if text.count("\n") > MAX_LINES:
        raise MapFileError(f"the file has more than {MAX_LINES:,} lines, which no map has")
    text, comment = _split_comment(text)
    items = list(_items(_ANY_FRONT_MATTER.sub("", text)))
    is_valid = comment.get("of") == _outline_fingerprint(item.label for item in items)
    details = comment.get("details") if is_valid else None
    if isinstance(details, list) and len(details) == len(items) and all(isinstance(own, dict) for own in details):
        for place, (item, own) in enumerate(zip(items, details, strict=True)):
            texts = {name: str(value) for name, value in own.items()}
            items[place] = item._replace(details=texts | item.details)
    elif len(items) > 1 and items[0].depth == 1 and all(item.depth > 1 for item in items[1:]):
        items[0] = OutlineItem(1, items[0].label, {"kind": "title"})
    return map_from_items(items)


def _split_comment(text: str) -> tuple[str, dict[str, Any]]:
    """Return the outline, and the content of the comment at the end, empty without one."""
    start, opening = max((text.rfind(f"\n{opening}"), opening) for opening in _COMMENT_STARTS)
    stripped = text.rstrip()
    if start < 0 or not stripped.endswith("-->"):
        return text, {}
    try:
        content = parse_json(stripped[start + 1 + len(opening) : -3])
    except MapFileError:
        return text, {}
    return text[:start], content if isinstance(content, dict) else {}


def _items(text: str) -> Iterator[OutlineItem]:
    """Yield an item for each heading, each list item and each paragraph outside lists."""
    from markdown_it import MarkdownIt

    # Blocks are parsed first, and then the markup inside each label: only one label at a time is held as tokens.
    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).disable(["inline", "text_join"])
    if len(_BRACKET.findall(text)) > MAX_BRACKETS:
        markdown.disable(["link", "image"])
    tokens = Tokens()
    references: dict[str, Any] = {}
    heading_level = list_level = 0
    needs_text = False  # whether the current list item has no text yet
    for token in tokens.parsed(markdown, text, references):
        if token.level >= MAX_NESTING - 2:  # the parser would silently drop what is deeper
            deepest = MAX_NESTING // 2 - 2
            raise MapFileError(f"the lists are nested more than {deepest} deep, which mindgist does not read")
        if token.type in ("heading_open", "heading_close"):
            heading_level = int(token.tag[1:]) if token.nesting > 0 else 0
        elif token.tag in ("ul", "ol"):
            list_level += token.nesting
        elif token.type == "list_item_open":
            needs_text = True
        elif token.type == "inline" and (needs_text or not list_level):  # later paragraphs of a list item are skipped
            tokens.check_time()
            label, details = token.content, dict[str, str]()
            if len(label) <= MAX_LABEL and len(_BRACKET.findall(label)) <= MAX_LABEL_BRACKETS:
                parts = markdown.inline.parse(label, markdown, references, [])
                if any(part.type == "html_inline" and part.content == MARKMAP_FOLD.strip() for part in parts):
                    details["folded"] = "true"
                label = "".join(" " if part.type in _BREAKS else part.content for part in parts if part.type in _SHOWN)
            yield OutlineItem(LIST_DEPTH + list_level if list_level else heading_level or LIST_DEPTH, label, details)
            needs_text = False
