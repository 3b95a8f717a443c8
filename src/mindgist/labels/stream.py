"""A batch of sentences as one row of words, with stops between them.

So numpy goes over thousands of sentences at once, and no Python runs for a single word, but for what was never seen
before. Sentences are split at spaces only. What stands between two spaces is a chunk ("Monday,", "don't"): which words
and signs it holds is found once, when it is first met.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, repeat

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable, with_last_rows
from mindgist.labels import words as gw
from mindgist.labels.words import LONGEST, STOP_SIGN, Flags, gap_flags, pieces

STOPS = 4  # between two sentences; as far as a layer of the network looks
_MOST = 40_000  # chunks that are remembered: what some thousand articles have
_SPACED_HYPHEN = gw.SPACE | gw.HYPHEN
_SURELY = 40  # chunks that hardly ever have more words than are looked at
_LONGEST_CHUNK = 512  # characters: 64 words of any script without spaces

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Stream:
    """Sentences one after the other, with stops before, between and after them.

    ``words`` are the words' rows in the table of known ones, ``flags`` what is known of them and ``rules`` what
    the rules make of that; ``gaps`` are the flags of what stands before each word; ``sentence`` is the number of the
    sentence, -1 for a stop.
    """

    words: Places
    flags: Flags
    rules: Flags
    gaps: Flags
    sentence: Flags
    first: Places
    """The place of each sentence's first word."""
    length: Places
    """How many words each sentence has."""
    chunks: list[str]
    """What stands between two spaces; the stops between two sentences are one such."""
    chunk: Places
    """The chunk that each word stands in."""
    opens: Places
    """The place of each chunk's first word."""


class Chunks(WordTable):
    """The words and signs of every chunk that was met, in tables that numpy reads by the chunk's number.

    A row is how many words a chunk has, where they begin in the list of all chunks' words, and the flags of what stands
    after the last of them.
    """

    def __init__(self, words: WordTable, most: int = _MOST) -> None:
        super().__init__(self._row, 3, most)
        self.known = words
        self.words = np.zeros((1024, 2), dtype=np.int32)
        """Of all chunks: the word's row, and the flags of what stands before it."""
        self._new_words: list[tuple[int, int]] = []
        self._used = 0
        self._counts: list[int] = []

    def clear(self) -> None:
        """Forget all chunks, and all words with them."""
        super().clear()
        self.known.clear()
        self._new_words.clear()
        self._used = 0
        self._counts.clear()

    def count(self, chunks: Sequence[str]) -> int:
        """How many words chunks have together."""
        counts = self._counts
        return sum([counts[self[chunk]] for chunk in chunks])

    def flush(self) -> None:
        """Put what was met since into the tables."""
        super().flush()
        self.known.flush()
        if self._new_words:
            self.words = with_last_rows(self.words, self._new_words, self._used)
            self._new_words.clear()

    def _row(self, chunk: str) -> tuple[int, int, int]:
        known, place = self.known, self._used
        if not chunk.isascii():
            words, after = self._pieces(chunk)
        elif chunk.isalpha():
            words, after = [(known[chunk], 0)], 0
        elif chunk[:-1].isalpha() and chunk[-1] in ",.":  # as the pieces below, sooner found
            words, after = [(known[chunk[:-1]], 0)], gap_flags(chunk[-1])
        elif chunk == STOP_SIGN:
            words, after = [(known[chunk], 0)] * STOPS, 0
        else:
            words, after = self._pieces(chunk)
        self._new_words += words
        self._used += len(words)
        self._counts.append(len(words))
        return len(words), place, after

    def _pieces(self, chunk: str) -> tuple[list[tuple[int, int]], int]:
        parts = pieces(chunk)
        words = [(self.known[parts[at + 1]], gap_flags(parts[at])) for at in range(0, len(parts) - 1, 2)]
        return words, gap_flags(parts[-1])


def chunks_of(sentence: str) -> list[str]:
    """What stands between spaces, as far as a sentence is looked at."""
    chunks = sentence.split(None, LONGEST)
    if len(sentence) <= _LONGEST_CHUNK and len(chunks) <= LONGEST:
        return chunks
    return [chunk[:_LONGEST_CHUNK] for chunk in chunks[:LONGEST]]


def stream(sentences: Sequence[list[str]], known: Chunks) -> Stream:
    """The sentences, as their chunks, one after the other; each must have at least one."""
    sentences = [chunks if len(chunks) <= _SURELY else _beginning(chunks, known) for chunks in sentences]
    flat = [STOP_SIGN, *chain.from_iterable(chain.from_iterable(zip(sentences, repeat([STOP_SIGN]))))]
    numbers = known.rows(flat)
    count, place, after = known.table[numbers].T
    opens = np.cumsum(count, dtype=np.intp) - count
    stops = np.cumsum([0, *map(len, sentences)]) + np.arange(len(sentences) + 1)  # their places among the chunks
    first, last = opens[stops[:-1]] + STOPS, opens[stops[1:]]
    if np.any(last - first > LONGEST):  # few chunks of many words each
        return stream([_beginning(chunks, known) for chunks in sentences], known)
    chunk = np.repeat(np.arange(len(flat)), count)
    inside = known.words[np.arange(len(chunk)) + (place - opens)[chunk]]
    words, gaps = inside[:, 0].astype(np.intp), inside[:, 1].copy()
    gaps[opens[1:]] |= after[:-1]
    before = np.full(len(flat), gw.SPACE, dtype=np.int32)
    number = np.repeat(np.arange(-1, len(sentences), dtype=np.int32), np.diff(stops, prepend=-1))
    before[stops] = before[stops[:-1] + 1] = gw.EDGE
    before[0] = 0
    number[stops] = -1
    gaps[opens] |= before
    flags, rules = known.known.table[words, 0], known.known.table[words, -1]
    signs = np.flatnonzero(flags & gw.SIGN)  # a dash between spaces parts as much as one without
    gaps[signs] |= gw.DASH
    gaps[signs + 1] |= gw.DASH
    gaps[(gaps & _SPACED_HYPHEN) == _SPACED_HYPHEN] |= gw.DASH
    return Stream(words, flags, rules, gaps, number[chunk], first, last - first, flat, chunk, opens)


def _beginning(chunks: list[str], known: Chunks) -> list[str]:
    """As many chunks as have no more words than are looked at."""
    if known.count(chunks) <= LONGEST:
        return chunks
    count = list(accumulate(known.count([chunk]) for chunk in chunks))
    return chunks[: max(1, bisect_right(count, LONGEST))]
