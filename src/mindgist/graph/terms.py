"""The terms of a document: how rare they are, and how similar its sentences are by those they share.

A term is the stem of a word, or a pair of characters in scripts without spaces. It weighs more the rarer it is in the
document and in general. How rare it is in general says the lexicon of a model.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count, pairwise, repeat
from math import log

import numpy as np

from mindgist.graph.relation_graph import Floats

WORDS_FILE = "words.txt"  # of a model: one word a line, the most frequent first
STEM_LENGTH = 6  # letters; two words that share them count as forms of one word, in any language
COMMON_WORDS = 20  # the most frequent words all have a rarity near 0
_FIRST_UNSPACED = "\u3040"  # from this character on, ``tokens.words`` gives single characters


class Lexicon:
    """A list of words, the most frequent first; all others are as rare as can be."""

    def __init__(self, by_frequency: Iterable[str]) -> None:
        self.words = tuple(by_frequency)
        least, most = log(COMMON_WORDS), log(len(self.words) + COMMON_WORDS)
        self.by_stem: dict[str, float] = {}
        for rank, word in enumerate(self.words):
            self.by_stem.setdefault(word[:STEM_LENGTH], (log(rank + COMMON_WORDS) - least) / (most - least))

    @classmethod
    def read(cls, folder: Traversable) -> "Lexicon":
        """The lexicon of a model."""
        return cls((folder / WORDS_FILE).read_text(encoding="utf-8").split())

    def rarity(self, word: str) -> float:
        """How rare the stem of a word in lower case is in general, from 0 to 1."""
        return self.by_stem.get(word[:STEM_LENGTH], 1.0)


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon of the shipped model: 30,000 words of English news."""
    return Lexicon.read(files("mindgist") / "models" / "supervised")


class Terms:
    """The terms of a document of N sentences, given by their words; M terms, in the order in which they first occur.

    ``has``, of shape (N, M), is 1 where a sentence has a term. ``rarity``, ``frequency`` (in how many sentences it is)
    and ``weight`` are (M,). ``total``, the sum of the weights of a sentence, and ``norm``, their L2 norm, are (N,).
    """

    def __init__(self, sentences: Sequence[Sequence[str]], lexicon: Lexicon) -> None:
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        columns = [numbers[term[:STEM_LENGTH]] for words in sentences for term in _terms(words)]
        rows = np.repeat(np.arange(len(sentences)), [len(words) for words in sentences])
        self.has = np.zeros((len(sentences), len(numbers)), np.float32)
        self.has[rows, columns] = 1
        self.rarity = np.fromiter(map(lexicon.by_stem.get, numbers, repeat(1.0)), np.float32)
        self.frequency = self.has.sum(axis=0)
        self.weight = self.rarity * np.log((len(sentences) + 1) / self.frequency)
        self.total = self.has @ self.weight + 1e-6
        self.norm = np.sqrt(self.has @ (self.weight * self.weight)) + 1e-6

    def similarities(self) -> tuple[Floats, Floats]:
        """The cosine of each pair of sentences, and the share of the second's weight that the first has too.

        Both have the shape (N, N), and 0 for a sentence and itself.
        """
        shared = self.frequency > 1  # terms of a single sentence need no column in the products
        has = self.has[:, shared]
        weights = has * self.weight[shared]
        covered = np.asarray(has @ weights.T / self.total, np.float32)
        weights /= self.norm[:, None]
        cosine = weights @ weights.T
        np.fill_diagonal(cosine, 0)
        np.fill_diagonal(covered, 0)
        return cosine, covered


def _terms(words: Sequence[str]) -> Sequence[str]:
    """The words as terms: in scripts without spaces, each character is joined with the next one."""
    if max(words, default="") < _FIRST_UNSPACED:
        return words
    return [
        word + after if word >= _FIRST_UNSPACED and after >= _FIRST_UNSPACED else word
        for word, after in pairwise((*words, ""))
    ]
