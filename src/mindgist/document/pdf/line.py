"""A line of text on a page of a PDF."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mindgist.document.document import Box
from mindgist.document.pdf.words import Word


class Line(NamedTuple):
    """A line with its position (y grows upwards), its font, and the edges of its column."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    """Of the font."""
    weight: int
    """How heavy the font is, to be compared within a document: what files state varies widely."""
    page: int
    height: float
    """Where the line stands on the page: 0 at the bottom, 1 at the top."""
    box: Box = (0.0, 0.0, 0.0, 0.0)
    """Its place on the page."""
    column_left: float = 0
    column_right: float = 0
    column: int = 0
    """Counts the columns of a page in reading order."""
    cells: tuple[str, ...] = ()
    """The parts of a line between wide gaps, as in a row of a table; empty for a line of one part."""
    monospaced: bool = False
    """Whether all letters have one width, as in code."""

    def is_in_column_of(self, other: "Line") -> bool:
        """Whether both stand in the same column of the same page."""
        return self.page == other.page and self.column == other.column


def total_length(lines: list[Line]) -> int:
    """How many characters lines have together."""
    return sum(len(line.text) for line in lines)


def most_common(pieces: Iterable[Line] | Iterable[Word], value: Callable[[Any], float]) -> float:
    """The value that most letters have, such as the font size; 0 without letters."""
    letters: Counter[float] = Counter()
    for piece in pieces:
        letters[value(piece)] += len(piece.text)
    return max(letters, key=lambda one: (letters[one], one), default=0)
