"""What is known of words whatever document they stand in: each word is looked up once, the rest is numpy's.

Nothing here needs a dictionary of a language: what is not in the lists is simply rare, and gives no cue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from mindgist.document.known import Known

_STEM = 6  # letters that two forms of a word share, as far as a language-free rule can tell
_COMMON = 20  # the most common words, which all weigh next to nothing

_STARTS = {
    "pronoun": "he she they it him them who",
    "possessive": "his her their its hers theirs",
    "demonstrative": "this that these those such here there",
    "contrast": "but however yet although though nevertheless nonetheless still instead despite unlike while whereas "
    "rather",
    "addition": "and also additionally moreover furthermore besides or nor likewise similarly another other others "
    "both",
    "result": "so thus therefore hence consequently accordingly because since as then finally ultimately",
    "time": "when after before meanwhile later earlier once during now today yesterday until in on by at last",
    "example": "for e.g example instance including like",
    "order": "first firstly second secondly third one two three next",
    "first person": "i we my our me us i'm we're i've we've",
    "second person": "you your",
    "article": "a an",
    "definite": "the",
    "condition": "if unless whether",
    "question": "what how why where which whose",
}
_ANYWHERE = {
    "speech": "said says say saying told tells added adds according asked explained wrote reported reports claimed "
    "stated noted argued believes thinks thought called announced insisted",
    "own persons": "i we my our me us i'm we're i've we've",
    "your persons": "you your you're yourself",
    "leaning words": "he she they it him her them his their its this that these those such",
    "is": "is are was were be been being am",
    "will": "will would could should may might can must",
    "not": "not no never n't don't didn't doesn't isn't wasn't won't can't cannot without",
    "gist": "important importantly main mainly key purpose aim aims goal study paper research show shows showed find "
    "found finds suggest suggests result results conclusion overall summary known famous largest most best major "
    "significant essential central fundamental question problem issue idea reason why means",
}
STARTS, ANYWHERE = tuple(_STARTS), tuple(_ANYWHERE)
"""The classes of words that tell at the start of a sentence, and anywhere in it."""

_START_OF = {word: number for number, group in enumerate(_STARTS.values(), start=1) for word in group.split()}
_CLASSES_OF: dict[str, int] = {}
for _number, _group in enumerate(_ANYWHERE.values()):
    for _word in _group.split():
        _CLASSES_OF[_word] = _CLASSES_OF.get(_word, 0) | 1 << _number


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words of some sentences, one sentence after the other.

    ``number`` tells one word from another, ``stem`` one stem from another, as long as these words are looked at;
    ``rarity`` is how rare a stem is in English, from 0 to 1. ``start`` is 1 + the word's place in ``STARTS``, else 0;
    ``classes`` has a bit for each of ``ANYWHERE``; ``digit``: whether it begins with a digit.
    """

    lengths: NDArray[np.intp]
    number: NDArray[np.intp]
    stem: NDArray[np.int32]
    rarity: NDArray[np.float64]
    start: NDArray[np.int32]
    classes: NDArray[np.int32]
    digit: NDArray[np.int32]

    @classmethod
    def of(cls, words: Sequence[str], lengths: NDArray[np.intp]) -> "Words":
        """The words of sentences that have so many each."""
        with _ONE_AT_A_TIME:
            number = _KNOWN.numbers(words)
            stem, rank, start, classes, digit = np.ascontiguousarray(_KNOWN.table.take(number, axis=0).T)
        return cls(lengths, number, stem, _rarities()[1][rank], start, classes, digit)


def _described(word: str) -> tuple[int, ...]:
    if len(_KNOWN) == 0:
        _STEMS.clear()
    stem = word[:_STEM]
    ranks, rarities = _rarities()
    return (
        _STEMS.setdefault(stem, len(_STEMS)), ranks.get(stem, len(rarities) - 1), _START_OF.get(word, 0),
        _CLASSES_OF.get(word, 0), word < ":",
    )  # fmt: skip


_STEMS: dict[str, int] = {}
_KNOWN = Known(_described, 5)
_ONE_AT_A_TIME = Lock()


@cache
def _rarities() -> tuple[dict[str, int], NDArray[np.float64]]:
    """The rank of each stem's most common word, and the rarity of each rank; the last stands for all other stems."""
    known = (files("mindgist") / "models" / "supervised" / "words.txt").read_text(encoding="utf-8").split()
    least, most = log(_COMMON), log(len(known) + _COMMON)
    ranks: dict[str, int] = {}
    for rank, word in enumerate(known):
        ranks.setdefault(word[:_STEM], rank)
    return ranks, np.array([*((log(rank + _COMMON) - least) / (most - least) for rank in range(len(known))), 1.0])
