"""A page of a PDF as lines of text, in the order they are read.

A PDF places glyphs; words, lines and columns are what the places suggest. pdfium finds the words. Here they are
joined to lines by their baselines, and lines are put in order by columns: a page on which hardly a line crosses some
vertical strip, and that has text on both sides of it, is read down its left side first.
"""

import re
from collections import Counter
from collections.abc import Sequence
from ctypes import byref, c_double, c_int, c_ushort, create_string_buffer
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

from mindgist.document.pdf.line import Line, columns

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_HYPHENS = ("\x02", "\ufffe")  # pdfium's own marks of a hyphen at a line's end; no line break follows them
_WORD = re.compile(r"[^\s\x00-\x1f\ufffe]+")
_LINE = re.compile(r"[^\r\n\x02\ufffe]+[\x02\ufffe]?")
# Words whose gaps must be known: after a ligature, between single letters, and the marks of symbol fonts.
_ASKED_FOR = re.compile("ff[il]?(?: |$)|f[il] |[\ufb00-\ufb04] |[\ue000-\uf8ff]|^(?:\\S )+\\S$")
_NARROW_LETTER = 0.3  # times the size
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
_SAMPLE = 60  # letters that tell which way up a page is
_BOLD = 2_000  # heavier than any file says: a bold name is surer than what is said of stems
_BOLD_NAMES = (b"bold", b"black", b"heavy", b"demi", b"cmbx", b"-bd", b"medi")
_TYPED_NAMES = (
    b"courier", b"mono", b"consol", b"menlo", b"typewriter", b"cmtt", b"cmsltt", b"inconsolata", b"cmitt",
    b"nimbusmon", b"sftt", b"terminal",
)  # fmt: skip
_BULLET = re.compile("[\ue000-\uf8ff]$")  # what the fonts of symbols call their marks


class _Word(NamedTuple):
    text: str
    left: float
    right: float
    baseline: float
    size: float
    first: int
    last: int


def page_lines(page: "PdfPage", number: int) -> list[Line]:
    """The lines of a page in reading order."""
    textpage = page.get_textpage()
    try:
        view = _view(page, textpage)
        pieces = _without_line_numbers(_pieces(textpage, view, number))
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

    def word(self, text: str, first: int, last: int) -> _Word | None:
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
        return _Word(text, start, end, baseline, size or 1.0, first, last)

    def words(self, characters: str, spans: list[tuple[int, int]], hyphen: str) -> list[_Word]:
        """The words of a line that stand upright."""
        found = []
        for start, end in spans:
            text = characters[start:end]
            text = "•" if _BULLET.match(text) else text.translate(_LIGATURES)
            word = self.word(text + (hyphen if end == spans[-1][1] else ""), start, end - 1)
            if word is not None:
                found.append(word)
        return found

    def whole_line(self, characters: str, spans: list[tuple[int, int]]) -> _Word | None:
        """The words of a line as one, where the file writes them in one go and without a wide gap; else None.

        Then they share their font, their size and their baseline, and pdfium need not be asked for each.
        """
        first, last = spans[0][0], spans[-1][1]
        text = characters[first:last]
        if len(spans) < 2 or self._view.rotation or _ASKED_FOR.search(text) or _runs_left(text):
            return None
        if self._raw.FPDFText_CountRects(self._page, first, last - first) != 1:
            return None
        line = self.word(text.translate(_LIGATURES), first, last - 1)
        if line is None:
            return None
        before, size = line.left, line.size
        x, y = self._numbers[:2]
        for (start, end), (following, _) in pairwise(spans):
            self._raw.FPDFText_GetCharOrigin(self._page, following, *self._origin)
            if abs(y.value - line.baseline) > _SAME_LINE * size:
                return None
            # A wide gap is one even if each letter before it is narrow; else where the word ends need not be known.
            if x.value - before - _NARROW_LETTER * (end - start) * size > _WIDE_GAP * size:
                self._raw.FPDFText_GetCharBox(self._page, end - 1, *self._box)
                if x.value - self._numbers[3].value > _WIDE_GAP * size:
                    return None
            before = x.value
        return line


def _pieces(textpage: "PdfTextPage", view: _View, page: int) -> list[Line]:
    """Words that follow each other on one baseline, joined; a wide gap or a line break parts them."""
    places = _Places(textpage, view)
    characters = _characters(textpage)
    pieces: list[Line] = []
    for line in _LINE.finditer(characters):
        spans = [match.span() for match in _WORD.finditer(characters, line.start(), line.end())]
        if not spans:
            continue
        hyphen = "-" if line[0][-1] in _HYPHENS else ""
        whole = places.whole_line(characters, spans)
        words = (
            [whole._replace(text=" ".join(whole.text.split()) + hyphen, last=whole.first)]
            if whole
            else places.words(characters, spans, hyphen)
        )
        run: list[_Word] = []
        for word in words:
            if run and _breaks(run[-1], word):
                pieces.append(_line(textpage, run, page, view.height))
                run = []
            run.append(word)
        if run:
            pieces.append(_line(textpage, run, page, view.height))
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
    if len(words) > 3 and all(len(word.text) == 1 and word.text.isalpha() for word in words):
        return "".join(word.text for word in words)  # s p a c e d
    return _spaced(words)


def _spaced(pieces: Sequence[_Word | Line]) -> str:
    """The pieces of a line with spaces between them, but where they touch."""
    text = pieces[0].text
    for before, piece in pairwise(pieces):
        text += piece.text if _touches(before, piece) else f" {piece.text}"
    return text


def _touches(before: _Word | Line, piece: _Word | Line) -> bool:
    """Whether a gap is none: after a ligature, before a raised number, and before the comma after that."""
    gap = (piece.left - before.right) / max(piece.size, before.size)
    if not -0.2 < gap < 2 * _NO_GAP:
        return False
    if piece.text[0] in ",.;:)":
        return gap < _NO_GAP or before.size < _RAISED * piece.size
    raised = len(piece.text) <= 2 and piece.size < _RAISED * before.size
    return gap < _NO_GAP and (raised or (gap > -0.1 and before.text.endswith(_LIGATURE_ENDS)))


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
    return [_row(row) if len(row) > 1 else row[0] for row in rows]


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
        text=_spaced(ordered),
        cells=tuple(_spaced(ordered[start:end]) for start, end in pairwise([0, *parts, len(ordered)])) if parts else (),
        left=min(piece.left for piece in pieces),
        right=max(piece.right for piece in pieces),
        weight=min(piece.weight for piece in pieces),
        typed=all(piece.typed for piece in pieces),
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
