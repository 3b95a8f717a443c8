"""Which lines of a PDF are headings, how these are set, and which of them is the title.

Lines that are larger or bolder than the body and stand alone are headings. Those of one style have one level.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Literal

from mindgist.document.boilerplate import is_caption
from mindgist.document.pdf.line import Line, most_common
from mindgist.document.tokens import words

MAX_HEADING = 200  # characters
LARGER = 1.12  # the font size of a heading over the body's
_ITEM_MARK = re.compile(r"(?:\W{1,2}|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z])[.)]?)$")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|(?:[A-Z]|[IVX]{1,5})(?=\.)(?:\.\d{1,2})*)\.?\s+\S")
_NO_HEADING = re.compile(r"https?://|www\.\w|\S@\w|^[•‣◦▪●∙·■□]|\ufffd.*\ufffd")
_OPENING_SIGNS = "\"'“‘„«‹(¿¡「『【§#&$€£"


def body_size(pages: list[list[Line]]) -> float:
    """The font size that most letters have, to half a point."""
    return most_common(chain.from_iterable(pages), lambda line: line.rounded_size) or 1.0


@dataclass(frozen=True)
class Typography:
    """The lines of a document, and what holds for all of them."""

    lines: list[Line]
    body: float  # the font size of the body

    @cached_property
    def _has_bold_body(self) -> bool:
        return bool(most_common(self.lines, lambda line: line.bold))

    @cached_property
    def leading(self) -> float:
        """The distance of two lines of the body."""
        gaps = Counter(
            round(before.baseline - line.baseline)
            for before, line in pairwise(self.lines)
            if line.is_in_column_of(before) and before.rounded_size == line.rounded_size == self.body
        )
        return max((gap for gap in gaps if gap > 0), key=gaps.__getitem__, default=1.2 * self.body)

    @cached_property
    def words(self) -> set[str]:
        return {word for line in self.lines for word in words(line.text)}

    @cached_property
    def column_lengths(self) -> Counter[tuple[int, int]]:
        """How many lines each column of each page has."""
        return Counter((line.page, line.column) for line in self.lines)

    @cached_property
    def _is_typewritten(self) -> bool:
        return bool(most_common(self.lines, lambda line: line.monospaced))

    @cached_property
    def _row_lines(self) -> set[int]:
        pairs = (pair for pair in pairwise(self.lines) if pair[0].is_in_column_of(pair[1]))
        return {id(line) for pair in pairs if min(map(_cell_count, pair)) > 1 for line in pair}

    def is_bold(self, line: Line) -> bool:
        return line.bold and not self._has_bold_body

    def kind(self, line: Line) -> Literal["code", "row", "text"]:
        """Code is monospaced, in a text that is not; a row of a table has several cells, and so has a neighbour."""
        if line.monospaced and not self._is_typewritten:
            return "code"
        return "row" if id(line) in self._row_lines else "text"


def _cell_count(line: Line) -> int:
    """How many cells a line has, not counting the mark of an item or the number of a heading."""
    return len(line.cells) - bool(line.cells and _ITEM_MARK.match(line.cells[0]))


Style = tuple[float, int]
"""The negative of a heading's size, and how many levels its number has. The style that sorts first is the highest."""


@dataclass(eq=False, slots=True)
class Group:
    """Lines that make up one block, with their style where they may be a heading."""

    lines: list[Line]
    style: Style | None


def heading_style(text: Typography, before: Line | None, line: Line) -> Style | None:
    """The style of a line that may be the first of a heading; None for other lines."""
    if not _may_be_heading(line.text):
        return None
    number = _NUMBERED.match(line.text)
    style = (-line.rounded_size, 1 + number[1].count(".") if number else 1)
    if line.size >= LARGER * text.body:
        return style
    if line.size < 0.85 * text.body or line.text.endswith((".", ",", ";")):
        return None
    if before and line.is_in_column_of(before) and before.baseline - line.baseline <= 1.15 * text.leading:
        return None  # there is no space above it
    is_numbered = number and line.text.upper() == line.text and not line.text.endswith(":")
    return style if text.is_bold(line) or is_numbered else None


def _may_be_heading(text: str) -> bool:
    if not (text[0].isalnum() or text[0] in _OPENING_SIGNS) or text[0].islower():
        return False  # the middle of a sentence, one word of which is large
    if len(text) > MAX_HEADING or sum(map(str.isalpha, text)) < 2:
        return False
    return not is_caption(text) and not _NO_HEADING.search(text)


def find_title(groups: list[Group]) -> Group | None:
    """The title: a heading larger than all others on the first page that has a heading, or on a title page."""
    headings = [group for group in groups if group.style]
    largest_size = max((group.lines[0].rounded_size for group in headings), default=0.0)
    largest = [group for group in headings if group.lines[0].rounded_size == largest_size]
    is_single = len({tuple(line.text for line in group.lines) for group in largest}) == 1
    if is_single and largest[0].lines[0].page == headings[0].lines[0].page and len(headings) > 1:
        return largest[0]
    opening = [group for group in groups if group.lines[0].page == groups[0].lines[0].page]
    is_title_page = sum(len(group.lines) for group in opening) <= 20 and len(opening) < len(groups)
    on_title_page = [group for group in opening if group.style and is_title_page]
    return max(on_title_page, key=lambda group: group.lines[0].rounded_size, default=None)
