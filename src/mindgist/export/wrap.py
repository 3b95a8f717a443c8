"""Text widths in the shipped font, and line breaking. viewer/wrap.js is the same code for the browser."""

import re
import unicodedata
from functools import lru_cache

from mindgist.export.constants import (
    OTHER_CHARACTER_WIDTHS,
    RIGHT_TO_LEFT,
    TEXT_PIECE,
    WIDE_CHARACTER,
    WIDE_CHARACTER_WIDTH,
    WIDTH_ALLOWANCE,
)
from mindgist.export.font import shipped_font

_TEXT_PIECE = re.compile(TEXT_PIECE)
_ZERO_WIDTH = ("Mn", "Me", "Cf")  # categories of characters that combine with the one before, or are invisible


@lru_cache(maxsize=8192)
def character_width(character: str, bold: bool) -> int:
    """Return the width in thousandths of the font size; for characters that the font lacks, an estimate."""
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    if width := shipped_font(bold).widths.get(character):
        return width
    return WIDE_CHARACTER_WIDTH if re.match(WIDE_CHARACTER, character) else OTHER_CHARACTER_WIDTHS[bold]


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter of a text belongs to a right-to-left script."""
    first = next((character for character in text if unicodedata.category(character).startswith("L")), " ")
    return bool(re.match(RIGHT_TO_LEFT, first))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width to reserve for a text, with an allowance for other fonts."""
    return drawn_width(text, size, bold) * WIDTH_ALLOWANCE


def drawn_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in the shipped font, with estimates for characters that it lacks."""
    return sum(character_width(character, bold) for character in text) / 1000 * size


def exact_width(text: str, size: float, bold: bool = False) -> float | None:
    """Return the width of a text in the shipped font, or None if the font lacks one of its characters."""
    return drawn_width(text, size, bold) if all(map(shipped_font(bold).glyphs.__contains__, text)) else None


def wrap_text(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Break a text into lines of at most about this width and of similar lengths.

    Lines break at spaces, beside wide characters, and inside a word that is longer than a line.
    """
    pieces = _split_text(text, width, size, bold)
    lines = _fill_lines(pieces, width)
    low, high = width / 2, width
    while len(lines) > 1 and high - low > size:  # find the smallest width with as many lines: no short last line
        middle = (low + high) / 2
        narrower = _fill_lines(pieces, middle)
        if len(narrower) > len(lines):
            low = middle
        else:
            high, lines = middle, narrower
    return lines


def _fill_lines(pieces: list[tuple[str, float]], width: float) -> list[str]:
    lines: list[str] = []
    line: list[str] = []
    used = 0.0
    for piece, piece_width in pieces:
        if line and used + piece_width > width:
            lines.append("".join(line).rstrip(" "))
            line, used = [], 0.0
            piece = piece.lstrip(" ")
        line.append(piece)
        used += piece_width
    return [*lines, "".join(line).rstrip(" ")]


def _split_text(text: str, width: float, size: float, bold: bool) -> list[tuple[str, float]]:
    """Split a text where lines may break. Returns the pieces with their widths; a word keeps the space before it."""
    pieces = [(piece, text_width(piece, size, bold)) for piece in _TEXT_PIECE.findall(text)]
    return [
        part for piece, own in pieces for part in ([(piece, own)] if own <= width else _cut(piece, width, size, bold))
    ]


def _cut(piece: str, width: float, size: float, bold: bool) -> list[tuple[str, float]]:
    """Cut a piece that is too long for a line into parts of at most half a line."""
    parts: list[tuple[str, float]] = []
    for character in piece:
        own_width = text_width(character, size, bold)
        if parts and (not own_width or parts[-1][1] + own_width <= width / 2):
            parts[-1] = (parts[-1][0] + character, parts[-1][1] + own_width)
        else:
            parts.append((character, own_width))
    return parts
