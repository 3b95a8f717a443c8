"""From Markdown (headings, nested lists) to a map: what mindgist writes, and what people write for markmap."""

import json
import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mindgist.errors import MapFileError
from mindgist.export.markdown import DETAILS_START, FOLDED, FORMER_DETAILS_START, outline_mark
from mindgist.export.topics import Topic, map_of_topics
from mindgist.mindmap import MindMap

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_LISTS = 10  # a list's depth begins below every heading's
# The time to look for links grows with the square of the brackets; past this many, links stay as they are written.
_BRACKET = re.compile(r"(?<!\\)\[")
_MOST_BRACKETS = 5_000
_DEEPEST = 300  # markdown-it stops at 20 levels by itself, and a list takes two


def from_markdown(content: bytes) -> MindMap:
    """The headings and the items of lists as topics; a single top heading that comes first is the title."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise MapFileError(f"the file is not UTF-8 text: {error}") from error
    text, details = _without_details(text)
    topics = _topics(_tokens(_FRONT_MATTER.sub("", text)))
    told = _told(topics, details)
    if told is not None:
        return map_of_topics(told)
    if len(topics) > 1 and topics[0].depth == 1 and all(topic.depth > 1 for topic in topics[1:]):
        topics[0] = Topic(1, topics[0].label, {"kind": "title"})
    return map_of_topics(topics)


def _without_details(text: str) -> tuple[str, Any]:
    """The text, and what the comment at its end says that the outline does not show."""
    start, opening = max((text.rfind(f"\n{opening}"), opening) for opening in (DETAILS_START, FORMER_DETAILS_START))
    end = text.rstrip()
    if start < 0 or not end.endswith("-->"):
        return text, None
    try:
        return text[:start], json.loads(end[start + 1 + len(opening) : -3])
    except (ValueError, RecursionError):
        return text, None


def _told(topics: list[Topic], details: Any) -> list[Topic] | None:
    """The topics with their details, where these were written for this very outline."""
    if not isinstance(details, dict) or details.get("of") != outline_mark(topic.label for topic in topics):
        return None
    found = details.get("details")
    if not isinstance(found, list) or len(found) != len(topics) or not all(isinstance(one, dict) for one in found):
        return None
    return [
        Topic(topic.depth, topic.label, {name: str(value) for name, value in one.items()} | dict(topic.details))
        for topic, one in zip(topics, found, strict=True)
    ]


def _tokens(text: str) -> list[Token]:
    """The parsed text; the parser drops what is nested deeper than its limit, so that is an error here."""
    markdown = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    if len(_BRACKET.findall(text)) > _MOST_BRACKETS:
        markdown.disable(["link", "image"])
    tokens = markdown.parse(text)
    if any(token.level >= _DEEPEST - 2 for token in tokens):
        raise MapFileError(f"the lists are nested more than {_DEEPEST // 2 - 2} deep, which mindgist does not read")
    return tokens


def _topics(tokens: list[Token]) -> list[Topic]:
    """A topic for each heading, each item of a list and each paragraph outside of lists."""
    topics: list[Topic] = []
    level = lists = 0
    fresh = False  # whether the item of a list is still without its words
    for token in tokens:
        if token.type == "heading_open":
            level = int(token.tag[1:])
        elif token.type == "heading_close":
            level = 0
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            lists += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists -= 1
        elif token.type == "list_item_open":
            fresh = True
        elif token.type == "inline":
            if lists and not fresh:
                continue  # a further paragraph of an item
            depth = _LISTS + lists if lists else level or _LISTS
            topics.append(Topic(depth, _plain(token), _folds(token)))
            fresh = False
    return topics


def _folds(token: Token) -> dict[str, str]:
    marks = (part.content for part in token.children or [] if part.type == "html_inline")
    return {"folded": "true"} if FOLDED.strip() in marks else {}


def _plain(token: Token) -> str:
    """The words of a line, without its markup."""
    pieces = []
    for part in token.children or []:
        if part.type in ("text", "code_inline"):
            pieces.append(part.content)
        elif part.type in ("softbreak", "hardbreak"):
            pieces.append(" ")
        elif part.type == "image":
            pieces.append(part.content)
    return "".join(pieces)
