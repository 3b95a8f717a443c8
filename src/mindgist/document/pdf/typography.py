"""How the text of a PDF is set: the size, weight and line distance of its body, against which headings stand out."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

from mindgist.document.pdf.line import Line, most_common, total_length
from mindgist.document.tokens import words

MAX_HEADING = 200  # characters
LARGER = 1.12  # the font size of a heading over the body's
_SAME_SIZE = 0.08  # times the body size
_BOLDER = 1.35  # a bold line's weight over the body's
_MIN_BOLD = 500
_USUAL_LEADING = 1.2  # times the font size
_MAX_MONOSPACED = 0.5  # share of the letters; where there are more, the whole text is typewritten
_ITEM_MARK = re.compile(r"(?:\W{1,2}|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z])[.)]?)$")


def body_size(pages: list[list[Line]]) -> float:
    """The font size that most letters have, to half a point."""
    return most_common(chain.from_iterable(pages), lambda line: round(line.size * 2) / 2) or 1.0


@dataclass(frozen=True)
class Typography:
    """The lines of a document, and what holds for all of them."""

    lines: list[Line]
    body: float
    """The font size of the body."""

    @cached_property
    def weight(self) -> float:
        """The font weight of the body."""
        return most_common(filter(self.is_body, self.lines), lambda line: line.weight)

    @cached_property
    def leading(self) -> float:
        """The distance of two lines of the body."""
        gaps = Counter(
            round(before.baseline - line.baseline)
            for before, line in pairwise(self.lines)
            if line.is_in_column_of(before) and self.is_body(line) and self.is_body(before)
        )
        return max((gap for gap in gaps if gap > 0), key=gaps.__getitem__, default=_USUAL_LEADING * self.body)

    @cached_property
    def words(self) -> set[str]:
        """All words of the document."""
        return {word for line in self.lines for word in words(line.text)}

    @cached_property
    def column_lengths(self) -> Counter[tuple[int, int]]:
        """How many lines each column of each page has."""
        return Counter((line.page, line.column) for line in self.lines)

    @cached_property
    def _has_code(self) -> bool:
        monospaced = total_length([line for line in self.lines if line.monospaced])
        return monospaced < _MAX_MONOSPACED * total_length(self.lines)

    @cached_property
    def _row_lines(self) -> set[int]:
        return {
            id(line)
            for pair in pairwise(self.lines)
            if pair[0].is_in_column_of(pair[1]) and min(map(_cell_count, pair)) > 1
            for line in pair
        }

    def is_body(self, line: Line) -> bool:
        """Whether a line has the size of the body."""
        return abs(line.size - self.body) <= _SAME_SIZE * self.body

    def is_bold(self, line: Line) -> bool:
        """Whether a line is bold, compared with the body."""
        return line.weight >= max(_MIN_BOLD, _BOLDER * self.weight)

    def is_code(self, line: Line) -> bool:
        """Whether a line is code: monospaced, in a text that is not."""
        return line.monospaced and self._has_code and line.size < LARGER * self.body

    def is_row(self, line: Line) -> bool:
        """Whether a line is a row of a table: it has several cells, and so has a neighbour."""
        return id(line) in self._row_lines


def _cell_count(line: Line) -> int:
    """How many cells a line has, not counting the mark of an item or the number of a heading."""
    return len(line.cells) - bool(line.cells and _ITEM_MARK.match(line.cells[0]))
