"""From Markdown (headings, nested lists) to a map: files by mindgist, and outlines that people write for markmap."""

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mindgist.document.markdown import Tokens
from mindgist.errors import MapFileError
from mindgist.export.constants import MARKMAP_FOLD
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.json import parse_json
from mindgist.export.markdown import DETAILS_START, FORMER_DETAILS_START, outline_fingerprint
from mindgist.mindmap import MindMap

LIST_DEPTH = 10  # the depth of lists starts here, below all headings
MAX_NESTING = 300  # of markdown-it's blocks, by default 20; a list takes two
MAX_LINES = 500_000  # more than the largest map has, which takes five lines for a node
MAX_LABEL = 100_000  # characters of a heading or list item whose markup is parsed; a longer one stays as written
# Finding links takes quadratic time in the brackets of a label. Above these limits, brackets stay as written.
MAX_BRACKETS, MAX_LABEL_BRACKETS = 5_000, 50  # of a file, of a label

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_BRACKET = re.compile(r"(?<!\\)\[")


def from_markdown(content: bytes) -> MindMap:
    """Return a map with a node for each heading and list item; a single top heading that comes first is the title."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise MapFileError(f"the file is not UTF-8 text: {error}") from error
    if text.count("\n") > MAX_LINES:
        raise MapFileError(f"the file has more than {MAX_LINES:,} lines, which no map has")
    text, details = _split_details(text)
    items = list(_items(_FRONT_MATTER.sub("", text)))
    if detailed := _with_details(items, details):
        return map_from_items(detailed)
    if len(items) > 1 and items[0].depth == 1 and all(item.depth > 1 for item in items[1:]):
        items[0] = OutlineItem(1, items[0].label, {"kind": "title"})
    return map_from_items(items)


def _split_details(text: str) -> tuple[str, Any]:
    """Return the outline, and the content of the comment at the end or None."""
    start, opening = max((text.rfind(f"\n{opening}"), opening) for opening in (DETAILS_START, FORMER_DETAILS_START))
    stripped = text.rstrip()
    if start < 0 or not stripped.endswith("-->"):
        return text, None
    try:
        return text[:start], parse_json(stripped[start + 1 + len(opening) : -3])
    except MapFileError:
        return text, None


def _with_details(items: list[OutlineItem], content: Any) -> list[OutlineItem] | None:
    """Return the items with their details, or None if the comment was not written for this outline."""
    if not isinstance(content, dict) or content.get("of") != outline_fingerprint(item.label for item in items):
        return None
    details = content.get("details")
    if not isinstance(details, list) or len(details) != len(items) or not all(isinstance(d, dict) for d in details):
        return None
    return [
        OutlineItem(item.depth, item.label, {name: str(value) for name, value in own.items()} | dict(item.details))
        for item, own in zip(items, details, strict=True)
    ]


def _items(text: str) -> Iterator[OutlineItem]:
    """Yield an item for each heading, each list item and each paragraph outside lists.

    Raises MapFileError for deep nesting, which the parser would silently drop.
    """
    # Blocks are parsed first, and then the markup inside each label: only one label at a time is held as tokens.
    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).disable(["inline", "text_join"])
    if len(_BRACKET.findall(text)) > MAX_BRACKETS:
        markdown.disable(["link", "image"])
    tokens = Tokens()
    references: dict[str, Any] = {}
    heading_level = list_level = 0
    needs_text = False  # whether the current list item has no text yet
    for token in tokens.parsed(markdown, text, references):
        if token.level >= MAX_NESTING - 2:
            deepest = MAX_NESTING // 2 - 2
            raise MapFileError(f"the lists are nested more than {deepest} deep, which mindgist does not read")
        if token.type == "heading_open":
            heading_level = int(token.tag[1:])
        elif token.type == "heading_close":
            heading_level = 0
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            list_level += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            list_level -= 1
        elif token.type == "list_item_open":
            needs_text = True
        elif token.type == "inline" and (needs_text or not list_level):  # later paragraphs of a list item are skipped
            tokens.check_time()
            parts = [Token("text", "", 0, content=token.content)]
            if len(token.content) <= MAX_LABEL and len(_BRACKET.findall(token.content)) <= MAX_LABEL_BRACKETS:
                parts = markdown.inline.parse(token.content, markdown, references, []) or []
            depth = LIST_DEPTH + list_level if list_level else heading_level or LIST_DEPTH
            yield OutlineItem(depth, _plain_text(parts), _fold_details(parts))
            needs_text = False


def _fold_details(parts: list[Token]) -> dict[str, str]:
    comments = (part.content for part in parts if part.type == "html_inline")
    return {"folded": "true"} if MARKMAP_FOLD.strip() in comments else {}


def _plain_text(parts: list[Token]) -> str:
    """Return the text of a line without its markup."""
    texts = []
    for part in parts:
        if part.type in ("text", "text_special", "code_inline", "image"):
            texts.append(part.content)
        elif part.type in ("softbreak", "hardbreak"):
            texts.append(" ")
    return "".join(texts)
