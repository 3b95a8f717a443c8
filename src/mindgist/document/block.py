"""The one type that all readers produce: a block of a document, in reading order."""

from dataclasses import dataclass, replace
from typing import Literal

from mindgist.document.passage import Passage

BlockKind = Literal["title", "heading", "paragraph", "row", "aside"]

CELL_SEPARATOR = " – "
"""Joins the cells of a table row into one text."""
MAX_CELL_LENGTH = 400
"""Characters. A table with a larger cell lays out a page; its cells are read as text."""


@dataclass(slots=True)
class Block:
    """A title, heading, paragraph, table row or aside.

    An aside belongs to the text but not to its map: code, a caption, a footnote. It gets no sentence.
    """

    text: str
    kind: BlockKind = "paragraph"
    level: int = 0
    """Of a heading: 1 is the highest. 0 for everything else."""
    depth: int = 0
    """0 for prose, 1 for an item of an outermost list, 2 for an item of a list inside it."""
    mark: int = 0
    """How many characters at the start are a bullet or number: part of the text, not of the item's words."""
    passage: Passage | None = None
    """Its place in the source. None if the source is not text: then ``text`` becomes part of the document's."""
    is_bold: bool = False
    """Whether all of it is bold."""
    link_share: float = 0.0
    """The share of its letters that are links."""
    page: int = 0
    """The page it begins on, counted from 1. 0 where there are no pages."""
    page_breaks: tuple[tuple[int, int], ...] = ()
    """(page, offset in the text) for each further page that it reaches."""

    @classmethod
    def from_passage(cls, passage: Passage, kind: BlockKind = "paragraph", level: int = 0, depth: int = 0) -> "Block":
        """A block of a text that is its own source."""
        return cls(passage.plain(), kind, level, depth, passage=passage)

    def as_aside(self) -> "Block":
        """The same text as an aside."""
        return replace(self, kind="aside", level=0, depth=0, mark=0)


def heading(level: int, text: str) -> Block:
    """A heading; the outermost level is 1."""
    return Block(text, "heading", max(1, level))
