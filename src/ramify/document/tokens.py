"""The words of a sentence."""

import re

# A run of letters and digits, joined inside by apostrophes or hyphens; or one character of a script that is
# written without spaces (kana, Han), where the character is the best unit that needs no dictionary.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[^\W_])+(?:['’-][^\W_]+)*"
)


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order; punctuation is left out."""
    return _WORD.findall(text.lower())
