"""What is known about the words of a map's branches, as features for the topic model.

A branch is a node with all nodes below it. For each branch and each of its words, features say how often and where the
word occurs, how often it occurs outside, and which kind of word it is. Words are compared by their stems.
"""

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
MAX_LEVELS = 12  # a node counts for so many branches above it
_FAR = 40  # words; positions further on in a sentence are all the same
_UNSPACED = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"(?:(?![{_UNSPACED}])[^\W_])"
_WORD = re.compile(  # without the possessive 's
    rf"(?!(?<=\w['’])s\b){_LETTER}+(?:[.-]{_LETTER}+)*(?:['’](?!s\b){_LETTER}+)*|[{_UNSPACED}]+", re.IGNORECASE
)
_KANJI_OR_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{2,}|[\u3400-\u4dbf\u4e00-\u9fff]{2,}")
_POSSESSIVES = frozenset(("'s ", "’s ", "' ", "’ "))
_ODD = re.compile(r".\.|\d|[a-z][A-Z]")  # file names, versions, code
LINKS = frozenset("of and in for the".split())  # stop words that may stand inside an English topic
CONTENT, NOUN, MODIFIER, RARITY, NUMBER, ODD, LINK, CAPITAL = range(8)
"""The columns of ``Words.known``."""
_ENDINGS = (  # shares of uses as a noun and as a modifier of unknown words, in tenths
    (("ly",), "11"), (("ed",), "15"), (("ing",), "63"),
    (("ous", "ful", "ive", "able", "ible", "al", "ic", "less", "ary"), "37"), (("",), "91"),
)  # fmt: skip

FEATURES = (
    "branch share", "share elsewhere", "share beside", "coarse share", "coarse lift", "weight by place",
    "first sentence", "place in governor", "place in first sentence", "openings", "count", "rarity", "length",
    "noun", "modifier", "capitalised", "odd", "extended left", "extended right", "in title", "branch size", "map size",
)  # fmt: skip


class Vocabulary:
    """What is known about the words of a language: stop words and, in English, word classes and rarity."""

    def __init__(self, code: str | None, classes: dict[str, str]) -> None:
        known = language(code or "mul")
        self.code = code
        self._stop_words = known.stop_words | known.frequent_words
        self.classes = classes
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
        content = (
            len(word) > 1
            and lower not in self._stop_words
            and not (self.code != "en" and len(word) < 4 and word.islower())
        )
        if self.code == "en":
            tenths = self.classes.get(lower) or next(own for ends, own in _ENDINGS if lower.endswith(ends))
            if lower.endswith("ing") and tenths < "30":
                tenths = "00"  # a verb
        else:  # German writes nouns with capitals; elsewhere nothing is known
            tenths = "63" if self.code != "de" else "91" if word[0].isupper() else "15"
        return (
            content, int(tenths[0]) / 10, int(tenths[1]) / 10, self._rarity(lower), word[0].isdigit(),
            bool(_ODD.search(word)), self.code == "en" and lower in LINKS, word[0].isupper(),
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
    """Whether it is no stop word, shares of uses as a noun and as a modifier, rarity, and four flags."""
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


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of a map: which nodes belong to which branch, as pairs sorted by node."""

    governor: Integers
    """The node at the top of each branch."""
    parent: Integers
    """The branch around each branch; -1 for none."""
    branch: Integers
    node: Integers

    @classmethod
    def of(cls, parents: Sequence[int | None]) -> "Branches":
        """The branches of nodes with these parents."""
        inner = sorted({parent for parent in parents if parent is not None})
        number = {node: place for place, node in enumerate(inner)}
        chains: list[list[int]] = []
        for node, parent in enumerate(parents):
            above = [] if parent is None else chains[parent]
            chains.append([*above, number[node]][-MAX_LEVELS:] if node in number else above)
        around = [number.get(parents[node], -1) if parents[node] is not None else -1 for node in inner]  # type: ignore[arg-type]
        sizes = [len(chain) for chain in chains]
        members = np.array([branch for chain in chains for branch in chain], np.intp)
        return cls(
            np.array(inner, np.intp), np.array(around, np.intp), members, np.repeat(np.arange(len(parents)), sizes)
        )


@dataclass(frozen=True, slots=True)
class BranchWords:
    """The content words of branches, with a row of features for each."""

    branch: Integers
    stem: Integers
    features: Floats


def branch_words(words: Words, branches: Branches, order: Integers, title: frozenset[str]) -> BranchWords:
    """The features of the content words of all branches.

    Args:
        words: the words of the nodes.
        branches: the branches.
        order: the place of each node in the document.
        title: the stems of the words of the title.
    """
    nodes, count = len(order), len(branches.governor)
    sizes = np.bincount(branches.branch, minlength=count)
    first_pair = np.searchsorted(branches.node, np.arange(nodes + 1))
    rank = _ranks(branches, order)
    # Each content word, once for each branch that it belongs to.
    content = np.flatnonzero(words.flags(CONTENT))
    repeats = np.diff(first_pair)[words.node[content]]
    token = np.repeat(content, repeats)
    pair = np.repeat(first_pair[words.node[content]] - np.cumsum(repeats) + repeats, repeats) + np.arange(len(token))
    branch, node, position, place = branches.branch[pair], words.node[token], words.position[token], rank[pair]
    stems = int(words.stem.max(initial=0)) + 1
    keys, row = np.unique(branch * stems + words.stem[token], return_inverse=True)
    rows, first = len(keys), np.unique(row, return_index=True)[1]
    own_branch, own_stem, sample = keys // stems, keys % stems, token[first]

    def total(values: NDArray[np.generic] | Floats) -> Floats:
        return np.asarray(np.bincount(row, values, rows), float)

    def lowest(values: Integers, where: Flags) -> Floats:
        found = np.full(rows, _FAR)
        np.minimum.at(found, row, np.where(where, np.minimum(values, _FAR), _FAR))
        return np.asarray(np.log1p(found), float)

    times = np.bincount(row, minlength=rows)
    inside = np.bincount(np.unique(row * nodes + node) // nodes, minlength=rows)
    everywhere = np.bincount(np.unique(words.stem * nodes + words.node) // nodes, minlength=stems)[own_stem]
    size = sizes[own_branch]
    share, elsewhere = (inside + 0.3) / (size + 1), (everywhere - inside + 0.3) / (nodes - size + 3)
    around = branches.parent[own_branch]
    place_around = np.minimum(np.searchsorted(keys, around * stems + own_stem), rows - 1)
    inside_around = np.where(around >= 0, inside[place_around], everywhere)
    size_around = np.where(around >= 0, sizes[around], nodes)
    beside = (inside_around - inside + 0.3) / (size_around - size + 3)
    # The same by coarse stems.
    kinds = int(words.coarse.max(initial=0)) + 1
    coarse = np.unique((branch * kinds + words.coarse[token]) * nodes + node) // nodes
    coarse_keys, coarse_counts = np.unique(coarse, return_counts=True)
    own_coarse = words.coarse[sample]
    coarse_inside = coarse_counts[np.searchsorted(coarse_keys, own_branch * kinds + own_coarse)]
    coarse_everywhere = np.bincount(
        np.unique(words.coarse[content] * nodes + words.node[content]) // nodes, minlength=kinds
    )[own_coarse]
    coarse_share = (coarse_inside + 0.3) / (size + 1)
    coarse_elsewhere = (coarse_everywhere - coarse_inside + 0.3) / (nodes - size + 3)
    # What stands before and after.
    before, after = np.maximum(token - 1, 0), np.minimum(token + 1, len(words.node) - 1)
    joined_before, joined_after = words.joined[token], words.joined[after] & (after > token)
    nounish = words.flags(CONTENT) & (words.known[:, NOUN] + words.known[:, MODIFIER] > 0.5)
    noun = words.flags(CONTENT) & (words.known[:, NOUN] > 0.5)
    capital, middle = words.flags(CAPITAL)[token], position > 0
    in_middle = total(middle)
    known = words.known[sample]
    columns = (
        np.log(share), np.log(elsewhere), np.log(beside), np.log(coarse_share), np.log(coarse_share / coarse_elsewhere),
        np.log(total(1 / (1 + place))), lowest(place, place >= 0), lowest(position, node == branches.governor[branch]),
        lowest(position, place == 0), np.log1p(total(position <= 1)), np.log(times), known[:, RARITY],
        np.log([len(words.texts[number]) for number in sample]), known[:, NOUN], known[:, MODIFIER],
        np.where(in_middle > 0, total(capital & middle) / np.maximum(in_middle, 1), 0.5 * (total(capital) > 0)),
        known[:, ODD], total(joined_before & nounish[before]) / times, total(joined_after & noun[after]) / times,
        [stem_of(words.texts[number]) in title for number in sample], np.log(size), np.full(rows, np.log(nodes)),
    )  # fmt: skip
    return BranchWords(own_branch, own_stem, np.stack([np.asarray(column, float) for column in columns], axis=1))


def _ranks(branches: Branches, order: Integers) -> Integers:
    """For each pair of a node and a branch, the node's place in the reading order of the branch."""
    sorted_pairs = np.lexsort((order[branches.node], branches.branch))
    starts = np.searchsorted(branches.branch[sorted_pairs], np.arange(len(branches.governor)))
    rank = np.empty(len(sorted_pairs), np.intp)
    rank[sorted_pairs] = np.arange(len(sorted_pairs)) - starts[branches.branch[sorted_pairs]]
    return rank
