"""A batch of sentences as one array of words, with stops between them, so that numpy handles thousands at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable
from mindgist.labels import words as flag
from mindgist.labels.words import STOP_SIGN, Flags, gap_flags

STOPS = 4  # padding between two sentences, as wide as the largest dilation of the network
_PADDING = ["", STOP_SIGN] * STOPS

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Stream:
    """Sentences one after the other, with stops before, between and after them.

    ``words``, ``flags``, ``gaps`` and ``sentence`` have one entry for each word or stop. ``first`` and ``length`` have
    one for each sentence.
    """

    words: Places
    """Rows of the word table."""
    flags: Flags
    """Flags of the words."""
    gaps: Flags
    """Flags of the gap before each word."""
    sentence: Flags
    """The index of the sentence; -1 for a stop."""
    first: Places
    """The position of each sentence's first word."""
    length: Places
    """The number of words of each sentence."""
    pieces: list[str]
    """The text: the gap before the word at position p is ``pieces[2 * p]``, the word ``pieces[2 * p + 1]``."""


def stream(sentences: Sequence[list[str]], table: WordTable) -> Stream:
    """The stream of sentences, each given as its pieces (see ``words.pieces``) with at least one word.

    The first column of the table has the flags of a word.
    """
    pieces = list(_PADDING)
    for parts in sentences:
        pieces += parts
        pieces += _PADDING[1:]  # the last piece of a sentence is the gap before the stop
    words = table.rows(pieces[1::2])
    flags = table.table[words, 0]
    length = np.array([len(parts) // 2 for parts in sentences], dtype=np.intp)
    end = np.cumsum(length + STOPS)
    first = end - length
    sentence = np.full(len(words), -1, dtype=np.int32)
    sentence[(flags & flag.STOP) == 0] = np.repeat(np.arange(len(sentences), dtype=np.int32), length)
    gaps = np.array([flag.SPACE if gap == " " else _gap_flags(gap) for gap in pieces[::2]], dtype=np.int32)
    gaps[first] |= flag.EDGE
    gaps[end] |= flag.EDGE
    signs = np.flatnonzero(flags & flag.SIGN)  # a dash between spaces separates like one without
    gaps[signs] |= flag.DASH
    gaps[signs + 1] |= flag.DASH
    return Stream(words, flags, gaps, sentence, first, length, pieces)


_gap_flags = lru_cache(10_000)(gap_flags)
