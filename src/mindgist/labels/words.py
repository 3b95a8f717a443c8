"""Words, the gaps between them, and their features as bit flags.

A word is a run of letters, digits and the marks that belong to them. In scripts without spaces, two characters
(Chinese, Japanese) or four (Thai, Lao, Khmer, Burmese) count as one word. A run of signs between two spaces counts
as one too.
"""

import re
import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

from mindgist.languages import language

MAX_WORDS_READ = 64  # of a sentence: no gist begins further on, and the time stays linear
_MAX_CHARACTERS_READ = 5000  # of a sentence: 64 long words
STOP_SIGN = "\n"  # stands for the gap between two sentences

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
_GAP = re.compile(r"\W*(?=\w)")
_ASCII = re.compile(r"(\w+|(?<!\S)[^\w\s]+(?!\S))", re.ASCII)


def pieces(sentence: str) -> list[str]:
    """The sentence as [gap, word, gap, word, …, gap]; joined, they give the sentence."""
    if sentence.isascii():
        return _ASCII.split(sentence, MAX_WORDS_READ)
    return _pattern(bool(_SPACELESS.search(sentence))).split(sentence, MAX_WORDS_READ)


def read_pieces(sentence: str) -> list[str]:
    """The pieces of a sentence as far as gists read it, with single spaces. A long one ends before a space."""
    parts = pieces(" ".join(sentence[:_MAX_CHARACTERS_READ].split()))
    gap = _GAP.match(parts[-1])
    if gap:  # more words follow
        parts[-1] = gap[0]
        spaces = [at for at in range(2, len(parts), 2) if " " in parts[at]]
        if spaces:
            parts = parts[: spaces[-1] + 1]
            parts[-1] = parts[-1].partition(" ")[0]
    return parts


def count_words(text: str) -> int:
    """The number of words in a text, at most ``MAX_WORDS_READ``."""
    return len(pieces(text)) // 2


# Flags of words. The network reads the first FLAG_BITS, so their order is fixed; new flags go to the end.
(
    DETERMINER, PREPOSITION, CONJUNCTION, AUXILIARY, PARTICLE, FUNCTION, CAPITAL, NUMBER, LETTERS, TITLE, CLITIC,
    SUBORDINATE, STOP, SIGN,
    VERB,  # nearly always a finite verb, according to the vocabulary
    RELATIVE,
    BOUND,  # belongs to the word before it
    POSSIBLE_VERB, THAT, CONDITION, ADVERB,
    POINTS,  # 'this', 'he', …
    THIRD_PERSON,  # ends in -s like a verb
    TO, SAYS,
) = (1 << bit for bit in range(25))  # fmt: skip
FLAG_BITS = 15

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
"""The flags of function words, in lower case."""


def word_flags(word: str) -> int:
    """The flags of a word that follow from its letters; ``CLASSES`` has those that follow from grammar."""
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


# Flags of gaps: what stands between two words. EDGE is the beginning or end of the sentence.
SPACE, COMMA, STRONG, POINT, DASH, OPENS, CLOSES, QUOTE, APOSTROPHE, HYPHEN, EDGE = (1 << bit for bit in range(11))
GAP_BITS = 11
_SIGNS = {COMMA: ",،、，", STRONG: ";:；：؛", POINT: ".!?…。！？।؟", DASH: "—–―", OPENS: "([{（【「『《",
          CLOSES: ")]}）】」』》", QUOTE: "\"“”„«»", APOSTROPHE: "'’‘`", HYPHEN: "-/‐‑"}  # fmt: skip
_SIGN = {sign: flag for flag, signs in _SIGNS.items() for sign in signs}


def gap_flags(gap: str) -> int:
    """The flags of a gap between two words."""
    flags = 0
    for sign in gap[:20]:
        flags |= SPACE if sign.isspace() else _SIGN.get(sign, 0)
    if "--" in gap or (flags & HYPHEN and flags & SPACE):
        flags |= DASH
    return flags | SPACE if flags & DASH else flags
