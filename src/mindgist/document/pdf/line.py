"""A line of text on a page of a PDF."""

from typing import NamedTuple


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
