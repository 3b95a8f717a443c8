"""Text widths in the shipped font, and line breaking. viewer/wrap.js is the same code for the browser."""

import unicodedata
from functools import lru_cache

from mindgist.export.constants import (
    NEVER_FIRST,
    NEVER_LAST,
    OTHER_CHARACTER_WIDTHS,
    RIGHT_TO_LEFT_RANGES,
    WIDE_CHARACTER_WIDTH,
    WIDTH_ALLOWANCE,
)
from mindgist.export.font import shipped_font

ZERO_WIDTH_JOINER = "\u200d"


@lru_cache(maxsize=8192)
def character_width(character: str, bold: bool) -> int:
    """Return the width in thousandths of the font size; for characters that the font lacks, an estimate."""
    if is_zero_width(character):
        return 0
    if width := shipped_font(bold).widths.get(character):
        return width
    return WIDE_CHARACTER_WIDTH if is_wide(character) else OTHER_CHARACTER_WIDTHS[bold]


def is_wide(character: str) -> bool:
    """Return whether a character is as wide as high, as in Chinese. Lines may break before and after it."""
    # Python counts unassigned characters as wide.
    return unicodedata.east_asian_width(character) in "WF" and unicodedata.category(character) != "Cn"


def is_zero_width(character: str) -> bool:
    """Return whether a character combines with the one before it, or is invisible."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf")


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter of a text belongs to a right-to-left script."""
    first = next((character for character in text if unicodedata.category(character).startswith("L")), " ")
    return any(low <= ord(first) <= high for low, high in RIGHT_TO_LEFT_RANGES)


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
    pieces: list[str] = []
    for word in text.split(" "):
        start = " " if pieces else ""
        if text_width(word, size, bold) <= width and not any(map(is_wide, word)):
            pieces.append(start + word)
        else:
            pieces += _split_word(start + word, width / 2, size, bold)
    return [(piece, text_width(piece, size, bold)) for piece in pieces]


def _split_word(word: str, width: float, size: float, bold: bool) -> list[str]:
    """Split a word that is too long for a line or has wide characters."""
    parts: list[str] = []
    used = 0.0
    for character in word:
        own_width = text_width(character, size, bold)
        last = parts[-1] if parts else ""
        combined = is_zero_width(character) or last.endswith(ZERO_WIDTH_JOINER) or last == " "
        bound = character in NEVER_FIRST or last[-1:] in NEVER_LAST
        narrow = not is_wide(character) and not any(map(is_wide, last[-1:]))
        if last and (combined or (bound and used <= width) or (narrow and used + own_width <= width)):
            parts[-1] += character
            used += own_width
        else:
            parts.append(character)
            used = own_width
    return parts
