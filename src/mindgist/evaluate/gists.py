"""Scores of short labels against the highlight that an editor made of the same sentence."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """The words that are compared."""
    return _WORD.findall(text.lower())


def in_common(left: Sequence[str], right: Sequence[str]) -> int:
    """The length of the longest common subsequence, with bit-parallel arithmetic (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(left):
        places[word] = places.get(word, 0) | 1 << place
    every = row = (1 << len(left)) - 1
    for word in right:
        match = row & places.get(word, 0)
        row = ((row + match) | (row - match)) & every
    return len(left) - row.bit_count()


def gist_score(label: str, highlight: str) -> float:
    """2 * longest common subsequence / words of both, between 0 and 1."""
    left, right = words_of(label), words_of(highlight)
    return 2 * in_common(left, right) / max(1, len(left) + len(right))
