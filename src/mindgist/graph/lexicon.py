"""What is known of words whatever document they stand in: each word is looked up once, the rest is numpy's.

Nothing here needs a dictionary of a language: what is not in the lists is simply rare, and gives no cue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from mindgist.document.word_table import WordTable
from mindgist.languages import language

_STEM = 6  # letters that two forms of a word share, as far as a language-free rule can tell
_COMMON = 20  # the most common words, which all weigh next to nothing

_STARTS, _ANYWHERE = language("en").opening_words, language("en").cue_words
STARTS, ANYWHERE = tuple(_STARTS), tuple(_ANYWHERE)
"""The classes of words that tell at the start of a sentence, and anywhere in it."""

_START_OF = {word: number for number, group in enumerate(_STARTS.values(), start=1) for word in group}
_CLASSES_OF: dict[str, int] = {}
for _number, _group in enumerate(_ANYWHERE.values()):
    for _word in _group:
        _CLASSES_OF[_word] = _CLASSES_OF.get(_word, 0) | 1 << _number


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words of some sentences, one sentence after the other.

    ``number`` tells one word from another, ``stem`` one stem from another, as long as these words are looked at;
    ``rarity`` is how rare a stem is in English, from 0 to 1. ``start`` is 1 + the word's place in ``STARTS``, else 0;
    ``classes`` has a bit for each of ``ANYWHERE``; ``digit``: whether it begins with a digit.
    """

    lengths: NDArray[np.intp]
    number: NDArray[np.intp]
    stem: NDArray[np.int32]
    rarity: NDArray[np.float64]
    start: NDArray[np.int32]
    classes: NDArray[np.int32]
    digit: NDArray[np.int32]

    @classmethod
    def of(cls, words: Sequence[str], lengths: NDArray[np.intp]) -> "Words":
        """The words of sentences that have so many each."""
        with _ONE_AT_A_TIME:
            number = _KNOWN.rows(words)
            stem, rank, start, classes, digit = np.ascontiguousarray(_KNOWN.table.take(number, axis=0).T)
        return cls(lengths, number, stem, _rarities()[1][rank], start, classes, digit)


def _described(word: str) -> tuple[int, ...]:
    if len(_KNOWN) == 0:
        _STEMS.clear()
    stem = word[:_STEM]
    ranks, rarities = _rarities()
    return (
        _STEMS.setdefault(stem, len(_STEMS)), ranks.get(stem, len(rarities) - 1), _START_OF.get(word, 0),
        _CLASSES_OF.get(word, 0), word < ":",
    )  # fmt: skip


_STEMS: dict[str, int] = {}
_KNOWN = WordTable(_described, 5)
_ONE_AT_A_TIME = Lock()


@cache
def _rarities() -> tuple[dict[str, int], NDArray[np.float64]]:
    """The rank of each stem's most common word, and the rarity of each rank; the last stands for all other stems."""
    known = (files("mindgist") / "models" / "supervised" / "words.txt").read_text(encoding="utf-8").split()
    least, most = log(_COMMON), log(len(known) + _COMMON)
    ranks: dict[str, int] = {}
    for rank, word in enumerate(known):
        ranks.setdefault(word[:_STEM], rank)
    return ranks, np.array([*((log(rank + _COMMON) - least) / (most - least) for rank in range(len(known))), 1.0])
