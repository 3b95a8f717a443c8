"""How similar the sentences of a document are, by the terms they share.

A term is the stem of a word, or a pair of characters in scripts without spaces. It weighs more the rarer it is in the
document and in general.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.lexicon import STEM_LENGTH, Lexicon

Floats = NDArray[np.float32]
_FIRST_UNSPACED = "\u3040"  # from this character on, ``tokens.words`` gives single characters


@dataclass(frozen=True, eq=False, slots=True)
class Terms:
    """The terms of a document of N sentences and M terms, in the order in which they first occur."""

    has: Floats
    """1 where a sentence has a term; shape (N, M)."""
    rarity: Floats
    frequency: Floats
    """In sentences; as ``rarity`` and ``weight`` of shape (M,)."""
    weight: Floats
    total: Floats
    """The sum of the weights of each sentence; as ``norm`` of shape (N,)."""
    norm: Floats

    @classmethod
    def of(cls, sentences: Sequence[Sequence[str]], lexicon: Lexicon) -> "Terms":
        """The terms of sentences, given by their words."""
        numbers: dict[str, int] = {}
        rows: list[int] = []
        columns: list[int] = []
        for row, words in enumerate(sentences):
            own = {numbers.setdefault(term[:STEM_LENGTH], len(numbers)) for term in _terms(words)}
            columns += own
            rows += [row] * len(own)
        has = np.zeros((len(sentences), len(numbers)), np.float32)
        has[rows, columns] = 1
        rarity = np.array(lexicon.rarities(numbers), np.float32)
        frequency = has.sum(axis=0)
        weight = rarity * np.log((len(sentences) + 1) / frequency)
        return cls(has, rarity, frequency, weight, has @ weight + 1e-6, np.sqrt(has @ (weight * weight)) + 1e-6)


def _terms(words: Sequence[str]) -> Sequence[str]:
    """The words as terms: in scripts without spaces, each character is joined with the next one."""
    if max(words, default="") < _FIRST_UNSPACED:
        return words
    return [
        word + after if word >= _FIRST_UNSPACED and after >= _FIRST_UNSPACED else word
        for word, after in pairwise((*words, ""))
    ]


@dataclass(frozen=True, eq=False, slots=True)
class Similarity:
    """The similarity of each pair (governor, governed), shape (N, N), 0 for a sentence and itself."""

    cosine: Floats
    covered: Floats
    """The share of the governed sentence's weight that the governor has too."""

    @classmethod
    def of(cls, terms: Terms) -> "Similarity":
        """The similarities by these terms; those of a single sentence need no column in the products."""
        shared = terms.frequency > 1
        has = terms.has[:, shared]
        weights = has * terms.weight[shared]
        covered = np.asarray(has @ weights.T / terms.total, np.float32)
        weights /= terms.norm[:, None]
        cosine = weights @ weights.T
        for values in (cosine, covered):
            np.fill_diagonal(values, 0)
        return cls(cosine, covered)
