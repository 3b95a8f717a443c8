"""How wide a text is, estimated without a font, and where its lines break."""

import unicodedata
from functools import lru_cache

# Widths in hundredths of the font's size, after Open Sans, whose width is near that of the usual sans-serif fonts.
_WIDTHS = {
    character: width / 100
    for width, characters in {
        22: "'", 27: " !,.:;Jijl", 32: "()-I", 36: "/[\\]ft", 42: '"r{}', 47: "?_z", 53: "FLcksvxy",
        57: "$*+0123456789<=>ESTYZ^aeg|~", 62: "KPRVX`bdhnopqu", 66: "#ABC", 75: "&DGHNU",
        81: "%OQw", 91: "@M", 95: "Wm",
    }.items()
    for character in characters
}  # fmt: skip
_BOLD = 1.06
_ALLOWANCE = 1.05  # some systems have wider fonts only
_JOINERS = "\u200d\ufe0e\ufe0f"  # what holds an emoji of several characters together


@lru_cache(maxsize=4096)
def _character_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if _joins(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.7 if character.isupper() else 0.6


def _joins(character: str) -> bool:
    """Whether a character takes no room of its own and must not be parted from the one before it."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf") or character in _JOINERS


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is in a sans-serif font of this size."""
    return sum(map(_character_width, text)) * size * _ALLOWANCE * (_BOLD if bold else 1.0)


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
            lines.append("".join(line).rstrip())
            line, used = [], 0.0
            piece = piece.lstrip()
        line.append(piece)
        used += piece_width
    return [*lines, "".join(line).rstrip()]


def _pieces(text: str, width: float, size: float, bold: bool) -> list[tuple[str, float]]:
    """What lines are made of, with its width: words with the space before them, single wide characters."""
    pieces: list[str] = []
    for word in text.split(" "):
        start = " " if pieces else ""
        if text_width(word, size, bold) <= width and not any(map(_breaks, word)):
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
        if parts and (joined or (used + own <= width and not _breaks(character) and not _breaks(parts[-1][-1]))):
            parts[-1] += character
            used += own
        else:
            parts.append(character)
            used = own
    return parts


def _breaks(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
