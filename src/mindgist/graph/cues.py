"""What sentences say about their own place by the way they are written: how they start, whom they quote, what they ask.

Words are looked up in small English classes (``lexicon``); a text in another language has none of them, and its cues
are those of its punctuation, digits and capitals.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats, Places
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import ANYWHERE, STARTS, Words

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
_SPACE, _CAPITAL_A = b" A"
# What is counted in a sentence, by the code of a character: quotation marks, commas, brackets.
_COUNTED = np.zeros(256, np.uint8)
_COUNTED[list(b'",([')] = 1, 2, 3, 3
_LONGEST_CLOSING = 8  # quotation marks and brackets after the end; more are looked at apart


def cues(letters: Letters, words: Words) -> Floats:
    """The cues of each sentence, shape (sentences, ``CUES``), each between 0 and about 1."""
    sentences = len(letters.texts)
    found = np.zeros((sentences, len(CUES)), np.float32)
    starts, anywhere = len(STARTS), len(STARTS) + len(ANYWHERE)
    lengths = words.lengths
    first = np.cumsum(lengths) - lengths
    for rank, value in ((1, 0.5), (0, 1)):  # "In fact", "But the"
        rows = np.flatnonzero(lengths > rank)
        group = words.start[first[rows] + rank]
        found[rows[group > 0], group[group > 0] - 1] = value
    sentence = np.repeat(np.arange(sentences), lengths)
    classes = _classes(words, sentence, first)
    found[:, starts:anywhere] = classes > 0
    found[:, starts + 1 : starts + 4] = classes[:, 1:4] / np.maximum(lengths, 1)[:, None].astype(np.float32) * 10
    found[:, anywhere - 1] = np.minimum(classes[:, -1], 3) / 3
    _fill_marks(found[:, anywhere:], letters)
    found[:, _MARK["numbers"]] = np.minimum(np.bincount(sentence, words.digit, sentences), 4) / 4
    found[:, _MARK["names"]] = np.minimum(_names(letters), 6) / 6
    return found


def _classes(words: Words, sentence: Places, first: Places) -> NDArray[np.int64]:
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


def _names(letters: Letters) -> Places:
    """How many capitals follow a space and, before it, a letter, a digit or a mark that ends no sentence."""
    found = np.diff(np.searchsorted(_places_of_names(letters.codes), letters.ends), prepend=0)
    for place in letters.apart:
        text = letters.texts[place].replace("”", '"').replace("’", "'")
        found[place] = len(_places_of_names(np.frombuffer(text.encode("ascii", "replace"), np.uint8)))
    return found


def _places_of_names(codes: NDArray[np.uint8]) -> Places:
    spaces = np.flatnonzero(codes[1:-1] == _SPACE)  # each stands one further on
    capital = codes[spaces + 2] - np.uint8(_CAPITAL_A) < 26
    return np.asarray(spaces[capital & _BEFORE_NAME[codes[spaces]]])


def _fill_marks(found: Floats, letters: Letters) -> None:
    """The marks of each sentence; numbers and names are left at 0."""
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
    for place in _looked_at_apart(letters, last):
        found[place] = _marks(letters.texts[place])


def _last_words(letters: Letters) -> Places:
    """Where each sentence ends, without the quotation marks and brackets that close after it."""
    last = letters.ends - 1
    open_ = np.flatnonzero(_CLOSES[letters.codes[last]])
    for _ in range(_LONGEST_CLOSING):
        if not len(open_):
            break
        last[open_] -= 1
        open_ = open_[_CLOSES[letters.codes[last[open_]]]]
    return last


def _looked_at_apart(letters: Letters, last: Places) -> list[int]:
    """Sentences of other characters, and those with what is seldom: apostrophes as quotation marks, nothing at all."""
    seldom = np.flatnonzero((last < letters.starts) | _CLOSES[letters.codes[last]]).tolist()
    if b"''" in letters.content:
        seldom += [place for place, text in enumerate(letters.texts) if "''" in text]
    return letters.apart + seldom


def _marks(text: str) -> tuple[float, ...]:
    """The marks of one sentence, of any characters."""
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
