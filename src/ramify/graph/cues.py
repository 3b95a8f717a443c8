"""What sentences say about their own place by the way they are written: how they start, whom they quote, what they ask.

Words are looked up in small English classes (``lexicon``); a text in another language has none of them, and its cues
are those of its punctuation, digits and capitals.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ramify.graph.lexicon import ANYWHERE, STARTS, Words

_MARKS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "asks", "exclaims", "ends with a colon",
    "ends openly", "starts small", "numbers", "names", "commas", "brackets",
)  # fmt: skip
CUES = (*(f"starts: {name}" for name in STARTS), *ANYWHERE, *_MARKS)
_MARK = {name: len(STARTS) + len(ANYWHERE) + number for number, name in enumerate(_MARKS)}

# A sentence's words of each class are counted in one number, six bits a class.
_BITS = 6
_LOOKED_AT = 60  # words of a sentence: fewer than the bits can count
_PACKED = np.array([
    sum((classes >> number & 1) << _BITS * number for number in range(len(ANYWHERE)))
    for classes in range(1 << len(ANYWHERE))
], np.float64)  # fmt: skip
_SHIFTS = _BITS * np.arange(len(ANYWHERE))

_QUOTES = frozenset("\"“”«»「」『』'‘`")
_CLOSING = frozenset('"”»')
_AFTER_END = "\"”’'»)"
_BEFORE_NAME = np.isin(np.arange(256), list(b"abcdefghijklmnopqrstuvwxyz0123456789,;:'\""))


def cues(texts: Sequence[str], words: Words) -> NDArray[np.float32]:
    """The cues of each sentence, shape (sentences, ``CUES``), each between 0 and about 1."""
    found = np.zeros((len(texts), len(CUES)), np.float32)
    starts, anywhere = len(STARTS), len(STARTS) + len(ANYWHERE)
    lengths = words.lengths
    first = np.cumsum(lengths) - lengths
    for rank, value in ((1, 0.5), (0, 1)):  # "In fact", "But the"
        rows = np.flatnonzero(lengths > rank)
        group = words.start[first[rows] + rank]
        found[rows[group > 0], group[group > 0] - 1] = value
    sentence = np.repeat(np.arange(len(texts)), lengths)
    classes = _classes(words, sentence, first)
    found[:, starts:anywhere] = classes > 0
    found[:, starts + 1 : starts + 4] = classes[:, 1:4] / np.maximum(lengths, 1)[:, None].astype(np.float32) * 10
    found[:, anywhere - 1] = np.minimum(classes[:, -1], 3) / 3
    found[:, anywhere:] = [_marks(text) for text in texts]
    found[:, _MARK["numbers"]] = np.minimum(np.bincount(sentence, words.digit, len(texts)), 4) / 4
    found[:, _MARK["names"]] = np.minimum(_names(texts), 6) / 6
    return found


def _classes(words: Words, sentence: NDArray[np.intp], first: NDArray[np.intp]) -> NDArray[np.int64]:
    """How many different words of each class a sentence has, shape (sentences, ``ANYWHERE``)."""
    telling = np.flatnonzero(words.classes)
    telling = telling[telling - first[sentence[telling]] < _LOOKED_AT]
    of = sentence[telling]
    pairs = of << 32 | words.number[telling]
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    new = order[np.concatenate([[True], pairs[1:] != pairs[:-1]])[: len(order)]]
    counts = np.bincount(of[new], _PACKED[words.classes[telling[new]]], len(words.lengths)).astype(np.int64)
    found: NDArray[np.int64] = counts[:, None] >> _SHIFTS & (1 << _BITS) - 1
    return found


def _names(texts: Sequence[str]) -> NDArray[np.intp]:
    """How many capitals follow a space and, before it, a letter, a digit or a mark that ends no sentence."""
    joined = "\n".join(texts).replace("”", '"').replace("’", "'")
    letters = np.frombuffer(joined.encode("ascii", "replace"), np.uint8)
    capital = letters - np.uint8(65) < 26
    places = np.flatnonzero(_BEFORE_NAME[letters[:-2]] & (letters[1:-1] == 32) & capital[2:])
    ends = np.fromiter(accumulate(len(text) + 1 for text in texts), np.intp, len(texts))
    return np.bincount(np.searchsorted(ends, places, side="right"), minlength=len(texts))


def _marks(text: str) -> tuple[float, ...]:
    """Numbers and names are left at 0."""
    quotes = text.count('"') + text.count("''")
    if not text.isascii():
        quotes += text.count("“") + text.count("”") + text.count("「") + text.count("«")
    quoted, small = _first_mark(text[:1])
    return (
        quoted, min(quotes, 2) / 2, text[-1:] in _CLOSING, *_end_marks(text.rstrip(_AFTER_END)[-1:]), small, 0, 0,
        min(text.count(","), 4) / 4, "(" in text or "[" in text,
    )  # fmt: skip


@lru_cache(1024)
def _first_mark(character: str) -> tuple[bool, bool]:
    return character in _QUOTES, character.islower()


@lru_cache(1024)
def _end_marks(character: str) -> tuple[bool, ...]:
    return (*(character in marks for marks in (("?", "？"), ("!", "！"), (":", "："))), character.isalnum())
