"""A line of text on a page of a PDF, and the columns that the lines of a page stand in."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from statistics import median_high
from typing import Any, NamedTuple

from mindgist.document.document import Box
from mindgist.document.pdf.words import Word

_MAX_CROSSING = (0.01, 0.1, 0.25, 0.4)  # share of the letters of a page that may cross a gutter; tried in this order
_MIN_COLUMN = 0.12  # share of the letters of a page
_PROSE_ENDS = (".", ",", ";", "!", "?", "-")


class Line(NamedTuple):
    """A line with its position (y grows upwards), its font, and the edges of its column."""

    text: str
    left: float
    right: float
    baseline: float
    size: float  # of the font
    bold: bool
    page: int
    height: float  # where the line stands on the page: 0 at the bottom, 1 at the top
    box: Box = (0.0, 0.0, 0.0, 0.0)  # its place on the page
    column_left: float = 0
    column_right: float = 0
    column: int = 0  # counts the columns of a page in reading order
    cells: tuple[str, ...] = ()  # the parts between wide gaps, as in a row of a table; empty for a line of one part
    monospaced: bool = False  # whether all letters have one width, as in code

    @property
    def rounded_size(self) -> float:
        """The font size, to half a point."""
        return round(self.size * 2) / 2

    def is_in_column_of(self, other: "Line") -> bool:
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


def columns(pieces: list[Line]) -> list[list[Line]]:
    """The pieces of a page, or of a region of it, by column, in reading order.

    Pieces across the gutter (a title, the caption of a wide figure) divide the region into bands, and each band is
    read column by column.
    """
    gutter = _gutter(pieces)
    if gutter is None:
        return [pieces] if pieces else []
    found: list[list[Line]] = []
    from_top = sorted(pieces, key=lambda piece: -piece.baseline)
    for is_across, group in groupby(from_top, key=lambda piece: piece.left < gutter < piece.right):
        band = list(group)
        if is_across:
            found.append(band)
        else:
            found += columns([piece for piece in band if piece.right <= gutter])
            found += columns([piece for piece in band if piece.right > gutter])
    return found


def _gutter(pieces: list[Line]) -> float | None:
    """The middle of the widest gutter between two columns; None for a page of one column."""
    if len(pieces) < 10:
        return None
    letters = total_length(pieces)
    least = 0.7 * median_high(piece.size for piece in pieces)
    changes = [(piece.left, len(piece.text)) for piece in pieces] + [
        (piece.right, -len(piece.text)) for piece in pieces
    ]
    changes.sort()
    for share in _MAX_CROSSING:
        gutters = [(end - start, start) for start, end in _gaps(changes, share * letters) if end - start >= least]
        for width, start in sorted(gutters, key=lambda gutter: -gutter[0])[:8]:  # widest first
            if _separates_columns(pieces, start + width / 2, _MIN_COLUMN * letters):
                return start + width / 2
    return None


def _gaps(changes: list[tuple[float, int]], most: float) -> Iterator[tuple[float, float]]:
    """The horizontal ranges that at most so many letters cross; ``changes`` are the edges of pieces, left to right."""
    crossing = 0
    start: float | None = None
    for x, change in changes:
        crossing += change
        if crossing <= most and start is None:
            start = x
        elif crossing > most and start is not None:
            yield start, x
            start = None


def _separates_columns(pieces: list[Line], gutter: float, least: float) -> bool:
    """Whether there is prose on both sides: enough letters, and no rows of a table."""
    left = [piece for piece in pieces if piece.right <= gutter]
    right = [piece for piece in pieces if piece.left >= gutter]
    if not left or not right or min(total_length(left), total_length(right)) < least:
        return False
    return _aligned(left, right) < 0.4 or min(_prose_share(left), _prose_share(right)) >= 0.25


def _aligned(left: list[Line], right: list[Line]) -> float:
    """The share of lines on one side with a line on the other side at the same height."""
    ours, theirs = ({round(piece.baseline / 2) for piece in side} for side in (left, right))
    return len(ours & theirs) / max(1, min(len(ours), len(theirs)))


def _prose_share(pieces: list[Line]) -> float:
    """The share of pieces that begin or end as prose does and table cells do not; 1 in scripts without case."""
    cased = [piece.text for piece in pieces if piece.text[0].isupper() or piece.text[0].islower()]
    if 2 * len(cased) < len([piece for piece in pieces if piece.text[0].isalpha()]):
        return 1.0
    return sum(text[0].islower() or text.endswith(_PROSE_ENDS) for text in cased) / max(1, len(cased))
