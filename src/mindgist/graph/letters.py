"""The characters of a batch of sentences as one array, which numpy searches at once.

That is many times as fast as sentence by sentence. It works for ASCII; the few other sentences of an English text are
processed one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import SPACED, words
from mindgist.graph.layout import Indexes

_SPACE, _FIRST_DIGIT = 32, 48
_APOSTROPHE, _HYPHEN = b"'-"


@dataclass(frozen=True, eq=False, slots=True)
class Letters:
    """The characters of sentences; each sentence is followed by a line break."""

    texts: Sequence[str]
    content: bytes
    """The ASCII sentences; the others are empty here."""
    codes: NDArray[np.uint8]
    """The same as numbers."""
    starts: Indexes
    """Where each sentence starts."""
    ends: Indexes
    """Where its line break is."""
    not_ascii: list[int]
    """The numbers of the other sentences."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Letters":
        """The characters of these sentences."""
        not_ascii = [number for number, text in enumerate(texts) if not text.isascii()]
        plain = list(texts)
        for number in not_ascii:
            plain[number] = ""
        content = "\n".join((*plain, "")).encode("ascii")
        lengths = np.fromiter(map(len, plain), np.intp, len(plain))
        ends = np.cumsum(lengths + 1) - 1
        return cls(texts, content, np.frombuffer(content, np.uint8), ends - lengths, ends, not_ascii)

    def words(self) -> tuple[list[str], Indexes]:
        """The words of all sentences, as ``mindgist.document.tokens.words`` finds them, and how many each has."""
        spaced = np.frombuffer(bytearray(self.content.translate(SPACED)), np.uint8)
        joining = np.flatnonzero((spaced == _APOSTROPHE) | (spaced == _HYPHEN))
        # Apostrophes and hyphens that join nothing. Index -1 is the last line break, which is a space by now.
        loose = np.minimum(spaced[joining - 1], spaced[joining + 1]) < _FIRST_DIGIT
        spaced[joining[loose]] = _SPACE
        inside = spaced != _SPACE
        word_starts = np.flatnonzero(inside[1:] > inside[:-1]) + 1
        if inside[0]:
            word_starts = np.concatenate([[0], word_starts])
        ends = np.searchsorted(word_starts, self.ends)
        lengths = np.diff(ends, prepend=0)
        found = spaced.tobytes().decode("ascii").split()
        return (self._with_not_ascii(found, ends.tolist(), lengths), lengths) if self.not_ascii else (found, lengths)

    def _with_not_ascii(self, found: list[str], ends: list[int], lengths: Indexes) -> list[str]:
        """The words with those of the other sentences inserted; ``lengths`` is changed in place."""
        merged: list[str] = []
        done = 0
        for number in self.not_ascii:
            own = words(self.texts[number])
            lengths[number] = len(own)
            merged += found[done : ends[number]]
            merged += own
            done = ends[number]
        return merged + found[done:]
