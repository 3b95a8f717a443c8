"""The words of a map's nodes for topics: their stems, what separates them, and what is known about each."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.lexicon import shipped_lexicon
from mindgist.languages import language

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Flags = NDArray[np.bool_]

COARSE_STEM = 6  # letters; "installed" and "installation" share them
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"(?:(?![{_UNSPACED}])[^\W_])"
_WORD = re.compile(  # without the possessive 's
    rf"(?!(?<=\w['’])s\b){_LETTER}+(?:[.-]{_LETTER}+)*(?:['’](?!s\b){_LETTER}+)*|[{_UNSPACED}]+", re.IGNORECASE
)
_KANJI_OR_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{2,}|[\u3400-\u4dbf\u4e00-\u9fff]{2,}")
_POSSESSIVES = frozenset(("'s ", "’s ", "' ", "’ "))
_ODD = re.compile(r".\.|\d|[a-z][A-Z]")  # file names, versions, code
CONTENT, NOUN, MODIFIER, RARITY, NUMBER, ODD, LINK, ARTICLE, CAPITAL = range(9)
"""The columns of ``Words.known``."""
_ENDINGS = (  # shares of uses as a noun and as a modifier of unknown words, in tenths
    (("ly",), "11"), (("ed",), "15"), (("ing",), "63"),
    (("ous", "ful", "ive", "able", "ible", "al", "ic", "less", "ary"), "37"), (("",), "91"),
)  # fmt: skip


class Vocabulary:
    """What is known about the words of a language: stop words and, in English, word classes and rarity."""

    def __init__(self, code: str | None, classes: dict[str, str]) -> None:
        known = language(code or "mul")
        self.code = code
        self._links = known.noun_links
        self._stop_words = known.stop_words | known.frequent_words
        self.classes = classes
        # Words that name nothing: "figure", "https", "wasn't".
        names = [known.figure_names, known.table_names, r"https?|www.*|.*['’](?:t|d|ll|ve|re|m)"]
        self._empty = re.compile("|".join(filter(None, names)))
        self._rarity: Callable[[str], float] = shipped_lexicon().rarity if code == "en" else lambda word: 1.0
        self._known: dict[str, tuple[float, ...]] = {}

    def describe(self, word: str) -> tuple[float, ...]:
        """The columns of ``Words.known``."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) > 30_000:  # a service runs for months and keeps meeting odd words
                self._known.clear()
            found = self._known[word] = self._describe(word)
        return found

    def _describe(self, word: str) -> tuple[float, ...]:
        lower = word.lower()
        is_short = self.code != "en" and len(word) < 4 and word.islower()
        is_content = (
            len(word) > 1 and not is_short and lower not in self._stop_words and not self._empty.fullmatch(lower)
        )
        if self.code == "en":
            tenths = self.classes.get(lower) or next(own for ends, own in _ENDINGS if lower.endswith(ends))
            if lower.endswith("ing") and tenths < "30":
                tenths = "00"  # a verb
        else:  # German writes nouns with capitals; elsewhere nothing is known
            tenths = "63" if self.code != "de" else "91" if word[0].isupper() else "15"
        return (
            is_content, int(tenths[0]) / 10, int(tenths[1]) / 10, self._rarity(lower), word[0].isdigit(),
            bool(_ODD.search(word)), lower in self._links, lower == "the", word[0].isupper(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a map's nodes, one node after the other, as lists and arrays with an entry for each word."""

    texts: list[str]
    node: Integers
    position: Integers
    """In its sentence, from 0."""
    joined: Flags
    """Whether only a space separates it from the word before."""
    stem: Integers
    coarse: Integers
    known: Floats
    """Whether it is no stop word, shares of uses as a noun and as a modifier, rarity, and flags."""
    gaps: list[str]
    """What stands between it and the word before."""

    def flags(self, column: int) -> Flags:
        """A column of ``known`` as flags."""
        return self.known[:, column] > 0


def stem_of(word: str) -> str:
    """A word in lower case and without the ending of the English plural."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


def read_words(texts: Sequence[str], vocabulary: Vocabulary) -> Words:
    """The words of texts. Chinese and Japanese, which write no spaces, are cut into runs of characters."""
    segment = _segmenter(texts, vocabulary) if vocabulary.code in ("zh", "ja") else None
    found: list[str] = []
    node: list[int] = []
    position: list[int] = []
    gaps: list[str] = []
    for number, text in enumerate(texts):
        end = first = len(found)
        for match in _WORD.finditer(text):
            for start, word in segment(match[0]) if segment else ((0, match[0]),):
                gaps.append(text[end : match.start() + start] if len(found) > first else "\n")
                end = match.start() + start + len(word)
                found.append(word)
                node.append(number)
                position.append(len(found) - 1 - first)
    stems: dict[str, int] = {}
    coarse: dict[str, int] = {}
    endings = [stem_of(word) for word in found]
    return Words(
        found, np.array(node, np.intp), np.array(position, np.intp),
        np.array(_joined(found, gaps, segment is not None), bool),
        np.array([stems.setdefault(word, len(stems)) for word in endings], np.intp),
        np.array([coarse.setdefault(word[:COARSE_STEM], len(coarse)) for word in endings], np.intp),
        np.array([vocabulary.describe(word) for word in found], float).reshape(-1, CAPITAL + 1), gaps,
    )  # fmt: skip


def _joined(words: Sequence[str], gaps: Sequence[str], unspaced: bool) -> list[bool]:
    """Whether only a space, or the possessive of a name, separates each word from the one before."""
    before = ["", *words]
    return [
        gap == " " or (gap in _POSSESSIVES and before[place][:1].isupper()) or (gap == "" and unspaced)
        for place, gap in enumerate(gaps)
    ]


def _segmenter(texts: Sequence[str], vocabulary: Vocabulary) -> Callable[[str], list[tuple[int, str]]]:
    """A function that cuts a run of characters into (offset, word).

    Japanese words are runs of kanji or of katakana. Chinese words are runs of two to four characters that occur in two
    nodes at least and hold no stop word.
    """
    if vocabulary.code == "ja":
        return lambda run: [(match.start(), match[0]) for match in _KANJI_OR_KATAKANA.finditer(run)]
    stops = {word for word in language("zh").stop_words if len(word) == 1}
    counts: Counter[str] = Counter()
    for text in texts:
        runs = (run for run in _WORD.findall(text) if not run.isascii())
        counts.update({run[at : at + size] for run in runs for size in (2, 3, 4) for at in range(len(run) - size + 1)})
    frequent = {run for run, times in counts.items() if times > 1 and not stops.intersection(run)}

    def segment(run: str) -> list[tuple[int, str]]:
        words, at = [], 0
        while at < len(run):
            size = next((size for size in (4, 3, 2) if run[at : at + size] in frequent), 0)
            if size:
                words.append((at, run[at : at + size]))
            at += size or 1
        return words if not run.isascii() else [(0, run)]

    return segment
