"""Markdown: read as the web page that it describes, then found again in the source.

markdown-it makes HTML of each outermost block, whose blocks are those of a web page. The words of each are then looked
up in the source, so that offsets count characters of the Markdown. Code and pictures are left out.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from mindgist.document.block import Block, Passage
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.html_page import blocks, parse_page
from mindgist.errors import DocumentError

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:(?P<title>[^\n]*)", re.MULTILINE)
_LINE_END = re.compile(r"\r\n?|\n")  # as markdown-it defines it
_TASK = re.compile(r"\A\[[ xX]\][ \t]+")
_WORD = re.compile(r"[^\W_]+")

MAX_SECONDS = 60  # for one document; a book takes one second
MAX_TOKENS = 1_000_000  # of half a kilobyte each: a list item has five, a paragraph or a table cell three
_MAX_MARKUP = 2_000  # characters between two words of a text: addresses of links


def read_markdown(text: str) -> Document:
    """Read Markdown; a ``title`` in the front matter wins over a single top heading."""
    # Only blocks are parsed here. Their inline markup is parsed one by one, with a time limit. Nesting costs time, too.
    parser = MarkdownIt("commonmark", {"maxNesting": 40}).disable(["inline", "text_join"])
    if text.count("|") <= MAX_TOKENS:  # the parser splits a row before it makes tokens
        parser.enable("table")
    return build_document(_blocks(parser, text), text)


def _blocks(parser: MarkdownIt, text: str) -> Iterator[Block]:
    body_start = 0
    if front := _FRONT_MATTER.match(text):
        body_start = front.end()
        if title := _FRONT_TITLE.search(text, 0, body_start):
            value = title["title"].strip(" \t\r")
            value = value[1:-1] if len(value) > 2 and value[0] == value[-1] and value[0] in "\"'" else value
            yield Block.from_passage(Passage(value, text.index(value, title.start("title"))), "title")
    line_starts = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text)]
    # Blank lines replace the front matter, so that line numbers still refer to the source.
    body = "\n" * (bisect_right(line_starts, body_start) - 1) + text[body_start:]
    references: dict[str, Any] = {}
    tokens = Tokens()
    cursor = body_start
    outermost: list[Token] = []  # the tokens of an outermost block
    after_number = False  # whether the block before is a numbered list of one item; bullets are inside it
    for token in tokens.parsed(parser, body, references):
        outermost.append(token)
        if token.level or token.nesting > 0:
            continue
        tokens.check_time()
        lines = outermost[0].map or [0, 0]
        cursor, end = max(cursor, line_starts[lines[0]]), line_starts[min(lines[1], len(line_starts) - 1)]
        page = parser.renderer.render(list(_shown(parser, outermost, references)), parser.options, references)
        for block in blocks(parse_page(f"<div>{page}</div>")):
            if block.kind == "aside":
                continue
            words = _TASK.sub("", block.text) if block.depth else block.text
            passage, cursor = _found(text, words, cursor, end)
            is_inner = after_number and outermost[0].type == "bullet_list_open"
            yield replace(block, text=words, passage=passage, depth=block.depth + is_inner)
        items = sum(one.type == "list_item_open" and one.level == 1 for one in outermost)
        after_number = outermost[0].type == "ordered_list_open" and items == 1
        outermost = []


class Tokens(list[Token]):
    """The blocks that markdown-it finds. The limits are checked while it parses."""

    def __init__(self) -> None:
        self._end = monotonic() + MAX_SECONDS

    def parsed(self, parser: MarkdownIt, text: str, references: dict[str, Any]) -> list[Token]:
        """What ``parser.parse`` returns. ``references`` receives the definitions of links."""
        state = StateCore(text, parser, references)
        state.tokens = self
        parser.core.process(state)
        return state.tokens

    def append(self, token: Token) -> None:
        """Add a token; called for each block that the parser finds."""
        if len(self) >= MAX_TOKENS:
            raise DocumentError(f"the Markdown has more than {MAX_TOKENS // 5:,} list items or cells; map its parts")
        if not len(self) % 1000:
            self.check_time()
        super().append(token)

    def check_time(self) -> None:
        if monotonic() > self._end:
            raise DocumentError(f"reading the Markdown takes longer than {MAX_SECONDS} s; split it and map the parts")


def _shown(parser: MarkdownIt, tokens: list[Token], references: dict[str, Any]) -> Iterator[Token]:
    """The tokens with their inline markup parsed."""
    for token in tokens:
        if token.level and token.type.startswith("heading"):
            token.tag = "p"  # inside a list or a quotation
        if token.type == "inline":
            token.children = []
            open_brackets = token.content.count("[") - token.content.count("]")
            # For each open bracket, the parser looks through the rest of the block.
            if len(token.content) <= 10_000 and open_brackets <= 10:
                parser.inline.parse(token.content, parser, references, token.children)
            else:
                token.children.append(Token("text", "", 0, content=token.content))
            for child in token.children:
                child.type = "text" if child.type == "text_special" else child.type
        yield token


def _found(source: str, text: str, start: int, end: int) -> tuple[Passage, int]:
    """A text as a passage of the source, from ``start`` on, and where it ends there.

    Its words are found one after the other. What the parser changed (an entity) has the place of the word before it.
    """
    place = source.find(text, start, min(end, start + _MAX_MARKUP + len(text)))
    if place >= 0:
        return Passage(text, place), place + len(text)
    passage = Passage()
    read = 0  # of the text
    for word in _WORD.finditer(text):
        place = source.find(word[0], start, min(end, start + _MAX_MARKUP + len(word[0])))
        if place >= 0:
            between = text[read : word.start()]
            before = place - len(between)
            is_verbatim = before >= start and source.startswith(between, before)
            passage.add(between, before if is_verbatim else start if passage else place, is_verbatim)
            passage.add(word[0], place)
            start, read = place + len(word[0]), word.end()
    rest = text[read:]
    is_verbatim = source.startswith(rest, start, end)
    passage.add(rest, start if is_verbatim else max(0, start - 1), is_verbatim)
    return passage, start + len(rest) * is_verbatim
