"""The words of an English map's nodes and branches, with what the topic model knows about each.

A branch is a node with all nodes below it. For each branch and each of its words, features say how often and where the
word occurs, how often it occurs outside, and which kind of word it is. Words are compared by their stems.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.terms import shipped_lexicon
from mindgist.labels.tags import tagger
from mindgist.labels.words import gap_flags
from mindgist.languages import language

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Flags = NDArray[np.bool_]

COARSE_STEM = 6  # letters; "installed" and "installation" share them
_WORD = re.compile(  # without the possessive 's
    r"((?!(?<=\w['’])[sS]\b)[^\W_]+(?:[.-][^\W_]+)*(?:['’](?![sS]\b)[^\W_]+)*)"
)
_IN_NAMES = frozenset(("'s ", "’s ", "' ", "’ ", " & "))
_ODD = re.compile(r".\.|\d|[a-z][A-Z]")  # file names, versions, code
_ENGLISH = language("en")
_NAMES_NOTHING = re.compile(  # "figure", "https", "wasn't"
    rf"{_ENGLISH.figure_names}|{_ENGLISH.table_names}|https?|www.*|.*['’](?:t|d|ll|ve|re|m)"
)
_TIMES = _ENGLISH.word_classes["day"] | {"tomorrow", "noon", "midnight"}  # when, not what
CONTENT, NUMBER, ODD, LINK, OF, ARTICLE, CAPITAL, QUANTITY, NOUN, MODIFIER = range(10)  # the rows of ``Words.flags``
MAX_LEVELS = 12  # a node counts for so many branches above it
_FAR = 40  # words; positions further on in a sentence are all the same

FEATURES = (
    "coarse share", "share elsewhere", "weight by place", "count", "length", "place in governor", "rarity", "noun",
)  # fmt: skip


@lru_cache(30_000)  # a service runs for months and keeps meeting odd words
def _describe(word: str) -> tuple[str, float, bytes]:
    """The stem of a word, its rarity, and the flags that do not depend on the sentence, a byte for each."""
    lower = word.lower()
    is_function_word = lower in _ENGLISH.stop_words or lower in _ENGLISH.frequent_words
    flags = (
        len(word) > 1 and not is_function_word and not _NAMES_NOTHING.fullmatch(lower), word[0].isdigit(),
        bool(_ODD.search(word)) or lower in _TIMES, lower in _ENGLISH.noun_links, lower == "of", lower == "the",
        word[0].isupper(), lower in _ENGLISH.word_classes["quantity"],
    )  # fmt: skip
    return stem_of(word), shipped_lexicon().rarity(lower), bytes(flags)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a map's nodes, one node after the other, as lists and arrays with an entry for each word."""

    texts: list[str]
    gaps: list[str]  # what stands between it and the word before
    node: Integers
    position: Integers  # in its sentence, from 0
    joined: Flags  # whether only a space, or the possessive or "&" of a name, separates it from the word before
    stem: Integers
    coarse: Integers
    length: Integers  # in characters
    rarity: Floats
    flags: Flags  # what is known about it, a row for each property


def stem_of(word: str) -> str:
    """A word in lower case and without the ending of the English plural."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


def read_words(texts: Sequence[str]) -> Words:
    """The words of texts."""
    found: list[str] = []
    gaps: list[str] = []
    tags: list[str] = []
    sizes: list[int] = []
    for text in texts:
        pieces = _WORD.split(text)
        own, own_gaps = pieces[1::2], pieces[:-1:2]
        sizes.append(len(own))
        if own:
            tags += tagger().tags(own, list(map(gap_flags, own_gaps)))
            gaps += ["\n", *own_gaps[1:]]
            found += own
    different, number = _numbered(found)
    known = [_describe(word) for word in different]
    stem, rarity, own_flags = zip(*known, strict=True) if known else ((), (), ())
    flags = np.empty((MODIFIER + 1, len(found)), bool)
    flags[:NOUN] = np.frombuffer(b"".join(own_flags), bool).reshape(-1, NOUN).T[:, number]
    tag = np.frombuffer("".join(tags).encode("ascii"), "S1")
    flags[NOUN] = tag == b"N"
    flags[MODIFIER] = (tag == b"J") | (tag == b"P") | (tag == b"Q")  # adjectives, participles, numbers
    joined = [gap == " " or (gap in _IN_NAMES and found[place - 1][0].isupper()) for place, gap in enumerate(gaps)]
    size = np.array(sizes, np.intp)
    node = np.repeat(np.arange(len(texts)), size)
    return Words(
        found, gaps, node, np.arange(len(found)) - (np.cumsum(size) - size)[node], np.array(joined, bool),
        _numbered(stem)[1][number], _numbered([one[:COARSE_STEM] for one in stem])[1][number],
        np.array(list(map(len, different)), np.intp)[number], np.array(rarity)[number], flags,
    )  # fmt: skip


def _numbered(words: Sequence[str]) -> tuple[list[str], Integers]:
    """The different words, and for each word its number among them."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return list(numbers), np.fromiter(map(numbers.__getitem__, words), np.intp, len(words))


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of a map: which nodes belong to which branch, as pairs sorted by node."""

    governor: Integers  # the node at the top of each branch
    parent: Integers  # the branch around each branch; -1 for none
    branch: Integers
    node: Integers

    def expand(self, node: Integers) -> tuple[Integers, Integers]:
        """For things in these nodes: (thing, pair of branch and node), once for each branch that a thing belongs to."""
        first = np.searchsorted(self.node, node)
        repeats = np.searchsorted(self.node, node, side="right") - first
        thing = np.repeat(np.arange(len(node)), repeats)
        return thing, first[thing] + np.arange(len(thing)) - np.repeat(np.cumsum(repeats) - repeats, repeats)

    @classmethod
    def of(cls, parents: Sequence[int | None]) -> "Branches":
        """The branches of nodes with these parents."""
        inner = sorted({parent for parent in parents if parent is not None})
        number: dict[int | None, int] = {node: place for place, node in enumerate(inner)}
        chains: list[list[int]] = []
        for node, parent in enumerate(parents):
            above = [] if parent is None else chains[parent]
            chains.append([*above, number[node]][-MAX_LEVELS:] if node in number else above)
        around = [number.get(parents[node], -1) for node in inner]
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
    nodes: Integers  # the nodes of the branch that have it
    lift: Floats  # how much more frequent a word is in the branch than outside
    stems: int  # the number of stems in the map

    def rows(self, branch: Integers, stem: Integers) -> Integers:
        """The rows of words of branches; any row where there is none."""
        keys = self.branch * self.stems + self.stem
        return np.minimum(np.searchsorted(keys, branch * self.stems + stem), len(keys) - 1)


def branch_words(words: Words, branches: Branches, order: Integers) -> BranchWords:
    """The features of the content words of all branches; ``order`` is the place of each node in the document."""
    # Each content word, once for each branch that it belongs to.
    content = np.flatnonzero(words.flags[CONTENT])
    item, pair = branches.expand(words.node[content])
    token = content[item]
    branch, node = branches.branch[pair], words.node[token]
    stems = int(words.stem.max(initial=0)) + 1
    keys, sample, row = np.unique(branch * stems + words.stem[token], return_index=True, return_inverse=True)
    sample, own_branch, times = token[sample], keys // stems, np.bincount(row)
    sizes = np.bincount(branches.branch, minlength=len(branches.governor))
    size = sizes[own_branch]
    rank = np.empty(len(branches.node), np.intp)  # the place of each node in the reading order of each of its branches
    in_order = np.lexsort((order[branches.node], branches.branch))
    rank[in_order] = np.arange(len(rank)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    # Nodes inside and outside of the branch that have the word, and those inside with words like it.
    is_first = _is_first(words.stem, words.node, content)
    inside = np.bincount(row, is_first[token])
    outside = np.bincount(words.stem, is_first)[keys % stems] - inside
    alike = np.unique(own_branch * stems + words.coarse[sample], return_inverse=True)[1]
    coarse = np.bincount(alike[row], _is_first(words.coarse, words.node, content)[token])[alike]
    elsewhere = (outside + 0.3) / (len(order) - size + 3)
    in_governor = np.full(len(keys), _FAR)
    is_governor = np.flatnonzero(node == branches.governor[branch])[::-1]  # the first use is written last
    in_governor[row[is_governor]] = np.minimum(words.position[token[is_governor]], _FAR)
    by_place = np.bincount(row, 1 / (1 + rank[pair]))
    logs = np.log([(coarse + 0.3) / (size + 1), elsewhere, by_place, times, words.length[sample], 1 + in_governor])
    nouns = np.bincount(row, words.flags[NOUN, token]) / times
    features = np.vstack([logs, words.rarity[sample], nouns]).T
    return BranchWords(own_branch, keys % stems, features, inside, (inside + 0.3) / (size + 1) / elsewhere, stems)


def _is_first(kind: Integers, node: Integers, content: Integers) -> Floats:
    """1 for each content word that is the first of its kind in its node."""
    found = np.zeros(len(kind))
    found[content[np.unique(node[content] * len(kind) + kind[content], return_index=True)[1]]] = 1
    return found
