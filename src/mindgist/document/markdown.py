"""Markdown (CommonMark with tables). Offsets point into the Markdown source.

markdown-it-py gives the lines of a block but no offsets inside them, so the words of a block are searched in its lines,
in order. Code blocks are left out.
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
_LINE_END = re.compile(r"\r\n?|\n")  # as markdown-it defines it
_FRONT_TITLE = re.compile(r"^title:(?P<title>[^\n]*)", re.MULTILINE)

_DEFINITION = re.compile(r"\A:[ \t]+")
_BREAK = re.compile(r"</?(?:br|p|div|li)\b", re.IGNORECASE)
_MARKS = re.compile(r"^#{1,6} \S|^```|\[[^\[\]\n]{1,500}\]\([^()\s]{1,2000}\)", re.MULTILINE)
_TASK = re.compile(r"\A\[[ xX]\][ \t]+")

_MAX_NESTING = 40  # levels of lists and quotes; hostile nesting costs markdown-it time
_MAX_PARSED_LENGTH = 10_000  # characters of a block whose inline markup is parsed
MAX_SECONDS = 60
"""For one document. A book takes one second."""


def read_markdown(text: str) -> Document:
    """Read Markdown; a ``title`` in the front matter wins over a single top heading."""
    from markdown_it import MarkdownIt

    # Only blocks are parsed here. Their inline markup is parsed one by one, with a time limit.
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table").disable(["inline", "text_join"])
    title, body_start = _front_matter(text)
    # Blank lines replace the front matter, so that line numbers still refer to the source.
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
        deadline = monotonic() + MAX_SECONDS
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
                    f"reading the Markdown takes longer than {MAX_SECONDS} s; split it and map the parts"
                )
            _parse_inside(self._parser, token, self._references)
            if place.in_row:
                row.add(CELL_SEPARATOR * bool(row), self._finder.cursor, verbatim=False)
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
    """Whether a paragraph has images and no words: a row of badges, a figure."""
    has_words = any(
        child.type in ("text", "code_inline") and any(map(str.isalnum, child.content)) for child in children
    )
    return not has_words and any(child.type == "image" for child in children)


def _terms(finder: "_Finder", token: "Token") -> "list[tuple[Passage, int]]":
    """A paragraph, or a term and its definitions (lines that begin with a colon), each with its additional depth."""
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
    """The position of a token: heading level (0 for no heading), list depth, and whether it is in a table row."""

    heading: int
    depth: int
    in_row: bool


class _Places:
    """Tracks the open blocks."""

    def __init__(self) -> None:
        self._heading = self._lists = 0
        self._has_paragraph: list[bool] = []  # for each open item: whether it has a paragraph yet
        self._in_row = self._in_header = False

    def follow(self, token: "Token") -> _Place:
        kind, opens = token.type, token.nesting
        depth = self._lists
        if kind.endswith(("_list_open", "_list_close")):
            self._lists += opens
        elif kind == "list_item_open":
            self._has_paragraph.append(False)
        elif kind == "list_item_close":
            self._has_paragraph.pop()
        elif kind == "heading_open":
            self._heading = int(token.tag[1:]) if token.level == 0 else 0
        elif kind == "heading_close":
            self._heading = 0
        elif kind in {"thead_open", "thead_close"}:
            self._in_header = opens > 0
        elif kind in {"tr_open", "tr_close"}:
            self._in_row = opens > 0
            depth += not self._in_header
        elif kind == "inline" and not self._in_row and self._has_paragraph:
            depth += self._has_paragraph[-1]  # a second paragraph of an item is one level deeper
            self._has_paragraph[-1] = True
        return _Place(self._heading, depth, self._in_row)


def _parse_inside(parser: "MarkdownIt", token: "Token", references: dict[str, Any]) -> None:
    """Parse the inline markup of a block. Hostile markup takes quadratic time, so a very long block is read as text."""
    from markdown_it.token import Token

    token.children = []
    if len(token.content) <= _MAX_PARSED_LENGTH:
        parser.inline.parse(token.content, parser, references, token.children)
        return
    for line in token.content.splitlines():
        token.children += [Token("text", "", 0, content=line), Token("softbreak", "br", 0)]


def looks_like_markdown(text: str) -> bool:
    """Whether a text of unknown kind is Markdown: it has a # heading, a code fence or a link."""
    sample = text[:100_000]
    # A substring search is faster than the pattern and rejects most texts.
    return any(map(sample.__contains__, ("#", "```", "]("))) and bool(_MARKS.search(sample))


def _front_matter(text: str) -> tuple[tuple[int, int] | None, int]:
    """The range of the title in YAML front matter, if any, and the end of the front matter."""
    front = _FRONT_MATTER.match(text)
    if not front:
        return None, 0
    title = _FRONT_TITLE.search(text, *front.span())
    return _trimmed(text, *title.span("title")) if title else None, front.end()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without surrounding spaces and quotation marks. A regular expression would take quadratic time."""
    value = text[start:end].strip(" \t\r")
    start = text.index(value, start)
    quoted = len(value) > 2 and value[0] == value[-1] and value[0] in "\"'"
    return start + quoted, start + len(value) - quoted


class _Finder:
    """Finds the words of parsed blocks in the source, moving forward only."""

    def __init__(self, text: str, line_starts: list[int]) -> None:
        self._text = text
        self._line_starts = line_starts
        self._cursor = 0

    @property
    def cursor(self) -> int:
        """The current offset in the source."""
        return self._cursor

    def span(self, lines: list[int]) -> tuple[int, int]:
        """The offsets at which a range of lines begins and ends."""
        last = min(lines[1], len(self._line_starts) - 1)
        self._cursor = max(self._cursor, self._line_starts[lines[0]])
        return self._line_starts[lines[0]], self._line_starts[last] if last > lines[0] else len(self._text)

    def passage(self, token: "Token", passage: Passage | None = None) -> Passage:
        """Add the words of a block to a passage, or to a new one."""
        passage = Passage() if passage is None else passage
        assert token.map is not None
        assert token.children is not None
        # Table cells share a line, so the cursor may be past the line's start already.
        self._cursor = max(self._cursor, self._line_starts[token.map[0]])
        _, end = self.span(token.map)
        for child in _visible(token.children):
            if child.type in ("softbreak", "hardbreak", "html_inline"):
                passage.add(" ", self._cursor, verbatim=False)
            elif child.type == "text_special":
                self._find(child.markup, end)
                passage.add(child.content, self._cursor, verbatim=False)
                self._cursor += len(child.markup)
            elif self._find(child.content, end):
                passage.add(child.content, self._cursor)
                self._cursor += len(child.content)
            else:  # changed by the parser (white space in code, an encoded address): the offset is approximate
                passage.add(child.content, self._cursor, verbatim=False)
        return passage

    def _find(self, words: str, end: int) -> bool:
        place = self._text.find(words, self._cursor, end)
        if place >= 0:
            self._cursor = place
        return place >= 0


def _visible(children: "list[Token]") -> "list[Token]":
    """The inline tokens that show words or line breaks, including the descriptions of images."""
    shown: list[Token] = []
    for child in children:
        if child.type == "image":
            shown += _visible(child.children or [])
        elif child.type in ("softbreak", "hardbreak") or _is_visible(child):
            shown.append(child)
    return shown


def _is_visible(child: "Token") -> bool:
    if child.type == "html_inline":
        return bool(_BREAK.match(child.content))
    return bool(child.content) and child.type in ("text", "text_special", "code_inline")
