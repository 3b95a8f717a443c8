"""The one type that all readers produce: a block of a document, in reading order.

Readers of text leave out markup, quote markers and line breaks before a text is split into sentences. The passage of a
block records where every kept piece came from, so offsets can still point into the source.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

from mindgist.document.document import Box
from mindgist.document.sentences import sentence_spans
from mindgist.document.tokens import folded

Span = tuple[int, int, str]
"""A part of a passage: its start and end in the source, and its words with white space folded."""


class Passage:
    """Text collected piece by piece.

    It stores one source offset per piece, not per character, because a file can have 50 million characters.
    """

    def __init__(self, text: str = "", start: int = 0) -> None:
        self._pieces = [(text, start, True)] if text else []

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def __str__(self) -> str:
        return "".join([text for text, _, _ in self._pieces])

    def add(self, text: str, start: int, verbatim: bool = True) -> None:
        """Append text that stands in the source at ``start`` or, if not verbatim, replaces what stands there."""
        if text:
            self._pieces.append((text, start, verbatim))

    def whole(self) -> Span:
        """The whole passage as one span; it must have a visible character."""
        text = str(self)
        return self._spans(text, [(len(text) - len(text.lstrip()), len(text.rstrip()))])[0]

    def sentences(self) -> list[Span]:
        text = str(self)
        return self._spans(text, sentence_spans(text))

    def _spans(self, text: str, ranges: list[tuple[int, int]]) -> list[Span]:
        if len(self._pieces) == 1 and self._pieces[0][2] and _is_folded(text):
            first = self._pieces[0][1]
            return [(first + start, first + end, text[start:end]) for start, end in ranges]
        ends = list(accumulate(len(text) for text, _, _ in self._pieces))

        def source_offset(offset: int) -> int:
            number = bisect_right(ends, offset)
            piece, start, verbatim = self._pieces[number]
            return start + (offset - (ends[number] - len(piece)) if verbatim else 0)

        return [(source_offset(start), source_offset(end - 1) + 1, folded(text[start:end])) for start, end in ranges]


def _is_folded(text: str) -> bool:
    """Whether each run of white space inside a text is one space. Most texts are such, and folding takes longer."""
    return "  " not in text and text.isprintable()


BlockKind = Literal["title", "heading", "paragraph", "row", "aside"]

CELL_SEPARATOR = " – "  # joins the cells of a table row into one text
MAX_BOLD_HEADING = 120  # characters of a heading that only its look gives away


@dataclass(slots=True)
class Block:
    """A title, heading, paragraph, table row or aside.

    An aside belongs to the text but not to its map: code, a caption, a footnote. It gets no sentence.
    """

    text: str
    kind: BlockKind = "paragraph"
    level: int = 0  # of a heading: 1 is the highest; 0 for everything else
    depth: int = 0  # 0 for prose, 1 for an item of an outermost list, 2 for an item of a list inside it
    mark: int = 0  # so many characters at the start are a bullet or number: part of the text, not of the item's words
    passage: Passage | None = None  # None if the source is not text: then ``text`` becomes part of the document's
    is_bold: bool = False  # all of it
    link_share: float = 0.0  # of its letters
    page: int = 0  # that it begins on, counted from 1; 0 where there are no pages
    lines: tuple[tuple[int, int, Box], ...] = ()  # (offset in the text, page, place on the page) of each, where known

    @classmethod
    def from_passage(cls, passage: Passage, kind: BlockKind = "paragraph", level: int = 0, depth: int = 0) -> "Block":
        """A block of a text that is its own source."""
        return cls(str(passage), kind, level, depth, passage=passage)

    @property
    def is_prose(self) -> bool:
        """Whether it is a paragraph and no item of a list."""
        return self.kind == "paragraph" and not self.depth

    def as_aside(self) -> "Block":
        return replace(self, kind="aside", level=0, depth=0, mark=0)


def row_blocks(cells: Sequence[Sequence[Block]], is_header: bool = False) -> list[Block]:
    """A table row as one block, from the blocks of its cells.

    A row that lays out a page stays as the blocks that it holds: it has one cell, a long one, or one with a heading or
    another table.
    """
    texts = [" ".join(block.text for block in cell if block.kind != "aside") for cell in cells]
    inside = [block for cell in cells for block in cell]
    holds_others = any(block.kind in ("title", "heading", "row") for block in inside)
    if len(cells) < 2 or holds_others or max(map(len, texts)) > 400:
        return inside
    return [Block(CELL_SEPARATOR.join(filter(None, texts)), "row", depth=0 if is_header else 1)]


def with_bold_headings(blocks: list[Block]) -> list[Block]:
    """The blocks; short lines in bold above text become headings, one level below all others.

    Lines in capitals count too where there is no other heading.
    """
    lowest_level = max((block.level for block in blocks), default=0)
    shown = [position for position, block in enumerate(blocks) if block.text and block.kind != "aside"]
    chosen = {
        position
        for position, following in pairwise(shown)
        if _looks_like_heading(blocks[position], lowest_level == 0) and blocks[following].kind != "heading"
    }
    if len(chosen) < (2 if lowest_level else 1) or len(chosen) > 0.3 * len(shown):  # bold is the style of the text
        return blocks
    return [
        replace(block, kind="heading", level=lowest_level + 1) if position in chosen else block
        for position, block in enumerate(blocks)
    ]


def _looks_like_heading(block: Block, allow_capitals: bool) -> bool:
    text = block.text
    if not block.is_prose or len(text) > MAX_BOLD_HEADING or text.endswith(tuple(".,;:!…。！،؛")):
        return False
    if block.link_share > 0.5 or sum(map(str.isalpha, text)) < 3:
        return False
    return block.is_bold or (allow_capitals and text.isupper())
