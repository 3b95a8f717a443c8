"""The sentences of several documents as one long row of characters, which is looked through at once.

That is many times as fast as sentence by sentence, where they are ASCII; others are few in English, and looked at
``apart``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import SPACED, words
from mindgist.graph.layout import Places

_SPACE, _FIRST_DIGIT = 32, 48
_APOSTROPHE, _HYPHEN = b"'-"


@dataclass(frozen=True, eq=False, slots=True)
class Letters:
    """``codes`` has a line break after every sentence, and of one that is ``apart`` no more than that.

    ``starts`` is where each sentence begins; ``ends``, where its line break stands.
    """

    texts: Sequence[str]
    content: bytes
    codes: NDArray[np.uint8]
    starts: Places
    ends: Places
    apart: list[int]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Letters":
        """The letters of these sentences."""
        apart = [place for place, text in enumerate(texts) if not text.isascii()]
        plain = list(texts)
        for place in apart:
            plain[place] = ""
        content = "\n".join((*plain, "")).encode("ascii")
        lengths = np.fromiter(map(len, plain), np.intp, len(plain))
        ends = np.cumsum(lengths + 1) - 1
        return cls(texts, content, np.frombuffer(content, np.uint8), ends - lengths, ends, apart)

    def words(self) -> tuple[list[str], Places]:
        """The words of all sentences (``mindgist.document.tokens.words``), and how many each sentence has."""
        spaced = np.frombuffer(bytearray(self.content.translate(SPACED)), np.uint8)
        joining = np.flatnonzero((spaced == _APOSTROPHE) | (spaced == _HYPHEN))
        # Apostrophes and hyphens that join nothing; before the first character stands the last one, a space.
        loose = np.minimum(spaced[joining - 1], spaced[joining + 1]) < _FIRST_DIGIT
        spaced[joining[loose]] = _SPACE
        inside = spaced != _SPACE
        begins = np.flatnonzero(inside[1:] > inside[:-1]) + 1
        if inside[0]:
            begins = np.concatenate([[0], begins])
        until = np.searchsorted(begins, self.ends)
        lengths = np.diff(until, prepend=0)
        return self._spliced(spaced.tobytes().decode("ascii").split(), until.tolist(), lengths)

    def _spliced(self, found: list[str], until: list[int], lengths: Places) -> tuple[list[str], Places]:
        """The words with those of the sentences that are looked at apart, in their places."""
        if not self.apart:
            return found, lengths
        spliced: list[str] = []
        done = 0
        for place in self.apart:
            own = words(self.texts[place])
            lengths[place] = len(own)
            spliced += found[done : until[place]]
            spliced += own
            done = until[place]
        return spliced + found[done:], lengths
