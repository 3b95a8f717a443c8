"""From a sentence's words to the numbers that the network knows them by."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import words
from mindgist.errors import ModelError

PADDING = 0
UNKNOWN = 1
_RESERVED = 2  # numbers that stand for no word: the two above

LONGEST_SENTENCE = 50  # words: the network was trained on no longer ones, so what follows is cut off


class Vocabulary:
    """The words that a network has vectors for; ``words[k]`` has the number k + 2.

    A word that it lacks is tried in parts, as GloVe's own tokens are cut: "john's" is "john" and "'s", "didn't" is
    "did" and "n't", "tax-free" is "tax" and "free". What is unknown even so has one number for all.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.words = tuple(known)
        self._numbers: dict[str, tuple[int, ...]] = {
            word: (number,) for number, word in enumerate(self.words, start=_RESERVED)
        }
        if len(self._numbers) != len(self.words):
            raise ModelError("a vocabulary holds each word once")
        self._in_parts: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """How many rows the table of vectors has: the words and the two reserved numbers."""
        return len(self.words) + _RESERVED

    def numbers(self, sentence: str) -> list[int]:
        """The numbers of a sentence's words, at least one and at most ``LONGEST_SENTENCE``."""
        found: list[int] = []
        for word in words(sentence):
            found += self._numbers.get(word) or self._of_parts(word)
        return found[:LONGEST_SENTENCE] or [UNKNOWN]

    def _of_parts(self, word: str) -> tuple[int, ...]:
        if word not in self._in_parts:
            if len(self._in_parts) > 100_000:  # a service runs for months: what it remembers of odd words is bounded
                self._in_parts.clear()
            self._in_parts[word] = tuple(self._numbers.get(part, (UNKNOWN,))[0] for part in parts(word))
        return self._in_parts[word]


def parts(word: str) -> list[str]:
    """The tokens that GloVe's text was cut into, for a word with an apostrophe or a hyphen; else the word itself."""
    found: list[str] = []
    for piece in word.replace("’", "'").split("-"):
        stem, apostrophe, ending = piece.partition("'")
        if piece.endswith("n't") and len(piece) > 3:
            found += [piece[:-3], "n't"]
        elif apostrophe:
            found += [stem, f"'{ending}"]
        else:
            found.append(piece)
    return found


def padded(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of different lengths as one array, filled up with ``PADDING``; and their lengths."""
    counts = np.fromiter((len(row) for row in rows), dtype=np.int64, count=len(rows))
    table = np.full((len(rows), int(counts.max(initial=1))), PADDING, dtype=np.int64)
    table[np.arange(table.shape[1]) < counts[:, None]] = np.fromiter(
        chain.from_iterable(rows), dtype=np.int64, count=int(counts.sum())
    )
    return table, counts
