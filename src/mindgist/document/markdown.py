"""Markdown (CommonMark with tables) to a Document whose offsets point into the Markdown source.

markdown-it-py parses; it tells the lines of a block but not the places inside them, so the words of a block are
found again in its lines, in order. Code blocks are not prose and are left out.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Any

from mindgist.document.block import CELL_SEPARATOR, Block, BlockKind
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.markdown_html import html_blocks
from mindgist.document.passage import Passage
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LINE_END = re.compile(r"\r\n?|\n")  # what markdown-it takes for one
_FRONT_TITLE = re.compile(r"^title:(?P<title>[^\n]*)", re.MULTILINE)

_DEFINITION = re.compile(r"\A:[ \t]+")
_BREAK = re.compile(r"</?(?:br|p|div|li)\b", re.IGNORECASE)
_MARKS = re.compile(r"^#{1,6} \S|^```|\[[^\[\]\n]{1,500}\]\([^()\s]{1,2000}\)", re.MULTILINE)
_TASK = re.compile(r"\A\[[ xX]\][ \t]+")

# Headings of a document this deep in lists or quotes are noise, and hostile nesting costs markdown-it time.
_DEEPEST_NESTING = 40
_LONGEST_BLOCK = 10_000  # characters
LONGEST_READ = 60
"""Seconds. A book takes one."""


def read_markdown(text: str) -> Document:
    """Read Markdown; a ``title`` in the front matter wins over a single top heading."""
    from markdown_it import MarkdownIt

    # Blocks first; what is in them is parsed one by one, under the eye of the clock.
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST_NESTING}).enable("table").disable(["inline", "text_join"])
    title, body_start = _front_matter(text)
    # The front matter's lines stay in place as blank lines, so that line numbers still count the source's lines.
    line_starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    body = "\n" * (bisect_right(line_starts, body_start) - 1) + text[body_start:]
    blocks = _MarkdownBlocks(parser, _Finder(text, line_starts), text).blocks(body)
    if title:
        blocks = chain([Block.from_passage(Passage(text[slice(*title)], title[0]), "title")], blocks)
    return build_document(blocks, text)


class _MarkdownBlocks:
    """Turns the parser's tokens into blocks."""

    def __init__(self, parser: "MarkdownIt", finder: "_Finder", text: str) -> None:
        self._parser = parser
        self._finder = finder
        self._text = text
        self._references: dict[str, Any] = {}

    def blocks(self, body: str) -> Iterator[Block]:
        deadline = monotonic() + LONGEST_READ
        places = _Places()
        row = Passage()
        for token in self._parser.parse(body, self._references):
            place = places.follow(token)
            if token.type == "tr_open":
                row = Passage()
            elif token.type == "tr_close":
                yield Block.from_passage(row, "row", depth=place.depth)
            elif token.type == "html_block" and token.map:
                yield from html_blocks(self._text, *self._finder.span(token.map), place.depth)
            if token.type != "inline":
                continue
            if monotonic() > deadline:
                raise DocumentError(
                    f"reading the Markdown takes longer than {LONGEST_READ} s; split it and map the parts"
                )
            _parse_inside(self._parser, token, self._references)
            if place.in_row:
                row.add_substitute(CELL_SEPARATOR * bool(row), self._finder.cursor)
                self._finder.passage(token, row)
            elif place.heading:
                yield Block.from_passage(self._finder.passage(token), "heading", place.heading)
            else:
                yield from self._paragraphs(token, place.depth)

    def _paragraphs(self, token: "Token", depth: int) -> Iterator[Block]:
        if depth and token.children:
            token.children[0].content = _TASK.sub("", token.children[0].content, count=1)
        kind: BlockKind = "aside" if _is_pictures(token.children or []) else "paragraph"
        for passage, below in _terms(self._finder, token):
            yield Block.from_passage(passage, kind, depth=depth + below)


def _is_pictures(children: "list[Token]") -> bool:
    """Whether a paragraph holds pictures and no word beside them: a row of badges, a figure."""
    said = any(child.type in ("text", "code_inline") and any(map(str.isalnum, child.content)) for child in children)
    return not said and any(child.type == "image" for child in children)


def _terms(finder: "_Finder", token: "Token") -> "list[tuple[Passage, int]]":
    """A paragraph, or a term and its definitions (lines that begin with a colon), with how much deeper each stands."""
    lines: list[list[Token]] = [[]]
    for child in token.children or []:
        if child.type in {"softbreak", "hardbreak"}:
            lines.append([])
        else:
            lines[-1].append(child)
    defines = [bool(line) and bool(_DEFINITION.match(line[0].content)) for line in lines]
    if not any(defines):
        return [(finder.passage(token), 0)]
    found = []
    for line, is_definition in zip(lines, defines, strict=True):
        if is_definition:
            line[0].content = _DEFINITION.sub("", line[0].content)
        token.children = line
        found.append((finder.passage(token), 1 + is_definition))
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: the level of the heading it is (or 0), how deep in lists, and whether in a table's row."""

    heading: int
    depth: int
    in_row: bool


class _Places:
    """Follows the blocks as they open and close."""

    def __init__(self) -> None:
        self._heading = self._lists = 0
        self._begun: list[bool] = []  # for each open item: whether its first paragraph has been
        self._in_row = self._in_header = False

    def follow(self, token: "Token") -> _Place:
        kind, opens = token.type, token.nesting
        depth = self._lists
        if kind.endswith(("_list_open", "_list_close")):
            self._lists += opens
        elif kind == "list_item_open":
            self._begun.append(False)
        elif kind == "list_item_close":
            self._begun.pop()
        elif kind == "heading_open":
            self._heading = int(token.tag[1:]) if token.level == 0 else 0
        elif kind == "heading_close":
            self._heading = 0
        elif kind in {"thead_open", "thead_close"}:
            self._in_header = opens > 0
        elif kind in {"tr_open", "tr_close"}:
            self._in_row = opens > 0
            depth += not self._in_header
        elif kind == "inline" and not self._in_row and self._begun:
            depth += self._begun[-1]  # a second paragraph of an item stands under it
            self._begun[-1] = True
        return _Place(self._heading, depth, self._in_row)


def _parse_inside(parser: "MarkdownIt", token: "Token", references: dict[str, Any]) -> None:
    """Find the markup inside a block. Hostile markup costs the square of its length, so a very long block is text."""
    from markdown_it.token import Token

    token.children = []
    if len(token.content) <= _LONGEST_BLOCK:
        parser.inline.parse(token.content, parser, references, token.children)
        return
    for line in token.content.splitlines():
        token.children += [Token("text", "", 0, content=line), Token("softbreak", "br", 0)]


def looks_like_markdown(text: str) -> bool:
    """Whether a text of unknown kind is Markdown: it has a heading in Markdown's own way, or a link."""
    sample = text[:100_000]
    # What it cannot do without is sooner found.
    return any(map(sample.__contains__, ("#", "```", "]("))) and bool(_MARKS.search(sample))


def _front_matter(text: str) -> tuple[tuple[int, int] | None, int]:
    """Where the title given in YAML front matter stands, if there is one, and where the front matter ends."""
    front = _FRONT_MATTER.match(text)
    if not front:
        return None, 0
    title = _FRONT_TITLE.search(text, *front.span())
    return _trimmed(text, *title.span("title")) if title else None, front.end()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without spaces and quotation marks around it; an expression for both takes the square of the time."""
    value = text[start:end].strip(" \t\r")
    start = text.index(value, start)
    quoted = len(value) > 2 and value[0] == value[-1] and value[0] in "\"'"
    return start + quoted, start + len(value) - quoted


class _Finder:
    """Finds the words of a parsed block in the source again, going forward only."""

    def __init__(self, text: str, line_starts: list[int]) -> None:
        self._text = text
        self._line_starts = line_starts
        self._cursor = 0

    @property
    def cursor(self) -> int:
        """How far the source has been gone through."""
        return self._cursor

    def span(self, lines: list[int]) -> tuple[int, int]:
        """Where lines begin and end in the source."""
        last = min(lines[1], len(self._line_starts) - 1)
        self._cursor = max(self._cursor, self._line_starts[lines[0]])
        return self._line_starts[lines[0]], self._line_starts[last] if last > lines[0] else len(self._text)

    def passage(self, token: "Token", passage: Passage | None = None) -> Passage:
        """The words of a block, added to a passage or as one of their own."""
        passage = Passage() if passage is None else passage
        assert token.map is not None
        assert token.children is not None
        # Table cells share a line, so the cursor may be past the line's start already.
        self._cursor = max(self._cursor, self._line_starts[token.map[0]])
        _, end = self.span(token.map)
        for child in _visible(token.children):
            if child.type in ("softbreak", "hardbreak", "html_inline"):
                passage.add_substitute(" ", self._cursor)
            elif child.type == "text_special":
                self._find(child.markup, end)
                passage.add_substitute(child.content, self._cursor)
                self._cursor += len(child.markup)
            elif self._find(child.content, end):
                passage.add(child.content, self._cursor)
                self._cursor += len(child.content)
            else:  # rewritten by the parser (white space in code, an encoded address): keep the words, roughly placed
                passage.add_substitute(child.content, self._cursor)
        return passage

    def _find(self, words: str, end: int) -> bool:
        place = self._text.find(words, self._cursor, end)
        if place >= 0:
            self._cursor = place
        return place >= 0


def _visible(children: "list[Token]") -> "list[Token]":
    """The inline tokens that show words or line breaks, those inside images (their descriptions) included."""
    shown: list[Token] = []
    for child in children:
        if child.type == "image":
            shown += _visible(child.children or [])
        elif child.type in ("softbreak", "hardbreak") or _says_something(child):
            shown.append(child)
    return shown


def _says_something(child: "Token") -> bool:
    if child.type == "html_inline":
        return bool(_BREAK.match(child.content))
    return bool(child.content) and child.type in ("text", "text_special", "code_inline")
