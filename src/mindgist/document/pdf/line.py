"""Lines of text on a page of a PDF, and the columns they stand in."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_DEEPEST_COLUMNS = 3
_NARROWEST_STRIP = 0.7  # times the size of the letters
_CROSSING_SHARES = (0.01, 0.1, 0.25, 0.4)  # of the letters of a page, that may stand across its columns
_LEAST_COLUMN = 0.12
_PROSE_LINE = 20  # letters
_TRIED_STRIPS = 8
_RUNNING_ON = 0.25  # of the lines of prose, at least
_ALIGNED = 0.4  # of the lines: fewer of a table's rows, at least
_FEWEST_PIECES = 10
_MARGIN_SIZE = 0.95  # times the size of the text
_MARGIN_LINE = 8  # letters
_MARGIN_SHARE = 0.2  # of the pieces of a page
_ENDS = (".", ",", ";", "!", "?", "-")


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
    cells: tuple[str, ...] = ()
    """The parts of a line that wide gaps part, as the cells of a table's row are; empty for a line of one part."""
    typed: bool = False
    """Whether it is set in letters of one width, as code is."""


def columns(pieces: list[Line], depth: int = 0) -> list[list[Line]]:
    """The pieces by the columns they stand in, in reading order.

    Pieces that cross the strip between two columns (a title, a wide figure's caption) part the page into bands, and
    each band is read column by column.
    """
    if depth == 0:
        pieces, notes = _without_margin(pieces)
        if notes:
            return [*columns(pieces, 1), notes]
    strip = _strip(pieces) if depth < _DEEPEST_COLUMNS else None
    if strip is None:
        return [pieces] if pieces else []
    body = _median_size(pieces)
    parts: list[list[Line]] = []
    band: list[Line] = []
    wide: list[Line] = []
    for piece in sorted(pieces, key=lambda piece: -piece.baseline):
        if piece.left < strip < piece.right or (wide and not band and _goes_on(wide[-1], piece, body)):
            parts += _sides(band, strip, depth)
            band = []
            wide.append(piece)
        else:
            parts += [wide] if wide else []
            wide = []
            band.append(piece)
    return parts + ([wide] if wide else []) + _sides(band, strip, depth)


def _sides(band: list[Line], strip: float, depth: int) -> list[list[Line]]:
    left = columns([piece for piece in band if piece.right <= strip], depth + 1)
    return left + columns([piece for piece in band if piece.right > strip], depth + 1)


def _without_margin(pieces: list[Line]) -> tuple[list[Line], list[Line]]:
    """The pieces without notes in the left margin, and these: a few lines in smaller letters beside the whole text."""
    if len(pieces) < _FEWEST_PIECES:
        return pieces, []
    edges: Counter[int] = Counter()
    sizes: Counter[float] = Counter()
    for piece in pieces:
        edges[round(piece.left)] += len(piece.text)
        sizes[piece.size] += len(piece.text)
    body = max(sizes, key=sizes.__getitem__)
    edge = max(edges, key=edges.__getitem__) - 1  # where most of the text begins
    left = [
        piece
        for piece in pieces
        if piece.right < edge - _NARROWEST_STRIP * body
        and piece.size < _MARGIN_SIZE * body
        and len(piece.text) >= _MARGIN_LINE
    ]
    letters, further, noted = (
        sum(len(piece.text) for piece in some)
        for some in (pieces, [piece for piece in pieces if piece.left < edge], left)
    )
    if further - noted > _LEAST_COLUMN * letters or not 1 < len(left) <= _MARGIN_SHARE * len(pieces):
        return pieces, []
    notes = set(map(id, left))
    return [piece for piece in pieces if id(piece) not in notes], left


def _goes_on(wide: Line, piece: Line, body: float) -> bool:
    """Whether a piece is the last, short line of a title that is set across the columns."""
    near = wide.baseline - piece.baseline < 2 * wide.size
    return wide.size > 1.1 * body and abs(piece.size - wide.size) < 0.5 and near and abs(piece.left - wide.left) < body


def _median_size(pieces: list[Line]) -> float:
    return sorted(piece.size for piece in pieces)[len(pieces) // 2]


def _strip(pieces: list[Line]) -> float | None:
    """Where the strip between two columns is, or None for a page of one column.

    Going from left to right, letters are counted that stand across each place; the strip is the widest place that
    hardly any letter crosses, with columns of prose on both sides of it.
    """
    if len(pieces) < _FEWEST_PIECES:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    letters = sum(len(piece.text) for piece in pieces)
    size = _median_size(pieces)
    edges = sorted(
        [(piece.left, len(piece.text)) for piece in pieces] + [(piece.right, -len(piece.text)) for piece in pieces]
    )
    for share in _CROSSING_SHARES:
        strips = [strip for strip in _clear(edges, share * letters) if strip[1] - strip[0] >= _NARROWEST_STRIP * size]
        for start, end in sorted(strips, key=lambda strip: strip[0] - strip[1])[:_TRIED_STRIPS]:
            middle = (start + end) / 2
            least = 0.05 if share == _CROSSING_SHARES[0] and end - start > 2 * size else _LEAST_COLUMN
            if _inside(middle, left, right) and _parts_columns(pieces, middle, least * letters):
                return middle
    return None


def _clear(edges: list[tuple[float, int]], most: float) -> Iterator[tuple[float, float]]:
    """The stretches, from left to right, that no more letters than these stand across."""
    crossing = 0
    start: float | None = None
    for place, change in edges:
        crossing += change
        if crossing <= most and start is None:
            start = place
        elif crossing > most and start is not None:
            yield start, place
            start = None


def _inside(place: float, left: float, right: float) -> bool:
    return left + 0.15 * (right - left) < place < right - 0.15 * (right - left)


def _parts_columns(pieces: list[Line], strip: float, least: float) -> bool:
    """Whether there are columns of prose on both sides: enough of it, in long lines that run on, side by side."""
    before = [piece for piece in pieces if piece.right <= strip]
    after = [piece for piece in pieces if piece.left >= strip]
    if not before or not after or min(sum(len(one.text) for one in side) for side in (before, after)) < least:
        return False
    top, bottom = max(piece.baseline for piece in after), min(piece.baseline for piece in after)
    beside = len({round(piece.baseline) for piece in before if bottom <= piece.baseline <= top})
    if beside < 4 or min(_line_length(before), _line_length(after)) < _PROSE_LINE:
        return False
    return _aligned(before, after) < _ALIGNED or min(_running_on(before), _running_on(after)) >= _RUNNING_ON


def _aligned(before: list[Line], after: list[Line]) -> float:
    """How many of the lines on one side stand on a line with one on the other side, as a table's rows do."""
    ours, theirs = ({round(piece.baseline / 2) for piece in side} for side in (before, after))
    return len(ours & theirs) / max(1, min(len(ours), len(theirs)))


def _running_on(pieces: list[Line]) -> float:
    """The share of pieces that begin or end as prose does and cells of a table do not; 1 without small letters."""
    cased = [piece.text for piece in pieces if piece.text[0].isupper() or piece.text[0].islower()]
    if 2 * len(cased) < len([piece for piece in pieces if piece.text[0].isalpha()]):
        return 1.0
    return sum(text[0].islower() or text.endswith(_ENDS) for text in cased) / max(1, len(cased))


def _line_length(pieces: list[Line]) -> float:
    """How long the line is that a letter stands in, on average: prose fills its column, whatever stands between it."""
    lines: Counter[int] = Counter()
    for piece in pieces:
        lines[round(piece.baseline / 2)] += len(piece.text)
    return sum(length**2 for length in lines.values()) / max(1, sum(lines.values()))
