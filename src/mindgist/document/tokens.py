"""The smallest parts of texts: words, white space, the marks of list items; and patterns that compile late."""

import re
from collections.abc import Callable
from typing import Any

# Kana and Han are written without spaces: each character counts as a word, the best unit without a dictionary.
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

# A word is a run of letters and digits, joined inside by apostrophes or hyphens.
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+(?:['’-][^\W_]+)*")
# For bytes.translate: ASCII letters in lower case, and a space for what belongs to no word.
SPACED = bytes(ord(chr(code).lower()) if chr(code).isalnum() or code in b"'-" else 32 for code in range(128)).ljust(256)
# Apostrophes and hyphens that join nothing; those side by side come first.
_NOT_JOINING = ("''", "--", "'-", "-'", " '", "' ", " -", "- ")

_BULLET = "[-*+•‣◦▪●∙·■□–—]"
_DOTTED_NUMBER = r"\d{1,3}(?:\.\d{1,3})"  # 1.2

# A bullet, "1.", "1)", "(1)", "a." and the like.
LIST_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,3}}|[a-z])[.)])\s{{1,20}}(?=\S)")
# The same without "1." and "a.", which number sections where a file has styles for lists.
TYPED_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,2}}|[a-z])\))\s{{1,20}}(?=\S)")
# A mark with its indentation (group 1) and its number (group 2 or 3), as in plain text.
INDENTED_MARK = re.compile(
    rf"([ \t]{{0,40}})(?:{_BULLET}|({_DOTTED_NUMBER}{{0,4}})[.)]|({_DOTTED_NUMBER}{{1,4}})|\((?:\d{{1,3}}|[a-z])\)|"
    r"[a-z][.)])[ \t]{1,20}(?=\S)"
)


class LazyPattern:
    """A regular expression, or a function that returns one, compiled when it is first used.

    Compiling one that covers many scripts or languages takes some milliseconds, most documents need few of them, and
    the command line starts anew for each map. The methods are those of ``re.Pattern``.
    """

    def __init__(self, pattern: str | Callable[[], str], flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        pattern = self._pattern if isinstance(self._pattern, str) else self._pattern()
        method = getattr(re.compile(pattern, self._flags), name)
        setattr(self, name, method)  # found without this function from now on
        return method


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
    return letters < 0.35 * len(text.replace(" ", ""))


def folded(text: str) -> str:
    """The text with a single space for each run of white space, and none around it."""
    return " ".join(text.split())
