"""Markdown (CommonMark with tables) to a Document whose offsets point into the Markdown source.

markdown-it-py parses; it tells the lines of a block but not the places inside them, so the words of a block are
found again in its lines, in order. Code blocks and raw HTML are not prose and are left out.
"""

import re
from bisect import bisect_right
from time import monotonic
from typing import TYPE_CHECKING, Any

from ramify.document.builder import DocumentBuilder
from ramify.document.document import Document
from ramify.document.passage import Passage
from ramify.errors import DocumentError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LINE_END = re.compile(r"\r\n?|\n")  # what markdown-it takes for one
_FRONT_TITLE = re.compile(r"^title:[ \t]*([\"']?)(?P<title>[^\n]+?)\1[ \t]*\r?$", re.MULTILINE)

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
    finder = _Finder(text, line_starts)
    builder = DocumentBuilder(text)
    if title:
        builder.title(Passage.of_slice(text, *title))
    references: dict[str, Any] = {}
    tokens = parser.parse(body, references)
    deadline = monotonic() + LONGEST_READ
    for position, token in enumerate(tokens):
        if token.type != "inline":
            continue
        if monotonic() > deadline:
            raise DocumentError(f"reading the Markdown takes longer than {LONGEST_READ} s; split it and map the parts")
        _parse_inside(parser, token, references)
        opening = tokens[position - 1]
        passage = finder.passage(token)
        if opening.type == "heading_open" and opening.level == 0:
            builder.heading(int(opening.tag[1:]), passage)
        else:
            builder.paragraph(passage)
    return builder.document()


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
    return bool(re.search(r"^#{1,6} \S|^```|\[[^\]\n]+\]\([^)\s]+\)", text[:100_000], re.MULTILINE))


def _front_matter(text: str) -> tuple[tuple[int, int] | None, int]:
    """Where the title given in YAML front matter stands, if there is one, and where the front matter ends."""
    front = _FRONT_MATTER.match(text)
    if not front:
        return None, 0
    title = _FRONT_TITLE.search(text, *front.span())
    return title.span("title") if title else None, front.end()


class _Finder:
    """Finds the words of a parsed block in the source again, going forward only."""

    def __init__(self, text: str, line_starts: list[int]) -> None:
        self._text = text
        self._line_starts = line_starts
        self._cursor = 0

    def passage(self, token: "Token") -> Passage:
        passage = Passage()
        assert token.map is not None
        assert token.children is not None
        # Table cells share a line, so the cursor may be past the line's start already.
        self._cursor = max(self._cursor, self._line_starts[token.map[0]])
        last_line = min(token.map[1], len(self._line_starts) - 1)
        end = self._line_starts[last_line] if last_line > token.map[0] else len(self._text)
        for child in _visible(token.children):
            if child.type in ("softbreak", "hardbreak"):
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
        elif child.type in ("softbreak", "hardbreak") or (
            child.content and child.type in ("text", "text_special", "code_inline")
        ):
            shown.append(child)
    return shown
