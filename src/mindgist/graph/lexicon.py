"""What is known about a word in any document: how rare it is, and which classes of words it belongs to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from mindgist.document.word_table import WordTable
from mindgist.languages import language

WORDS_FILE = "words.txt"  # of a model: one word a line, the most frequent first
STEM_LENGTH = 6  # letters; two words that share them count as forms of one word, in any language
COMMON_WORDS = 20  # the most frequent words all have a rarity near 0

_OPENING_WORDS, _CUE_WORDS = language("en").opening_words, language("en").cue_words
OPENINGS = tuple(_OPENING_WORDS)
"""Classes of words that matter at the start of a sentence."""
CLASSES = tuple(_CUE_WORDS)
"""Classes of words that matter anywhere in a sentence."""

_OPENING_OF = {word: number for number, group in enumerate(_OPENING_WORDS.values(), start=1) for word in group}
_CLASSES_OF: dict[str, int] = {}
for _number, _group in enumerate(_CUE_WORDS.values()):
    for _word in _group:
        _CLASSES_OF[_word] = _CLASSES_OF.get(_word, 0) | 1 << _number


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words of a batch of sentences, one sentence after the other, as arrays with an entry for each word."""

    lengths: NDArray[np.intp]
    """The number of words of each sentence."""
    number: NDArray[np.intp]
    """The same for equal words of this batch."""
    stem: NDArray[np.int32]
    """The same for words of this batch with equal stems."""
    rarity: NDArray[np.float64]
    """How rare the stem is in general, from 0 to 1."""
    opening: NDArray[np.int32]
    """1 + the index in ``OPENINGS``; 0 for other words."""
    classes: NDArray[np.int32]
    """A bit for each of ``CLASSES``."""
    digit: NDArray[np.int32]
    """Whether the word begins with a digit."""


class Lexicon:
    """Looks up words. It is made from a list of words, the most frequent first; all others are as rare as can be."""

    def __init__(self, by_frequency: Iterable[str]) -> None:
        self.words = tuple(by_frequency)
        self._ranks: dict[str, int] = {}
        for rank, word in enumerate(self.words):
            self._ranks.setdefault(word[:STEM_LENGTH], rank)
        logs = np.array([log(rank + COMMON_WORDS) for rank in range(len(self.words) + 1)])
        self._rarities = np.append((logs[:-1] - logs[0]) / max(logs[-1] - logs[0], 1e-9), 1.0)
        self._stems: dict[str, int] = {}
        self._table = WordTable(self._describe, columns=5)
        self._lock = Lock()

    @classmethod
    def read(cls, folder: Path) -> "Lexicon":
        """The lexicon of a model."""
        return cls((folder / WORDS_FILE).read_text(encoding="utf-8").split())

    def rarity(self, word: str) -> float:
        """How rare the stem of a word in lower case is in general, from 0 to 1."""
        return float(self._rarities[self._ranks.get(word[:STEM_LENGTH], -1)])

    def look_up(self, words: Sequence[str], lengths: NDArray[np.intp]) -> Words:
        """The words of sentences with so many words each."""
        with self._lock:
            number = self._table.rows(words)
            stem, rank, opening, classes, digit = np.ascontiguousarray(self._table.table.take(number, axis=0).T)
        return Words(lengths, number, stem, self._rarities[rank], opening, classes, digit)

    def _describe(self, word: str) -> tuple[int, ...]:
        if len(self._table) == 0:
            self._stems.clear()
        stem = word[:STEM_LENGTH]
        return (
            self._stems.setdefault(stem, len(self._stems)), self._ranks.get(stem, len(self._rarities) - 1),
            _OPENING_OF.get(word, 0), _CLASSES_OF.get(word, 0), word < ":",
        )  # fmt: skip


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon of the shipped model: 30,000 words of English news."""
    return Lexicon((files("mindgist") / "models" / "supervised" / WORDS_FILE).read_text(encoding="utf-8").split())
