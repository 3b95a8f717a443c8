"""How wide a text is in the shipped font, and where its lines break. viewer/wrap.js does the same in the browser."""

import unicodedata
from functools import lru_cache

from mindgist.export.truetype import shipped_font

_ALLOWANCE = 1.02  # some systems show an SVG in a font of their own
_JOINERS = "\u200d\ufe0e\ufe0f"  # what holds an emoji of several characters together

# Where Unicode keeps the scripts that are written from right to left: Hebrew to Arabic, their forms, and old ones.
_FROM_RIGHT = ((0x590, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))


@lru_cache(maxsize=8192)
def character_width(character: str, bold: bool) -> int:
    """In thousandths of the font's size; of a character that the font lacks, about what other fonts give it."""
    font = shipped_font(bold)
    if _joins(character):
        return 0
    if glyph := font.glyphs.get(ord(character)):
        return font.widths[glyph]
    if is_wide(character):
        return 1000
    return 700 if unicodedata.category(character) == "Lu" else 600


def is_wide(character: str) -> bool:
    """Whether a character is as wide as it is high; lines of a script of such characters break beside any of them."""
    # Python calls what Unicode has not assigned wide.
    return unicodedata.east_asian_width(character) in "WF" and unicodedata.category(character) != "Cn"


def from_right(text: str) -> bool:
    """Whether a text is of a script written from right to left, told by its first letter."""
    first = next((character for character in text if unicodedata.category(character).startswith("L")), " ")
    return any(low <= ord(first) <= high for low, high in _FROM_RIGHT)


def _joins(character: str) -> bool:
    """Whether a character takes no room of its own and must not be parted from the one before it."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf") or character in _JOINERS


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at this size."""
    return sum(character_width(character, bold) for character in text) / 1000 * size * _ALLOWANCE


def exact_width(text: str, size: float, bold: bool = False) -> float | None:
    """How wide a text is in the shipped font, and None where the font lacks one of its characters."""
    font = shipped_font(bold)
    if any(ord(character) not in font.glyphs for character in text):
        return None
    return sum(character_width(character, bold) for character in text) / 1000 * size


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines of at most about this width, and of about the same length each.

    Lines break at spaces, beside characters of scripts without spaces, and inside a word that fits on no line.
    """
    pieces = _pieces(text, width, size, bold)
    lines = _filled(pieces, width)
    low, high = width / 2, width
    while len(lines) > 1 and high - low > size:  # the narrowest width that needs no more lines: no short last line
        middle = (low + high) / 2
        narrower = _filled(pieces, middle)
        if len(narrower) > len(lines):
            low = middle
        else:
            high, lines = middle, narrower
    return lines


def _filled(pieces: list[tuple[str, float]], width: float) -> list[str]:
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


def _pieces(text: str, width: float, size: float, bold: bool) -> list[tuple[str, float]]:
    """What lines are made of, with its width: words with the space before them, single wide characters."""
    pieces: list[str] = []
    for word in text.split(" "):
        start = " " if pieces else ""
        if text_width(word, size, bold) <= width and not any(map(is_wide, word)):
            pieces.append(start + word)
        else:
            pieces += _parts(start + word, width / 2, size, bold)
    return [(piece, text_width(piece, size, bold)) for piece in pieces]


def _parts(word: str, width: float, size: float, bold: bool) -> list[str]:
    """A long word, or one of a script without spaces, in parts that lines may break between."""
    parts: list[str] = []
    used = 0.0
    for character in word:
        own = text_width(character, size, bold)
        joined = bool(parts) and (_joins(character) or parts[-1].endswith("\u200d") or parts[-1] == " ")
        if parts and (joined or (used + own <= width and not is_wide(character) and not is_wide(parts[-1][-1]))):
            parts[-1] += character
            used += own
        else:
            parts.append(character)
            used = own
    return parts
