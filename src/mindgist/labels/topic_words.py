"""The words of an English map's nodes for topics: their stems, what separates them, and what is known about each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.terms import shipped_lexicon
from mindgist.labels.tags import tagger
from mindgist.labels.words import gap_flags
from mindgist.languages import language

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Flags = NDArray[np.bool_]

COARSE_STEM = 6  # letters; "installed" and "installation" share them
_WORD = re.compile(  # without the possessive 's
    r"((?!(?<=\w['’])[sS]\b)[^\W_]+(?:[.-][^\W_]+)*(?:['’](?![sS]\b)[^\W_]+)*)"
)
_IN_NAMES = frozenset(("'s ", "’s ", "' ", "’ ", " & "))
_ODD = re.compile(r".\.|\d|[a-z][A-Z]")  # file names, versions, code
_TIMES = language("en").word_classes["day"] | {"tomorrow", "noon", "midnight"}  # when, not what
CONTENT, NUMBER, ODD, LINK, OF, ARTICLE, CAPITAL, QUANTITY, KNOWN, NOUN, MODIFIER = range(11)
"""The rows of ``Words.flags``."""
QUANTITIES = frozenset(
    "number couple lot lots kind kinds sort type part series range variety amount percent percentage majority dozens "
    "hundreds thousands millions".split()
)


@cache
def _names_nothing() -> re.Pattern[str]:
    """Words that name nothing: "figure", "https", "wasn't"."""
    english = language("en")
    return re.compile(f"{english.figure_names}|{english.table_names}|https?|www.*|.*['’](?:t|d|ll|ve|re|m)")


@lru_cache(30_000)  # a service runs for months and keeps meeting odd words
def _describe(word: str) -> tuple[str, float, bytes]:
    """The stem of a word, its rarity, and the flags that do not depend on the sentence, a byte for each."""
    lower, english = word.lower(), language("en")
    is_function_word = lower in english.stop_words or lower in english.frequent_words
    flags = (
        len(word) > 1 and not is_function_word and not _names_nothing().fullmatch(lower), word[0].isdigit(),
        bool(_ODD.search(word)) or lower in _TIMES, lower in english.noun_links, lower == "of", lower == "the",
        word[0].isupper(), lower in QUANTITIES, lower in tagger().classes,
    )  # fmt: skip
    return stem_of(word), shipped_lexicon().rarity(lower), bytes(flags)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a map's nodes, one node after the other, as lists and arrays with an entry for each word."""

    texts: list[str]
    gaps: list[str]
    """What stands between it and the word before."""
    node: Integers
    position: Integers
    """In its sentence, from 0."""
    joined: Flags
    """Whether only a space, or the possessive or "&" of a name, separates it from the word before."""
    stem: Integers
    coarse: Integers
    length: Integers
    """In characters."""
    rarity: Floats
    flags: Flags
    """What is known about it, a row for each property."""


def stem_of(word: str) -> str:
    """A word in lower case and without the ending of the English plural."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


def read_words(texts: Sequence[str]) -> Words:
    """The words of texts."""
    found: list[str] = []
    gaps: list[str] = []
    tags: list[str] = []
    sizes: list[int] = []
    for text in texts:
        pieces = _WORD.split(text)
        own, own_gaps = pieces[1::2], pieces[:-1:2]
        sizes.append(len(own))
        if own:
            tags += tagger().tags(own, list(map(gap_flags, own_gaps)))
            gaps += ["\n", *own_gaps[1:]]
            found += own
    different, number = _numbered(found)
    known = [_describe(word) for word in different]
    stem, rarity, own_flags = zip(*known, strict=True) if known else ((), (), ())
    flags = np.empty((MODIFIER + 1, len(found)), bool)
    flags[:NOUN] = np.frombuffer(b"".join(own_flags), bool).reshape(-1, NOUN).T[:, number]
    tag = np.frombuffer("".join(tags).encode("ascii"), "S1")
    flags[NOUN] = tag == b"N"
    flags[MODIFIER] = (tag == b"J") | (tag == b"P") | (tag == b"Q")  # adjectives, participles, numbers
    joined = [gap == " " or (gap in _IN_NAMES and found[place - 1][0].isupper()) for place, gap in enumerate(gaps)]
    size = np.array(sizes, np.intp)
    node = np.repeat(np.arange(len(texts)), size)
    return Words(
        found, gaps, node, np.arange(len(found)) - (np.cumsum(size) - size)[node], np.array(joined, bool),
        _numbered(stem)[1][number], _numbered([one[:COARSE_STEM] for one in stem])[1][number],
        np.array(list(map(len, different)), np.intp)[number], np.array(rarity)[number], flags,
    )  # fmt: skip


def _numbered(words: Sequence[str]) -> tuple[list[str], Integers]:
    """The different words, and for each word its number among them."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return list(numbers), np.fromiter(map(numbers.__getitem__, words), np.intp, len(words))
