"""The words of a PDF's page with their positions and fonts, as pdfium gives them."""

import re
from collections import Counter
from collections.abc import Iterator
from ctypes import byref, c_double, c_int, create_string_buffer
from math import isfinite, pi
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

WIDE_GAP = 1.4  # times the font size: what is further apart stands in another column or cell
SAME_BASELINE = 0.5  # times the font size: superscripts shift less, lines more

_HYPHENS = ("\x02", "\ufffe")  # pdfium's marks of a hyphen at the end of a line; no line break follows them
_WORD = re.compile(r"[^\s\x00-\x1f\ufffe]+")
_LINE = re.compile(r"[^\r\n\x02\ufffe]+[\x02\ufffe]?")
_UNKNOWN = dict.fromkeys([0, *range(0xD800, 0xE000)], "\ufffd")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xad": "-", "\ufffe": "-"}
)
BULLET = re.compile("[\ue000-\uf8ff]$")  # the code points that symbol fonts give to their bullets
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi|cmbx|-bd|medi", re.IGNORECASE)
_MONOSPACED_NAME = re.compile(
    rb"courier|mono|consol|menlo|typewriter|cmtt|cmsltt|inconsolata|cmitt|nimbusmon|sftt|terminal", re.IGNORECASE
)


class Word(NamedTuple):
    """A word; ``first`` and ``last`` are the indexes of its characters."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    first: int
    last: int


class PageReader:
    """Reads the words of a page, turned so that most of its letters stand upright, whatever rotation the file states.

    A point or direction is a complex number, so that multiplying turns it.
    """

    def __init__(self, page: "PdfPage") -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._textpage = page.get_textpage()
        self._page = self._textpage.raw
        # pdfium writes to these for every word
        self._numbers = [c_double() for _ in range(6)]
        self._matrix = raw.FS_MATRIX()
        self._font_name = create_string_buffer(128)
        self._origin = [byref(number) for number in self._numbers[:2]]
        self._box = [byref(number) for number in self._numbers[2:]]
        self._by_matrix = byref(self._matrix)
        self._font_flags = byref(c_int())
        direction = self._direction()
        self._turn = direction.conjugate()
        is_sideways = (direction.imag != 0) != (page.get_rotation() in (90, 270))
        self.width, self.height = page.get_size()[::-1] if is_sideways else page.get_size()
        corner = (1 + 1j) * self._turn  # where the upper right corner goes
        self._shift = complex(self.width if corner.real < 0 else 0, self.height if corner.imag < 0 else 0)

    def _direction(self) -> complex:
        """In which of the four directions most lines run, judged by about 60 characters."""
        count = self._textpage.count_chars()
        sample = range(0, count, max(1, count // 60))
        quarters = Counter(round(self._raw.FPDFText_GetCharAngle(self._page, index) / (pi / 2)) % 4 for index in sample)
        return (-1j) ** max(quarters, key=quarters.__getitem__, default=0)  # the angles run clockwise

    def runs(self) -> Iterator[list[Word]]:
        """The words of each of pdfium's lines, cut at wide gaps and at changes of the baseline."""
        characters = self._characters()
        for line in _LINE.finditer(characters):
            run: list[Word] = []
            for start, end in [match.span() for match in _WORD.finditer(characters, line.start(), line.end())]:
                text = characters[start:end]
                if not text.isascii():
                    text = "•" if BULLET.match(text) else text.translate(_LIGATURES)
                word = self._word(text, start, end - 1)
                if word and run and _is_apart(run[-1], word):
                    yield run
                    run = []
                run += [word] if word else []
            if run:
                if line[0][-1] in _HYPHENS and run[-1].last == line.end() - 2:
                    run[-1] = run[-1]._replace(text=f"{run[-1].text}-")
                yield run

    def font(self, index: int) -> tuple[bool, bool]:
        """Whether a character's font is bold and whether it is monospaced, by its name."""
        name = self._font_name
        self._raw.FPDFText_GetFontInfo(self._page, index, name, len(name), self._font_flags)
        return bool(_BOLD_NAME.search(name.value)), bool(_MONOSPACED_NAME.search(name.value))

    def _characters(self) -> str:
        """The characters of the page, each at pdfium's index; U+FFFD where it knows only the glyph."""
        count = self._textpage.count_chars()
        text: str = self._textpage.get_text_range(errors="surrogatepass")
        if len(text) != count:  # a character is left out or takes two units: ask for each
            codes = (self._raw.FPDFText_GetUnicode(self._page, index) for index in range(count))
            text = "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)
        return text.translate(_UNKNOWN)

    def _word(self, text: str, first: int, last: int) -> Word | None:
        """A word with its position; None where it is slanted (a watermark, a stamp along the margin)."""
        raw, matrix, turn = self._raw, self._matrix, self._turn
        raw.FPDFText_GetCharOrigin(self._page, first, *self._origin)
        raw.FPDFText_GetCharBox(self._page, last, *self._box)
        raw.FPDFText_GetMatrix(self._page, first, self._by_matrix)
        direction, height = complex(matrix.a, matrix.b) * turn, (complex(matrix.c, matrix.d) * turn).imag
        x, y, left, right, bottom, top = [number.value for number in self._numbers]
        points = ((x, y), (left, bottom), (right, top))
        origin, lower, upper = [complex(*point) * turn + self._shift for point in points]
        if abs(direction.imag) > 0.3 * abs(direction.real):
            return None
        start, end = min(origin.real, lower.real, upper.real), max(origin.real, lower.real, upper.real)
        size = raw.FPDFText_GetFontSize(self._page, first) * abs(height)
        if not isfinite(start + end + origin.imag + size):  # a broken matrix
            return None
        return Word(text, start, end, origin.imag, size or 1.0, first, last)


def _is_apart(before: Word, word: Word) -> bool:
    size = max(before.size, word.size)
    if abs(word.baseline - before.baseline) > SAME_BASELINE * size:
        return True
    gap = word.left - before.right
    if runs_left(word.text) or (word.left < before.left and runs_left(before.text)):
        gap = before.left - word.right
    return not -size < gap < WIDE_GAP * size


def runs_left(text: str) -> bool:
    """Whether a text runs from right to left."""
    return not text.isascii() and any(bidirectional(character) in ("R", "AL") for character in text)
