"""A batch of sentences as one array of words, with stops between them, so that numpy handles thousands at once.

Python only splits sentences at spaces. The text between two spaces is a chunk ("Monday,", "don't"); its words and signs
are computed when it is first seen, and kept in a table.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, repeat

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable, with_last_rows
from mindgist.labels import words as flag
from mindgist.labels.words import MAX_WORDS_READ, STOP_SIGN, Flags, gap_flags, pieces

STOPS = 4  # padding between two sentences, as wide as the largest dilation of the network
_MAX_CHUNKS = 40_000  # in the table: those of some thousand articles
_SPACED_HYPHEN = flag.SPACE | flag.HYPHEN
_FEW_CHUNKS = 40  # sentences of no more chunks nearly always have at most MAX_WORDS_READ words
_MAX_CHUNK_CHARACTERS = 512  # characters: 64 words of any script without spaces

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Stream:
    """Sentences one after the other, with stops before, between and after them.

    One entry for each word: ``words`` are rows of the word table, ``flags`` and ``rules`` the word's flags and rule
    bits, ``gaps`` the flags of the gap before it, ``sentence`` the index of the sentence (-1 for a stop).
    """

    words: Places
    flags: Flags
    rules: Flags
    gaps: Flags
    sentence: Flags
    first: Places
    """The position of each sentence's first word."""
    length: Places
    """The number of words of each sentence."""
    chunks: list[str]
    """The text between two spaces; the stops between two sentences are one chunk."""
    chunk: Places
    """The chunk of each word."""
    opens: Places
    """The position of each chunk's first word."""


class Chunks(WordTable):
    """A table of chunks: the number of words, their first row in ``words``, and the flags of the gap after the last."""

    def __init__(self, words: WordTable, max_chunks: int = _MAX_CHUNKS) -> None:
        super().__init__(self._row, 3, max_chunks)
        self.known = words
        self.words = np.zeros((1024, 2), dtype=np.int32)
        """The words of all chunks: the row in the word table, and the flags of the gap before it."""
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
        """The number of words of several chunks."""
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
        elif chunk[:-1].isalpha() and chunk[-1] in ",.":  # a shortcut for most chunks with a mark
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
    """The chunks of a sentence, as far as it is read."""
    chunks = sentence.split(None, MAX_WORDS_READ)
    if len(sentence) <= _MAX_CHUNK_CHARACTERS and len(chunks) <= MAX_WORDS_READ:
        return chunks
    return [chunk[:_MAX_CHUNK_CHARACTERS] for chunk in chunks[:MAX_WORDS_READ]]


def stream(sentences: Sequence[list[str]], known: Chunks) -> Stream:
    """The stream of sentences, each given as its chunks; each must have at least one."""
    sentences = [chunks if len(chunks) <= _FEW_CHUNKS else _beginning(chunks, known) for chunks in sentences]
    flat = [STOP_SIGN, *chain.from_iterable(chain.from_iterable(zip(sentences, repeat([STOP_SIGN]))))]
    numbers = known.rows(flat)
    count, place, after = known.table[numbers].T
    opens = np.cumsum(count, dtype=np.intp) - count
    stops = np.cumsum([0, *map(len, sentences)]) + np.arange(
        len(sentences) + 1
    )  # indexes of the stops among the chunks
    first, last = opens[stops[:-1]] + STOPS, opens[stops[1:]]
    if np.any(last - first > MAX_WORDS_READ):  # few chunks of many words each
        return stream([_beginning(chunks, known) for chunks in sentences], known)
    chunk = np.repeat(np.arange(len(flat)), count)
    inside = known.words[np.arange(len(chunk)) + (place - opens)[chunk]]
    words, gaps = inside[:, 0].astype(np.intp), inside[:, 1].copy()
    gaps[opens[1:]] |= after[:-1]
    before = np.full(len(flat), flag.SPACE, dtype=np.int32)
    number = np.repeat(np.arange(-1, len(sentences), dtype=np.int32), np.diff(stops, prepend=-1))
    before[stops] = before[stops[:-1] + 1] = flag.EDGE
    before[0] = 0
    number[stops] = -1
    gaps[opens] |= before
    flags, rules = known.known.table[words, 0], known.known.table[words, -1]
    signs = np.flatnonzero(flags & flag.SIGN)  # a dash between spaces separates like one without
    gaps[signs] |= flag.DASH
    gaps[signs + 1] |= flag.DASH
    gaps[(gaps & _SPACED_HYPHEN) == _SPACED_HYPHEN] |= flag.DASH
    return Stream(words, flags, rules, gaps, number[chunk], first, last - first, flat, chunk, opens)


def _beginning(chunks: list[str], known: Chunks) -> list[str]:
    """The first chunks, with at most ``MAX_WORDS_READ`` words."""
    if known.count(chunks) <= MAX_WORDS_READ:
        return chunks
    count = list(accumulate(known.count([chunk]) for chunk in chunks))
    return chunks[: max(1, bisect_right(count, MAX_WORDS_READ))]
