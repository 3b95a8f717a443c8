"""The words of a text, and its white space."""

import re

# Kana and Han are written without spaces: each character counts as a word, the best unit without a dictionary.
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

# A word is a run of letters and digits, joined inside by apostrophes or hyphens.
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+(?:['’-][^\W_]+)*")
# For bytes.translate: ASCII letters in lower case, and a space for what belongs to no word.
SPACED = bytes(ord(chr(code).lower()) if chr(code).isalnum() or code in b"'-" else 32 for code in range(128)).ljust(256)
_MIN_WORD_SHARE = 0.35  # of the characters of a text that stand in words of three letters or more
# Apostrophes and hyphens that join nothing; those side by side come first.
_NOT_JOINING = ("''", "--", "'-", "-'", " '", "' ", " -", "- ")


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order, without punctuation."""
    if not text.isascii():
        return _WORD.findall(text.lower())
    spaced = text.encode().translate(SPACED).decode("ascii")
    if "'" not in spaced and "-" not in spaced:
        return spaced.split()
    around = f" {spaced} "
    for signs in _NOT_JOINING:
        around = around.replace(signs, "  ")
    return around.split()


def has_few_words(text: str) -> bool:
    """Whether a text is a formula, figures or a scrap: it has hardly a word of three letters, in a script with such."""
    found = words(text)
    if any(word > "\u0530" and word.isalpha() for word in found):
        return False
    letters = sum(len(word) for word in found if len(word) > 2 and word.replace("-", "").isalpha())
    return letters < _MIN_WORD_SHARE * len(text.replace(" ", ""))


def folded(text: str) -> str:
    """The text with a single space for each run of white space, and none around it."""
    return " ".join(text.split())
