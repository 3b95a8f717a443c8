"""Markdown (CommonMark with tables). Offsets point into the Markdown source.

markdown-it-py gives the lines of a block but no offsets inside them, so the words of a block are searched in its lines,
in order. Code blocks are left out.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING, Any

from mindgist.document.block import CELL_SEPARATOR, Block, BlockKind, Passage
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.markdown_tokens import MAX_TOKENS, TimeLimit, parse

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LINE_END = re.compile(r"\r\n?|\n")  # as markdown-it defines it
_FRONT_TITLE = re.compile(r"^title:(?P<title>[^\n]*)", re.MULTILINE)

_LINE_BREAKS = ("softbreak", "hardbreak")
_DEFINITION = re.compile(r"\A:[ \t]+")
_BREAK = re.compile(r"</?(?:br|p|div|li)\b", re.IGNORECASE)
_MARKS = re.compile(r"^#{1,6} \S|^```|\[[^\[\]\n]{1,500}\]\([^()\s]{1,2000}\)", re.MULTILINE)
_TASK = re.compile(r"\A\[[ xX]\][ \t]+")

_MAX_NESTING = 40  # levels of lists and quotes; hostile nesting costs markdown-it time
_MAX_PARSED_LENGTH = 10_000  # characters of a block whose inline markup is parsed

# Raw HTML inside Markdown.
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<(?P<close>/?)(?P<name>[a-zA-Z][\w-]{0,20})[^<>]{0,5000}>", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{1,31});")
_HTML_BLOCKS = frozenset(
    "address article aside blockquote br center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main ol "
    "p picture section summary table tbody td tfoot th thead tr ul".split()
)
_NO_WORDS = frozenset("script style svg pre template noscript".split())
_HTML_LEVELS = {f"h{level}": level for level in range(1, 7)}


def read_markdown(text: str) -> Document:
    """Read Markdown; a ``title`` in the front matter wins over a single top heading."""
    from markdown_it import MarkdownIt

    # Only blocks are parsed here. Their inline markup is parsed one by one, with a time limit.
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).disable(["inline", "text_join"])
    if text.count("|") <= MAX_TOKENS:  # the parser splits a row before it makes tokens
        parser.enable("table")
    title, body_start = _front_matter(text)
    # Blank lines replace the front matter, so that line numbers still refer to the source.
    line_starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    body = "\n" * (bisect_right(line_starts, body_start) - 1) + text[body_start:]
    blocks = _blocks(parser, body, _Finder(text, line_starts))
    if title:
        blocks = chain([Block.from_passage(Passage(text[slice(*title)], title[0]), "title")], blocks)
    return build_document(blocks, text)


def _blocks(parser: "MarkdownIt", body: str, finder: "_Finder") -> Iterator[Block]:
    """The blocks of the parser's tokens."""
    time = TimeLimit()
    references: dict[str, Any] = {}
    place = _Place()
    row = Passage()
    for token in parse(parser, body, references, time):
        place.follow(token)
        if token.type == "tr_open":
            row = Passage()
        elif token.type == "tr_close":
            yield Block.from_passage(row, "row", depth=place.depth)
        elif token.type == "html_block" and token.map:
            yield from _html_blocks(finder.text, *finder.span(token.map), place.depth)
        if token.type != "inline":
            continue
        time.check()
        _parse_inside(parser, token, references)
        if place.in_row:
            row.add(CELL_SEPARATOR * bool(row), finder.cursor, verbatim=False)
            finder.passage(token, row)
        elif place.heading:
            yield Block.from_passage(finder.passage(token), "heading", place.heading)
        else:
            yield from _paragraphs(finder, token, place.depth)


def _paragraphs(finder: "_Finder", token: "Token", depth: int) -> Iterator[Block]:
    """A paragraph, or a term and its definitions (lines that begin with a colon)."""
    children = token.children or []
    if depth and children:
        children[0].content = _TASK.sub("", children[0].content, count=1)
    kind: BlockKind = "aside" if _is_pictures(children) else "paragraph"
    lines: list[list[Token]] = [[]]
    for child in children:
        if child.type in _LINE_BREAKS:
            lines.append([])
        else:
            lines[-1].append(child)
    defines = [bool(line) and bool(_DEFINITION.match(line[0].content)) for line in lines]
    if not any(defines):
        yield Block.from_passage(finder.passage(token), kind, depth=depth)
        return
    for line, is_definition in zip(lines, defines, strict=True):
        if is_definition:
            line[0].content = _DEFINITION.sub("", line[0].content)
        token.children = line
        yield Block.from_passage(finder.passage(token), kind, depth=depth + 1 + is_definition)


def _is_pictures(children: "list[Token]") -> bool:
    """Whether a paragraph has images and no words: a row of badges, a figure."""
    has_words = any(
        child.type in ("text", "code_inline") and any(map(str.isalnum, child.content)) for child in children
    )
    return not has_words and any(child.type == "image" for child in children)


class _Place:
    """The position of a token: heading level (0 for no heading), list depth, and whether it is in a table row."""

    def __init__(self) -> None:
        self.heading = self.depth = self._lists = 0
        self._levels: list[int] = []  # for each open list: how much deeper its items are
        self._has_paragraph: list[bool] = []  # for each open item: whether it has a paragraph yet
        self._items: list[int] = []  # for each open list: the number of its items so far
        self._after_number = False  # whether a numbered list of one item has just been closed; bullets are inside it
        self.in_row = self._in_header = False

    def follow(self, token: "Token") -> None:
        """Move to the next token."""
        kind, opens = token.type, token.nesting
        self.depth = self._lists
        is_inside_number, self._after_number = self._after_number and kind == "bullet_list_open", False
        if kind.endswith("_list_open"):
            self._levels.append(1 + is_inside_number)
            self._items.append(0)
            self._lists += self._levels[-1]
        elif kind.endswith("_list_close"):
            self._lists -= self._levels.pop()
            self._after_number = self._items.pop() == 1 and kind == "ordered_list_close"
        elif kind == "list_item_open":
            self._items[-1] += 1
            self._has_paragraph.append(False)
        elif kind == "list_item_close":
            self._has_paragraph.pop()
        elif kind == "heading_open":
            self.heading = int(token.tag[1:]) if token.level == 0 else 0
        elif kind == "heading_close":
            self.heading = 0
        elif kind in {"thead_open", "thead_close"}:
            self._in_header = opens > 0
        elif kind in {"tr_open", "tr_close"}:
            self.in_row = opens > 0
            self.depth += not self._in_header
        elif kind == "inline" and not self.in_row and self._has_paragraph:
            self.depth += self._has_paragraph[-1]  # a second paragraph of an item is one level deeper
            self._has_paragraph[-1] = True


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
        self.text = text
        self.cursor = 0  # the current offset in the source
        self._line_starts = line_starts

    def span(self, lines: list[int]) -> tuple[int, int]:
        """The offsets at which a range of lines begins and ends."""
        last = min(lines[1], len(self._line_starts) - 1)
        # Table cells share a line, so the cursor may be past the line's start already.
        self.cursor = max(self.cursor, self._line_starts[lines[0]])
        return self._line_starts[lines[0]], self._line_starts[last] if last > lines[0] else len(self.text)

    def passage(self, token: "Token", passage: Passage | None = None) -> Passage:
        """Add the words of a block to a passage, or to a new one."""
        passage = Passage() if passage is None else passage
        assert token.map is not None
        assert token.children is not None
        _, end = self.span(token.map)
        for child in _visible(token.children):
            if child.type in (*_LINE_BREAKS, "html_inline"):
                passage.add(" ", self.cursor, verbatim=False)
            elif child.type == "text_special":
                self._find(child.markup, end)
                passage.add(child.content, self.cursor, verbatim=False)
                self.cursor += len(child.markup)
            elif self._find(child.content, end):
                passage.add(child.content, self.cursor)
                self.cursor += len(child.content)
            else:  # changed by the parser (white space in code, an encoded address): the offset is approximate
                passage.add(child.content, self.cursor, verbatim=False)
        return passage

    def _find(self, words: str, end: int) -> bool:
        place = self.text.find(words, self.cursor, end)
        if place >= 0:
            self.cursor = place
        return place >= 0


def _visible(children: "list[Token]") -> "list[Token]":
    """The inline tokens that show words or line breaks, including the descriptions of images."""
    shown: list[Token] = []
    for child in children:
        if child.type == "image":
            shown += _visible(child.children or [])
        elif child.type in _LINE_BREAKS or _is_visible(child):
            shown.append(child)
    return shown


def _is_visible(child: "Token") -> bool:
    if child.type == "html_inline":
        return bool(_BREAK.match(child.content))
    return bool(child.content) and child.type in ("text", "text_special", "code_inline")


def _html_blocks(text: str, start: int, end: int, outer_depth: int) -> Iterator[Block]:
    """The blocks of a range of HTML; code and invisible elements are left out."""
    passage = Passage()
    level = depth = 0
    skipped = ""
    place = start
    for tag in [*_TAG.finditer(text, start, end), None]:
        if not skipped:
            _add_html(passage, text, place, tag.start() if tag else end)
        place = tag.end() if tag else end
        name = (tag["name"] or "").lower() if tag else "p"
        closes = bool(tag and tag["close"])
        if skipped or name in _NO_WORDS:
            skipped = "" if closes and name == skipped else (skipped or (name if not closes else ""))
        elif name in _HTML_BLOCKS:
            if passage.plain():
                if level:
                    yield Block.from_passage(passage, "heading", level)
                else:
                    yield Block.from_passage(passage, depth=outer_depth + depth)
            passage = Passage()
            level = _HTML_LEVELS.get(name, 0) if not closes else 0
            depth = max(0, depth + (-1 if closes else 1)) if name in ("ul", "ol") else depth


def _add_html(passage: Passage, text: str, start: int, end: int) -> None:
    for entity in _ENTITY.finditer(text, start, end):
        passage.add(text[start : entity.start()], start)
        passage.add(unescape(entity[0]), entity.start(), verbatim=False)
        start = entity.end()
    passage.add(text[start:end], start)
