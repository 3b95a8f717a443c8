"""A page of a PDF as lines of text, in the order they are read.

A PDF places glyphs; words, lines and columns are what the places suggest. pdfium finds the words. Here they are
joined to lines by their baselines, and lines are put in order by columns: a page on which hardly a line crosses some
vertical strip, and that has text on both sides of it, is read down its left side first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double, c_int, c_ushort, create_string_buffer
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING
from unicodedata import bidirectional

from ramify.document.pdf_line import Line, columns

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_HYPHENS = ("\x02", "\ufffe")  # pdfium's own marks of a hyphen at a line's end; no line break follows them
_WORD = re.compile(r"[^\s\x00-\x1f\ufffe]+")
_UNKNOWN = dict.fromkeys([0, *range(0xD800, 0xE000)], "\ufffd")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xad": "-", "\ufffe": "-"}
)
_WIDE_GAP = 1.4  # times the size of the letters: what is further apart stands in another column, or cell
_SAME_LINE = 0.5  # times the size: superscripts shift less, lines more
_NO_GAP = 0.12  # times the size
_RAISED = 0.85  # times the size of what it belongs to
_LIGATURE_ENDS = ("ff", "fi", "fl", "ffi", "ffl")
_FEWEST_LINE_NUMBERS = 5
_SAMPLE = 200  # letters that tell which way up a page is
_BOLD = 2_000  # heavier than any file says: a bold name is surer than what is said of stems
_BOLD_NAMES = (b"bold", b"black", b"heavy", b"demi", b"cmbx", b"-bd", b"medi")
_TYPED_NAMES = (
    b"courier", b"mono", b"consol", b"menlo", b"typewriter", b"cmtt", b"cmsltt", b"inconsolata", b"cmitt",
    b"nimbusmon", b"sftt", b"terminal",
)  # fmt: skip
_BULLET = re.compile("[\ue000-\uf8ff]$")  # what the fonts of symbols call their marks


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
    places = _Places(textpage, view)
    characters = _characters(textpage)
    for match in _WORD.finditer(characters):
        after = characters[match.end() : match.end() + 1] or " "
        hyphen = after in _HYPHENS
        text = "•" if _BULLET.match(match[0]) else match[0].translate(_LIGATURES) + "-" * hyphen
        word = places.word(text, match.start(), match.end() - 1, ends_line=hyphen or after in "\r\n")
        if word is not None:
            yield word


def _characters(textpage: "PdfTextPage") -> str:
    """The page's letters, each at the index that pdfium knows it by; U+FFFD where it knows the glyph only."""
    from pypdfium2 import raw

    count = textpage.count_chars()
    buffer = (c_ushort * (count + 1))()
    written = raw.FPDFText_GetText(textpage, 0, count, buffer) - 1
    text = bytes(buffer)[: 2 * written].decode("utf-16-le", "surrogatepass")
    if len(text) == count:  # one call instead of one a letter, where no letter is left out or takes two units
        return text.translate(_UNKNOWN)
    codes = (raw.FPDFText_GetUnicode(textpage, index) for index in range(count))
    return "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes).translate(_UNKNOWN)


class _Places:
    """Where words stand. What pdfium writes to is made once for all of them."""

    def __init__(self, textpage: "PdfTextPage", view: _View) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._page = textpage.raw
        self._view = view
        self._numbers = [c_double() for _ in range(6)]
        self._matrix = raw.FS_MATRIX()
        self._origin = [byref(number) for number in self._numbers[:2]]
        self._box = [byref(number) for number in self._numbers[2:]]
        self._by_matrix = byref(self._matrix)

    def word(self, text: str, first: int, last: int, ends_line: bool) -> _Word | None:
        """A word with its place, or None where it stands askew (a watermark, a stamp along the margin)."""
        raw, view, matrix = self._raw, self._view, self._matrix
        raw.FPDFText_GetCharOrigin(self._page, first, *self._origin)
        raw.FPDFText_GetCharBox(self._page, last, *self._box)
        raw.FPDFText_GetMatrix(self._page, first, self._by_matrix)
        along, across, height = matrix.a, matrix.b, matrix.d
        start, baseline, left, right, bottom, top = [number.value for number in self._numbers]
        if view.rotation:
            if view.on_its_side:
                along, across, height = across, along, matrix.c
            start, baseline = view.place(start, baseline)
            right, left = view.place(right, top)[0], view.place(left, bottom)[0]
        if abs(across) > 0.3 * abs(along):
            return None
        start, end = min(start, left, right), max(start, left, right)
        size = raw.FPDFText_GetFontSize(self._page, first) * abs(height)
        if not isfinite(start + end + baseline + size):  # a broken matrix places a word nowhere
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
    if abs(word.baseline - before.baseline) > _SAME_LINE * size:
        return True
    backwards = _runs_left(word.text) or (_runs_left(before.text) and word.left < before.left)
    gap = before.left - word.right if backwards else word.left - before.right
    return not -size < gap < _WIDE_GAP * size


def _line(textpage: "PdfTextPage", words: list[_Word], page: int, height: float) -> Line:
    longest = max(_of_the_main_size(words), key=lambda word: len(word.text))
    # Words that lead into a line may be bold: the line is so only if its end is, too.
    fonts = {place: _font(textpage, place) for place in {words[0].first, longest.last, words[-1].last}}
    weight = min(weight for weight, _ in fonts.values())
    typed = all(
        typed for place, (_, typed) in fonts.items() if place != words[0].first or not words[0].text.isdecimal()
    )
    baseline = longest.baseline
    left, right = min(word.left for word in words), max(word.right for word in words)
    place = baseline / max(height, 1)
    return Line(_text(words), left, right, baseline, longest.size, weight, page, place, typed=typed)


def _of_the_main_size(words: list[_Word]) -> list[_Word]:
    """The words of the size of most of the letters, so that a superscript or an initial does not decide."""
    first = words[0].size
    if all(word.size == first for word in words):
        return words
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[round(word.size, 1)] += len(word.text)
    size = max(sizes, key=sizes.__getitem__)
    return [word for word in words if round(word.size, 1) == size]


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
    return not text.isascii() and any(bidirectional(character) in ("R", "AL") for character in text)


def _font(textpage: "PdfTextPage", index: int) -> tuple[int, bool]:
    """The weight of a letter, and whether it is a typewriter's.

    A weight is never negative: pdfium derives it from how thick the font says its stems are.
    """
    from pypdfium2 import raw

    name = create_string_buffer(128)
    flags = c_int()
    raw.FPDFText_GetFontInfo(textpage, index, name, len(name), byref(flags))
    weight = max(0, int(raw.FPDFText_GetFontWeight(textpage, index)))
    bold, typed = _named(name.value)
    return max(weight, _BOLD) if bold else weight, typed


@lru_cache(1_000)
def _named(font: bytes) -> tuple[bool, bool]:
    """Whether a font's name says that it is bold, and that all its letters are of one width."""
    lowered = font.lower()
    return any(part in lowered for part in _BOLD_NAMES), any(part in lowered for part in _TYPED_NAMES)


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
        text=_side_by_side(ordered),
        cells=tuple(_side_by_side(ordered[start:end]) for start, end in pairwise([0, *parts, len(ordered)]))
        if parts
        else (),
        left=min(piece.left for piece in pieces),
        right=max(piece.right for piece in pieces),
        weight=min(piece.weight for piece in pieces),
        typed=all(piece.typed for piece in pieces),
    )


def _side_by_side(pieces: list[Line]) -> str:
    """The pieces of a line with spaces between them, but before a raised number and the comma after it."""
    text = pieces[0].text
    for before, piece in pairwise(pieces):
        gap = (piece.left - before.right) / max(piece.size, before.size)
        raised = len(piece.text) <= 2 and piece.size < _RAISED * before.size
        closes = piece.text[0] in ",.;:)" and before.size < piece.size
        close = (raised and -0.2 < gap < _NO_GAP) or (closes and -0.2 < gap < 2 * _NO_GAP)
        text += piece.text if close else f" {piece.text}"
    return text


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
