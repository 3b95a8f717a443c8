"""The words of a sentence."""

import re

# Scripts written without spaces (kana, Han): the character is the best unit that needs no dictionary.
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

# A word is a run of letters and digits, joined inside by apostrophes or hyphens.
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+(?:['’-][^\W_]+)*")
# Every byte of ASCII as it counts in words: capitals small, and a space for what belongs to no word.
SPACED = bytes(ord(chr(code).lower()) if chr(code).isalnum() or code in b"'-" else 32 for code in range(128)).ljust(256)
# Apostrophes and hyphens that join nothing: first those side by side.
_OUTSIDE = ("''", "--", "'-", "-'", " '", "' ", " -", "- ")


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order; punctuation is left out."""
    if not text.isascii():
        return _WORD.findall(text.lower())
    spaced = text.encode().translate(SPACED).decode("ascii")
    found = spaced.split()
    if "'" not in spaced and "-" not in spaced:
        return found
    around = f" {spaced} "
    for outside in _OUTSIDE:
        around = around.replace(outside, "  ")
    return around.split()
