"""The words of a sentence."""

import re

# Scripts written without spaces (kana, Han): the character is the best unit that needs no dictionary.
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

# A word is a run of letters and digits, joined inside by apostrophes or hyphens.
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+(?:['’-][^\W_]+)*")
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")  # the same, for most of English, at twice the speed


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order; punctuation is left out."""
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text.lower())
