"""Words as gists see them, and what stands between words.

A word is a run of letters, digits and the marks that belong to them; in scripts that write without spaces, two
characters (Chinese, Japanese) or four (Thai, Lao, Khmer, Burmese) count as one; a run of signs between two spaces
counts as one too.
"""

import re
import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

from mindgist.languages import language

LONGEST = 64  # words of a sentence that are looked at: linear time, and nothing that far in opens a gist
STOP_SIGN = "\n"  # stands for the stops between sentences

Flags = npt.NDArray[np.int32]


@cache
def _pattern(spaceless: bool) -> re.Pattern[str]:
    marks = "".join(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M") + "\u200c\u200d"
    words = rf"[\w{marks}]*\w[\w{marks}]*|(?<!\S)[^\w\s]+(?!\S)"
    if spaceless:
        two, four = _TWO_CHARACTERS, _FOUR_CHARACTERS
        words = rf"[{two}]{{1,2}}|[{four}]{{1,4}}[{marks}]*|(?:(?![{two}{four}])[\w{marks}])+|(?<!\S)[^\w\s]+(?!\S)"
    return re.compile(f"({words})")


_TWO_CHARACTERS = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FOUR_CHARACTERS = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17b3\u17b6-\u17d3"
_SPACELESS = re.compile(f"[{_TWO_CHARACTERS}{_FOUR_CHARACTERS}]")
_ASCII = re.compile(r"(\w+|(?<!\S)[^\w\s]+(?!\S))", re.ASCII)


def pieces(sentence: str) -> list[str]:
    """What stands before the first word, the word, what stands between it and the second, and so on to the end."""
    if sentence.isascii():
        return _ASCII.split(sentence, LONGEST)
    return _pattern(bool(_SPACELESS.search(sentence))).split(sentence, LONGEST)


def count_words(text: str) -> int:
    """How many words a text has, up to ``LONGEST``."""
    return len(pieces(text)) // 2


# What a word is, for the rules.
DETERMINER, PREPOSITION, CONJUNCTION, AUXILIARY, PARTICLE, FUNCTION = 1, 2, 4, 8, 16, 32
CAPITAL, NUMBER, LETTERS, TITLE, CLITIC, SUBORDINATE, STOP, SIGN = 64, 128, 256, 512, 1024, 2048, 4096, 8192
VERB = 16384  # nearly always a finite verb, as the vocabulary knows it
RELATIVE, BOUND, PERHAPS_VERB, THAT = 32768, 65536, 131072, 262144  # BOUND: belongs to what stands before it
CONDITION, ADVERB = 524288, 1048576
POINTS, THIRD_PERSON, TO = (
    2097152,
    4194304,
    8388608,
)  # what never ends before a gist; a verb in -s, or what looks like one
SAYS = 16777216

_FLAGS = {
    "determiner": DETERMINER, "preposition": PREPOSITION, "conjunction": CONJUNCTION, "auxiliary": AUXILIARY,
    "particle": PARTICLE, "points": POINTS, "to": TO, "says": SAYS, "relative": RELATIVE, "that": THAT,
    "condition": CONDITION, "bound": BOUND, "title": TITLE, "clitic": CLITIC, "subordinate": SUBORDINATE,
    "function": FUNCTION,
}  # fmt: skip
_WORD_CLASSES = language("en").word_classes
CLASSES = {
    word: sum(_FLAGS[name] for name, words in _WORD_CLASSES.items() if word in words)
    for word in sorted(frozenset().union(*_WORD_CLASSES.values()))
}
"""What the words that grammar is made of are, in small letters."""


def word_flags(word: str) -> int:
    """What the rules have to know of a word, by its letters alone; what it is to grammar, ``CLASSES`` says."""
    flags = 0
    if word[0].isupper():
        flags = CAPITAL
    elif word.endswith("ly"):
        flags = ADVERB
    if word.isalpha():
        return flags | LETTERS
    if word == STOP_SIGN:
        return flags | STOP
    if word[0].isdigit():
        return flags | NUMBER
    return flags if word[0].isalnum() or word[0] == "_" or unicodedata.category(word[0])[0] == "M" else flags | SIGN


# What stands between two words.
SPACE, COMMA, STRONG, POINT, DASH, OPENS, CLOSES, QUOTE, APOSTROPHE, HYPHEN, EDGE = (1 << bit for bit in range(11))
GAP_BITS = 11
_SIGNS = {COMMA: ",،、，", STRONG: ";:；：؛", POINT: ".!?…。！？।؟", DASH: "—–―", OPENS: "([{（【「『《",
          CLOSES: ")]}）】」』》", QUOTE: "\"“”„«»", APOSTROPHE: "'’‘`", HYPHEN: "-/‐‑"}  # fmt: skip
_SIGN = {sign: flag for flag, signs in _SIGNS.items() for sign in signs}


def gap_flags(gap: str) -> int:
    """What the rules have to know of what stands between two words."""
    flags = 0
    for sign in gap[:20]:
        flags |= SPACE if sign.isspace() else _SIGN.get(sign, 0)
    if "--" in gap or (flags & HYPHEN and flags & SPACE):
        flags |= DASH
    return flags | SPACE if flags & DASH else flags
