"""The columns of a page of a PDF.

A page that has prose on both sides of a vertical gutter, which hardly a line crosses, is read down its left side first.
"""

from collections import Counter
from collections.abc import Iterator

from mindgist.document.pdf.line import Line, most_common, total_length

_MAX_DEPTH = 3  # columns within columns
_MIN_PIECES = 10  # of a page with columns
_MIN_GUTTER = 0.7  # times the font size
_MAX_TRIED_GUTTERS = 8
_MAX_CROSSING = (0.01, 0.1, 0.25, 0.4)  # share of the letters of a page that may cross a gutter; tried in this order
_MIN_COLUMN = 0.12  # share of the letters of a page
_MIN_CLEAR_COLUMN = 0.05  # the same beside a wide gutter that nothing crosses
_MIN_MARGIN = 0.15  # share of a page's width on each side of a gutter
_MIN_LINE_LENGTH = 20  # letters
_MIN_PROSE_LINES = 0.25  # share of lines that begin or end as prose does
_MAX_ALIGNED = 0.4  # share of lines with one on the other side of the gutter; a table has more
_PROSE_ENDS = (".", ",", ";", "!", "?", "-")
_MAX_NOTE_SIZE = 0.95  # font size of notes in the margin over that of the text
_MIN_NOTE_LENGTH = 8  # letters
_MAX_NOTES = 0.2  # share of the pieces of a page


def columns(pieces: list[Line]) -> list[list[Line]]:
    """The pieces of a page by column, in reading order."""
    text, notes = _without_margin_notes(pieces)
    return _columns(text, 0) + ([notes] if notes else [])


def _columns(pieces: list[Line], depth: int) -> list[list[Line]]:
    """The columns of a region of a page.

    Pieces across the gutter (a title, the caption of a wide figure) divide the region into bands, and each band is read
    column by column.
    """
    gutter = _gutter(pieces) if depth < _MAX_DEPTH else None
    if gutter is None:
        return [pieces] if pieces else []
    found: list[list[Line]] = []
    band: list[Line] = []
    across: list[Line] = []
    for piece in sorted(pieces, key=lambda piece: -piece.baseline):
        if piece.left < gutter < piece.right:
            found += _sides(band, gutter, depth)
            band = []
            across.append(piece)
        else:
            found += [across] if across else []
            across = []
            band.append(piece)
    return found + ([across] if across else []) + _sides(band, gutter, depth)


def _sides(band: list[Line], gutter: float, depth: int) -> list[list[Line]]:
    left = _columns([piece for piece in band if piece.right <= gutter], depth + 1)
    return left + _columns([piece for piece in band if piece.right > gutter], depth + 1)


def _without_margin_notes(pieces: list[Line]) -> tuple[list[Line], list[Line]]:
    """The pieces without notes in the left margin, and these: a few lines in smaller letters beside the whole text."""
    if len(pieces) < _MIN_PIECES:
        return pieces, []
    body = most_common(pieces, lambda piece: piece.size)
    edge = most_common(pieces, lambda piece: round(piece.left)) - 1  # where most of the text begins
    outside = [piece for piece in pieces if piece.left < edge]
    notes = [
        piece
        for piece in outside
        if piece.right < edge - _MIN_GUTTER * body
        and piece.size < _MAX_NOTE_SIZE * body
        and len(piece.text) >= _MIN_NOTE_LENGTH
    ]
    has_column = total_length(outside) - total_length(notes) > _MIN_COLUMN * total_length(pieces)
    if has_column or not 1 < len(notes) <= _MAX_NOTES * len(pieces):
        return pieces, []
    left_out = set(notes)
    return [piece for piece in pieces if piece not in left_out], notes


def _gutter(pieces: list[Line]) -> float | None:
    """The middle of the widest gutter between two columns; None for a page of one column."""
    if len(pieces) < _MIN_PIECES:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    margin = _MIN_MARGIN * (right - left)
    letters = total_length(pieces)
    size = sorted(piece.size for piece in pieces)[len(pieces) // 2]  # the median
    changes = sorted(
        [(piece.left, len(piece.text)) for piece in pieces] + [(piece.right, -len(piece.text)) for piece in pieces]
    )
    for share in _MAX_CROSSING:
        gutters = [(end - start, start) for start, end in _gaps(changes, share * letters)]
        gutters = [gutter for gutter in gutters if gutter[0] >= _MIN_GUTTER * size]
        for width, start in sorted(gutters, key=lambda gutter: -gutter[0])[:_MAX_TRIED_GUTTERS]:
            middle = start + width / 2
            is_clear = share == _MAX_CROSSING[0] and width > 2 * size
            least = (_MIN_CLEAR_COLUMN if is_clear else _MIN_COLUMN) * letters
            if left + margin < middle < right - margin and _separates_columns(pieces, middle, least):
                return middle
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
    """Whether there is prose on both sides: enough letters, in long lines, and no rows of a table."""
    left = [piece for piece in pieces if piece.right <= gutter]
    right = [piece for piece in pieces if piece.left >= gutter]
    if not left or not right or min(total_length(left), total_length(right)) < least:
        return False
    if min(_line_length(left), _line_length(right)) < _MIN_LINE_LENGTH:
        return False
    return _aligned(left, right) < _MAX_ALIGNED or min(_prose_share(left), _prose_share(right)) >= _MIN_PROSE_LINES


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


def _line_length(pieces: list[Line]) -> float:
    """The length of the line that the average letter stands in: prose fills its column, with formulas between."""
    lines: Counter[int] = Counter()
    for piece in pieces:
        lines[round(piece.baseline / 2)] += len(piece.text)
    return sum(length**2 for length in lines.values()) / max(1, sum(lines.values()))
