"""Cues of sentences: features of how they are written, such as opening words, quotations and questions.

Word classes are English (``lexicon``). Texts in other languages have the cues of punctuation, digits and capitals only.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats, Indexes
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import CLASSES, OPENINGS, Words

_MARKS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "asks", "exclaims", "ends with a colon",
    "ends openly", "starts small", "numbers", "names", "commas", "brackets",
)  # fmt: skip
CUES = (*(f"starts: {name}" for name in OPENINGS), *CLASSES, *_MARKS)
ENGLISH_CUES = CUES[: -len(_MARKS)]
_MARK = {name: len(OPENINGS) + len(CLASSES) + number for number, name in enumerate(_MARKS)}

MAX_WORDS = 60  # of a sentence in which words of the classes are counted

_QUOTES = frozenset("\"“”«»「」『』'‘`")
_CLOSING = frozenset('"”»')
_AFTER_END = "\"”’'»)"
_BEFORE_NAME = np.isin(np.arange(256), list(b"abcdefghijklmnopqrstuvwxyz0123456789,;:'\""))
_SPACE, _CAPITAL_A = b" A"
# What is counted in a sentence: 1 quotation marks, 2 commas, 3 brackets.
_COUNTED = np.zeros(256, np.uint8)
_COUNTED[list(b'",([')] = 1, 2, 3, 3
_MAX_CLOSING = 8  # quotation marks and brackets after the end; sentences with more are processed one by one


def cues(letters: Letters, words: Words) -> Floats:
    """The cues of each sentence, shape (sentences, ``CUES``), most of them between 0 and 1."""
    sentences = len(letters.texts)
    found = np.zeros((sentences, len(CUES)), np.float32)
    first_class, first_mark = len(OPENINGS), len(OPENINGS) + len(CLASSES)
    lengths = words.lengths
    first = np.cumsum(lengths) - lengths
    for rank, value in ((1, 0.5), (0, 1)):  # "In fact", "But the"
        rows = np.flatnonzero(lengths > rank)
        group = words.opening[first[rows] + rank]
        found[rows[group > 0], group[group > 0] - 1] = value
    sentence = np.repeat(np.arange(sentences), lengths)
    classes = _classes(words, sentence, first)
    found[:, first_class:first_mark] = classes > 0
    found[:, first_class + 1 : first_class + 4] = (
        classes[:, 1:4] / np.maximum(lengths, 1)[:, None].astype(np.float32) * 10
    )
    found[:, first_mark - 1] = np.minimum(classes[:, -1], 3) / 3
    _fill_marks(found[:, first_mark:], letters)
    found[:, _MARK["numbers"]] = np.minimum(np.bincount(sentence, words.digit, sentences), 4) / 4
    found[:, _MARK["names"]] = np.minimum(_names(letters), 6) / 6
    return found


def _classes(words: Words, sentence: Indexes, first: Indexes) -> NDArray[np.float64]:
    """The number of different words of each class in each sentence, shape (sentences, ``CLASSES``)."""
    classified = np.flatnonzero(words.classes)
    classified = classified[classified - first[sentence[classified]] < MAX_WORDS]
    _, different = np.unique(sentence[classified] << 32 | words.number[classified], return_index=True)
    classified = classified[different]
    of, classes = sentence[classified], words.classes[classified]
    counts = [np.bincount(of, classes >> number & 1, len(words.lengths)) for number in range(len(CLASSES))]
    return np.column_stack(counts)


def _names(letters: Letters) -> Indexes:
    """The number of names in each sentence: capitals after a space that does not follow the end of a sentence."""
    found = np.diff(np.searchsorted(_places_of_names(letters.codes), letters.ends), prepend=0)
    for number in letters.not_ascii:
        text = letters.texts[number].replace("”", '"').replace("’", "'")
        found[number] = len(_places_of_names(np.frombuffer(text.encode("ascii", "replace"), np.uint8)))
    return found


def _places_of_names(codes: NDArray[np.uint8]) -> Indexes:
    spaces = np.flatnonzero(codes[1:-1] == _SPACE)  # less one
    capital = codes[spaces + 2] - np.uint8(_CAPITAL_A) < 26
    return np.asarray(spaces[capital & _BEFORE_NAME[codes[spaces]]])


def _fill_marks(found: Floats, letters: Letters) -> None:
    """Fill in the marks of each sentence, but numbers and names."""
    codes, sentences = letters.codes, len(letters.texts)
    counted = np.flatnonzero(_COUNTED[codes])
    kinds = np.searchsorted(letters.ends, counted) * 4 + _COUNTED[codes[counted]]
    counts = np.bincount(kinds, minlength=4 * sentences).reshape(sentences, 4)
    last = _last_words(letters)
    found[:, :3] = np.column_stack([
        _FIRST_MARKS[codes[letters.starts], 0], np.minimum(counts[:, 1], 2) / 2, codes[letters.ends - 1] == ord('"'),
    ])  # fmt: skip
    found[:, 3:7] = _END_MARKS[codes[last]]
    found[:, 7] = _FIRST_MARKS[codes[letters.starts], 1]
    found[:, 10] = np.minimum(counts[:, 2], 4) / 4
    found[:, 11] = counts[:, 3] > 0
    for number in _one_by_one(letters, last):
        found[number] = _marks(letters.texts[number])


def _last_words(letters: Letters) -> Indexes:
    """The last character of each sentence before closing quotation marks and brackets."""
    last = letters.ends - 1
    open_ = np.flatnonzero(_CLOSES[letters.codes[last]])
    for _ in range(_MAX_CLOSING):
        if not len(open_):
            break
        last[open_] -= 1
        open_ = open_[_CLOSES[letters.codes[last[open_]]]]
    return last


def _one_by_one(letters: Letters, last: Indexes) -> list[int]:
    """The sentences that the arrays do not cover: not ASCII, '' as a quotation mark, or closing marks only."""
    rare = np.flatnonzero((last < letters.starts) | _CLOSES[letters.codes[last]]).tolist()
    if b"''" in letters.content:
        rare += [number for number, text in enumerate(letters.texts) if "''" in text]
    return letters.not_ascii + rare


def _marks(text: str) -> tuple[float, ...]:
    """The marks of one sentence in any script."""
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


_FIRST_MARKS = np.array([_first_mark(chr(code)) for code in range(128)])
_END_MARKS = np.array([_end_marks(chr(code)) for code in range(128)])
_CLOSES = np.array([chr(code) in _AFTER_END for code in range(128)])
