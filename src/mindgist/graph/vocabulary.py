"""The numbers by which a network knows the words of a sentence."""

from collections.abc import Iterable

from mindgist.document.tokens import words
from mindgist.errors import ModelError

PADDING = 0
UNKNOWN = 1
_RESERVED = 2  # PADDING and UNKNOWN

LONGEST_SENTENCE = 50  # words; the network was trained on sentences of at most so many, longer ones are cut


class Vocabulary:
    """The words that a network has vectors for; ``words[k]`` has the number k + 2.

    A word that is not among them is split as GloVe's tokens are: "john's" into "john" and "'s", "didn't" into "did" and
    "n't", "tax-free" into "tax" and "free". Parts that are unknown share the number ``UNKNOWN``.
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
        """The number of rows in the table of vectors: the words and the two reserved numbers."""
        return len(self.words) + _RESERVED

    def numbers(self, sentence: str) -> list[int]:
        """The numbers of a sentence's words, at least one and at most ``LONGEST_SENTENCE``."""
        found: list[int] = []
        for word in words(sentence):
            found += self._numbers.get(word) or self._of_parts(word)
        return found[:LONGEST_SENTENCE] or [UNKNOWN]

    def _of_parts(self, word: str) -> tuple[int, ...]:
        if word not in self._in_parts:
            if len(self._in_parts) > 100_000:  # bounds the memory of a service that runs for months
                self._in_parts.clear()
            self._in_parts[word] = tuple(self._numbers.get(part, (UNKNOWN,))[0] for part in parts(word))
        return self._in_parts[word]


def parts(word: str) -> list[str]:
    """The tokens of a word as GloVe splits it, at apostrophes and hyphens."""
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
