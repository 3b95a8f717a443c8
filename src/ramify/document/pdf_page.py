"""A page of a PDF as lines of text, in the order they are read.

A PDF places glyphs; words, lines and columns are what the places suggest. pdfium finds the words. Here they are
joined to lines by their baselines, and lines are put in order by columns: a page on which hardly a line crosses some
vertical strip, and that has text on both sides of it, is read down its left side first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double, c_int, create_string_buffer
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING
from unicodedata import bidirectional

from ramify.document.pdf_line import Line, columns

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_HYPHEN_AT_LINE_END = "\x02"  # pdfium's own mark; no line break follows it
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xad": "-", "\ufffe": "-"}
)
_WIDE_GAP = 1.4  # times the size of the letters: what is further apart stands in another column, or cell
_SAME_LINE = 0.5  # times the size: superscripts shift less, lines more
_NO_GAP = 0.12  # times the size
_LIGATURE_ENDS = ("ff", "fi", "fl", "ffi", "ffl")
_FEWEST_LINE_NUMBERS = 5
_SAMPLE = 200  # letters that tell which way up a page is
_BOLD = 2_000  # heavier than any file says: a bold name is surer than what is said of stems
_BOLD_NAMES = (b"bold", b"black", b"heavy", b"demi", b"cmbx", b"-bd", b"medi")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    left: float
    right: float
    baseline: float
    size: float
    ends_line: bool
    first: int
    last: int


def page_lines(page: "PdfPage", number: int) -> list[Line]:
    """The lines of a page in reading order."""
    textpage = page.get_textpage()
    try:
        view = _view(page, textpage)
        pieces = _without_line_numbers(_pieces(textpage, _words(textpage, view), number, view.height))
    finally:
        textpage.close()
    lines: list[Line] = []
    for column, members in enumerate(columns(pieces)):
        joined = _joined(members)
        left, right = min(line.left for line in joined), max(line.right for line in joined)
        lines += [replace(line, column_left=left, column_right=right, column=column) for line in joined]
    return lines


@dataclass(frozen=True, slots=True)
class _View:
    """How a page is held to read it: turned clockwise by some degrees, and its width and height after that."""

    rotation: int
    width: float
    height: float

    @property
    def on_its_side(self) -> bool:
        return self.rotation in (90, 270)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the file's page is on the page as it is held."""
        if self.rotation == 90:
            return y, self.height - x
        if self.rotation == 180:
            return self.width - x, self.height - y
        if self.rotation == 270:
            return self.width - y, x
        return x, y


def _view(page: "PdfPage", textpage: "PdfTextPage") -> _View:
    """The page held so that most of its letters stand upright, whichever way up the file says that it is shown."""
    from pypdfium2 import raw

    matrix = raw.FS_MATRIX()
    directions: Counter[int] = Counter()
    count = textpage.count_chars()
    for index in range(0, count, max(1, count // _SAMPLE)):
        raw.FPDFText_GetMatrix(textpage, index, byref(matrix))
        if abs(matrix.a) >= abs(matrix.b):
            directions[0 if matrix.a >= 0 else 180] += 1
        else:
            directions[90 if matrix.b > 0 else 270] += 1
    rotation = max(directions, key=directions.__getitem__, default=0)
    width, height = page.get_size()
    turned = (rotation - page.get_rotation()) % 180 != 0
    return _View(rotation, height, width) if turned else _View(rotation, width, height)


def _words(textpage: "PdfTextPage", view: _View) -> Iterator[_Word]:
    """The words that stand upright on the page, in the order of the file."""
    from pypdfium2 import raw

    characters: list[str] = []
    first = 0
    count = textpage.count_chars()
    for index in range(count + 1):
        code = raw.FPDFText_GetUnicode(textpage, index) if index < count else 0x20
        character = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        hyphen = character in (_HYPHEN_AT_LINE_END, "\ufffe")
        if not (character.isspace() or character < " " or hyphen):
            if not characters:
                first = index
            characters.append(character)
            continue
        if characters:
            text = "".join(characters).translate(_LIGATURES) + "-" * hyphen
            word = _placed(textpage, view, text, first, index - 1, ends_line=hyphen or character in "\r\n")
            characters = []
            if word is not None:
                yield word


def _placed(textpage: "PdfTextPage", view: _View, text: str, first: int, last: int, ends_line: bool) -> _Word | None:
    """A word with its place, or None where it stands askew (a watermark, a stamp along the margin)."""
    from pypdfium2 import raw

    x, y, left, right, bottom, top = (c_double() for _ in range(6))
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(textpage, first, byref(x), byref(y))
    raw.FPDFText_GetCharBox(textpage, last, byref(left), byref(right), byref(bottom), byref(top))
    raw.FPDFText_GetMatrix(textpage, first, byref(matrix))
    along, across = (matrix.b, matrix.a) if view.on_its_side else (matrix.a, matrix.b)
    if abs(across) > 0.3 * abs(along):
        return None
    start, baseline = view.place(x.value, y.value)
    edges = view.place(right.value, top.value)[0], view.place(left.value, bottom.value)[0]
    start, end = min(start, *edges), max(start, *edges)
    size = raw.FPDFText_GetFontSize(textpage, first) * abs(matrix.c if view.on_its_side else matrix.d)
    numbers = (start, end, baseline, size)
    if not all(map(isfinite, numbers)):  # a broken matrix places a word nowhere
        return None
    return _Word(text, start, end, baseline, size or 1.0, ends_line, first, last)


def _pieces(textpage: "PdfTextPage", words: Iterator[_Word], page: int, height: float) -> list[Line]:
    """Words that follow each other on one baseline, joined; a wide gap or a line break parts them."""
    pieces: list[Line] = []
    run: list[_Word] = []
    for word in words:
        if run and (run[-1].ends_line or _breaks(run[-1], word)):
            pieces.append(_line(textpage, run, page, height))
            run = []
        run.append(word)
    if run:
        pieces.append(_line(textpage, run, page, height))
    return pieces


def _breaks(before: _Word, word: _Word) -> bool:
    size = max(before.size, word.size)
    backwards = _runs_left(word.text) or (_runs_left(before.text) and word.left < before.left)
    gap = before.left - word.right if backwards else word.left - before.right
    return abs(word.baseline - before.baseline) > _SAME_LINE * size or not -size < gap < _WIDE_GAP * size


def _line(textpage: "PdfTextPage", words: list[_Word], page: int, height: float) -> Line:
    # The size of most of the letters, so that a superscript or an initial does not decide.
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[round(word.size, 1)] += len(word.text)
    size = max(sizes, key=sizes.__getitem__)
    longest = max(words, key=lambda word: (round(word.size, 1) == size, len(word.text)))
    # Words that lead into a line may be bold: the line is so only if its end is, too.
    weight = min(_weight(textpage, place) for place in {words[0].first, longest.last, words[-1].last})
    baseline = longest.baseline
    left, right = min(word.left for word in words), max(word.right for word in words)
    return Line(_text(words), left, right, baseline, longest.size, weight, page, baseline / max(height, 1))


def _text(words: list[_Word]) -> str:
    """The words with spaces between them, but where a font makes a gap of nothing after a ligature."""
    if len(words) > 3 and all(len(word.text) == 1 and word.text.isalpha() for word in words):
        return "".join(word.text for word in words)  # s p a c e d
    text = words[0].text
    for before, word in pairwise(words):
        parted = before.text.endswith(_LIGATURE_ENDS) and -0.1 < (word.left - before.right) / word.size < _NO_GAP
        text += word.text if parted else f" {word.text}"
    return text


def _runs_left(text: str) -> bool:
    """Whether a text runs from right to left."""
    return any(bidirectional(character) in ("R", "AL") for character in text)


def _weight(textpage: "PdfTextPage", index: int) -> int:
    """The weight of a letter, never negative: pdfium derives it from how thick the font says its stems are."""
    from pypdfium2 import raw

    name = create_string_buffer(128)
    flags = c_int()
    raw.FPDFText_GetFontInfo(textpage, index, name, len(name), byref(flags))
    lowered = name.value.lower()
    weight = max(0, int(raw.FPDFText_GetFontWeight(textpage, index)))
    return max(weight, _BOLD) if any(part in lowered for part in _BOLD_NAMES) else weight


def _joined(pieces: Sequence[Line]) -> list[Line]:
    """Pieces of one column as whole lines, from top to bottom; what is raised or lowered stays in its line."""
    rows: list[list[Line]] = []
    reference: Line | None = None  # the longest piece of the last row: it stands on the line
    for piece in sorted(pieces, key=lambda piece: -piece.baseline):
        if reference and abs(reference.baseline - piece.baseline) < _SAME_LINE * max(reference.size, piece.size):
            rows[-1].append(piece)
            reference = max(reference, piece, key=lambda line: len(line.text))
        else:
            rows.append([piece])
            reference = piece
    return [_row(row) for row in rows]


def _row(pieces: list[Line]) -> Line:
    longest = max(pieces, key=lambda line: len(line.text))
    backwards = _runs_left(longest.text)
    ordered = sorted(pieces, key=lambda line: -line.right if backwards else line.left)
    parts = [
        index
        for index, (before, after) in enumerate(pairwise(ordered), start=1)
        if (before.left - after.right if backwards else after.left - before.right) > _WIDE_GAP * longest.size
    ]
    return replace(
        longest,
        text=" ".join(piece.text for piece in ordered),
        cells=tuple(
            " ".join(piece.text for piece in ordered[start:end]) for start, end in pairwise([0, *parts, len(ordered)])
        )
        if parts
        else (),
        left=min(piece.left for piece in pieces),
        right=max(piece.right for piece in pieces),
        weight=min(piece.weight for piece in pieces),
    )


def _without_line_numbers(pieces: list[Line]) -> list[Line]:
    """The pieces without numbers that count the lines: they stand left of all else and grow down the page."""
    numbers = [piece for piece in pieces if piece.text.isdecimal() and len(piece.text) <= 5]
    others = [piece for piece in pieces if not piece.text.isdecimal()]
    if len(numbers) < _FEWEST_LINE_NUMBERS or not others:
        return pieces
    edge = min(piece.left for piece in others)
    beside = sorted((piece for piece in numbers if piece.right < edge), key=lambda piece: -piece.baseline)
    values = [int(piece.text) for piece in beside]
    steps = {after - before for before, after in pairwise(values)}
    if len(beside) < _FEWEST_LINE_NUMBERS or len(steps) != 1 or not steps & {1, 5, 10}:
        return pieces
    counted = set(map(id, beside))
    return [piece for piece in pieces if id(piece) not in counted]
