"""The words of an English map's nodes for topics: their stems, what separates them, and what is known about each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.lexicon import shipped_lexicon
from mindgist.labels.tags import tagger
from mindgist.labels.words import gap_flags
from mindgist.languages import language

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Flags = NDArray[np.bool_]

COARSE_STEM = 6  # letters; "installed" and "installation" share them
_WORD = re.compile(  # without the possessive 's
    r"(?!(?<=\w['’])s\b)[^\W_]+(?:[.-][^\W_]+)*(?:['’](?!s\b)[^\W_]+)*", re.IGNORECASE
)
_POSSESSIVES = frozenset(("'s ", "’s ", "' ", "’ "))
_ODD = re.compile(r".\.|\d|[a-z][A-Z]")  # file names, versions, code
CONTENT, RARITY, NUMBER, ODD, LINK, ARTICLE, CAPITAL, NOUN, MODIFIER = range(9)
"""The columns of ``Words.known``."""
_MODIFIERS = "JPQ"  # tags of adjectives, participles and numbers


@cache
def _names_nothing() -> re.Pattern[str]:
    """Words that name nothing: "figure", "https", "wasn't"."""
    english = language("en")
    return re.compile(f"{english.figure_names}|{english.table_names}|https?|www.*|.*['’](?:t|d|ll|ve|re|m)")


@lru_cache(30_000)  # a service runs for months and keeps meeting odd words
def _describe(word: str) -> tuple[float, ...]:
    """The columns of ``Words.known`` that do not depend on the sentence."""
    lower, english = word.lower(), language("en")
    is_function_word = lower in english.stop_words or lower in english.frequent_words
    return (
        len(word) > 1 and not is_function_word and not _names_nothing().fullmatch(lower),
        shipped_lexicon().rarity(lower), word[0].isdigit(), bool(_ODD.search(word)), lower in english.noun_links,
        lower == "the", word[0].isupper(),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a map's nodes, one node after the other, as lists and arrays with an entry for each word."""

    texts: list[str]
    node: Integers
    position: Integers
    """In its sentence, from 0."""
    joined: Flags
    """Whether only a space, or the possessive of a name, separates it from the word before."""
    stem: Integers
    coarse: Integers
    known: Floats
    """Whether it is no stop word, its rarity, and flags."""
    gaps: list[str]
    """What stands between it and the word before."""

    def flags(self, column: int) -> Flags:
        """A column of ``known`` as flags."""
        return self.known[:, column] > 0


def stem_of(word: str) -> str:
    """A word in lower case and without the ending of the English plural."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


def read_words(texts: Sequence[str]) -> Words:
    """The words of texts."""
    found: list[str] = []
    node: list[int] = []
    position: list[int] = []
    gaps: list[str] = []
    tags: list[str] = []
    for number, text in enumerate(texts):
        matches = list(_WORD.finditer(text))
        starts = [0, *(match.end() for match in matches)]
        own = [match[0] for match in matches]
        own_gaps = [text[start : match.start()] for start, match in zip(starts, matches, strict=False)]
        tags += tagger().tags(own, list(map(gap_flags, own_gaps))) if own else []
        gaps += ["\n", *own_gaps[1:]] if own else []
        found += own
        node += [number] * len(own)
        position += range(len(own))
    stems: dict[str, int] = {}
    coarse: dict[str, int] = {}
    endings = [stem_of(word) for word in found]
    before = ["", *found]
    joined = [gap == " " or (gap in _POSSESSIVES and before[place][:1].isupper()) for place, gap in enumerate(gaps)]
    known = [(*_describe(word), tag == "N", tag in _MODIFIERS) for word, tag in zip(found, tags, strict=True)]
    return Words(
        found, np.array(node, np.intp), np.array(position, np.intp), np.array(joined, bool),
        np.array([stems.setdefault(word, len(stems)) for word in endings], np.intp),
        np.array([coarse.setdefault(word[:COARSE_STEM], len(coarse)) for word in endings], np.intp),
        np.array(known, float).reshape(-1, MODIFIER + 1), gaps,
    )  # fmt: skip
