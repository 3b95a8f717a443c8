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

_LISTS = {
    DETERMINER: "a an the my your his its our their every no",
    PREPOSITION: "of in to for with on at by from as into through after before between against during without within "
    "upon towards toward among amongst since until till despite via per amid amidst beside besides concerning "
    "regarding except than versus vs onto about like unlike under near beyond behind across above below along around "
    "over inside outside throughout alongside beneath underneath including following according",
    CONJUNCTION: "and or but nor yet because although though if unless while when where whereas whether that which who "
    "whom whose what how why once lest plus both either neither not whenever wherever whatever whoever very too such "
    "even quite rather so uh um er erm",
    AUXILIARY: "is are was were be been being am has have had having do does did doing will would shall should can "
    "could may might must cannot ought t ll ve re d m",
    PARTICLE: "up down out off away back over around about along through across behind near inside outside above below "
    "under beyond before after since not what so too",
    POINTS: "this these those each any another several i he she we they",
    TO: "to",
    SAYS: "said says",
    RELATIVE: "who which whom whose",
    THAT: "that",
    CONDITION: "if unless when while once because although though whereas whether where whenever wherever lest how why",
    BOUND: "of about like than",
    TITLE: "mr mrs ms dr prof gen sen rep gov lt col sgt capt rev hon st messrs",
    CLITIC: "s t ll ve re d m",
    SUBORDINATE: "and or but nor because although though unless whereas whether that which who whom whose than s t "
    "ll ve re d m of not",
    FUNCTION: "the a an of to in and or but is are was were be been have has had do does did will would can could may "
    "it he she they we you i this that these those with for on at by from as not which who what when where if there "
    "his her its their our your my than then so all more one about into up out no he's been being them us me him",
}  # fmt: skip
CLASSES = {
    word: sum(flag for flag, words in _LISTS.items() if word in words.split())
    for word in sorted(set(" ".join(_LISTS.values()).split()))
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
