"""Lines of text on a page of a PDF, and the columns they stand in."""

from dataclasses import dataclass

_DEEPEST_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its place (y grows upwards), the size of its letters, and the edges of the column it stands in."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    weight: int
    """How heavy the letters are, to be compared within a document: what files say of it varies widely."""
    page: int
    height: float
    """Where the line stands on the page: 0 at the bottom, 1 at the top."""
    column_left: float = 0
    column_right: float = 0
    column: int = 0
    """Counts the columns of the whole page, from left to right and from one band to the next."""


def columns(pieces: list[Line], depth: int = 0) -> list[list[Line]]:
    """The pieces by the columns they stand in, in reading order.

    Pieces that cross the strip between two columns (a title, a wide figure's caption) part the page into bands, and
    each band is read column by column.
    """
    strip = _strip(pieces) if depth < _DEEPEST_COLUMNS else None
    if strip is None:
        return [pieces] if pieces else []
    crossing = [piece for piece in pieces if piece.left < strip < piece.right]
    parts: list[list[Line]] = []
    above = float("inf")
    for edge in [*sorted((piece.baseline for piece in crossing), reverse=True), float("-inf")]:
        band = [piece for piece in pieces if edge < piece.baseline < above]
        parts += columns([piece for piece in band if piece.right <= strip], depth + 1)
        parts += columns([piece for piece in band if piece.left >= strip], depth + 1)
        wide = [piece for piece in crossing if piece.baseline == edge]
        if wide and parts and parts[-1][0].left < strip < parts[-1][0].right:
            parts[-1] += wide
        elif wide:
            parts.append(wide)
        above = edge
    return parts


def _strip(pieces: list[Line]) -> float | None:
    """Where the strip between two columns is, or None for a page of one column."""
    if len(pieces) < 10:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    letters = sum(len(piece.text) for piece in pieces)
    crossed = []
    for step in range(20, 81):
        place = left + (right - left) * step / 100
        crossing = sum(len(piece.text) for piece in pieces if piece.left < place < piece.right)
        crossed.append((crossing, abs(step - 50), place))
    crossing, _, place = min(crossed)
    before = [piece for piece in pieces if piece.right <= place]
    after = [piece for piece in pieces if piece.left >= place]
    enough = min(sum(len(piece.text) for piece in side) for side in (before, after)) > 0.15 * letters
    return place if crossing < 0.4 * letters and enough and _side_by_side(before, after) else None


def _side_by_side(before: list[Line], after: list[Line]) -> bool:
    """Whether two groups of pieces are columns of prose: each has lines at the heights of the other, and long ones."""
    if not before or not after:
        return False
    top, bottom = max(piece.baseline for piece in after), min(piece.baseline for piece in after)
    beside = sum(bottom <= piece.baseline <= top for piece in before)
    prose = min(sum(len(piece.text) for piece in side) / len(side) for side in (before, after))
    return beside >= 4 and prose >= 15
