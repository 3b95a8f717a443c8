"""Features of the words of a map's branches for the topic model.

A branch is a node with all nodes below it. For each branch and each of its words, features say how often and where the
word occurs, how often it occurs outside, and which kind of word it is. Words are compared by their stems.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mindgist.labels.topic_words import (
    CAPITAL,
    CONTENT,
    MODIFIER,
    NOUN,
    ODD,
    RARITY,
    Flags,
    Floats,
    Integers,
    Words,
    stem_of,
)

MAX_LEVELS = 12  # a node counts for so many branches above it
_FAR = 40  # words; positions further on in a sentence are all the same

FEATURES = (
    "branch share", "share elsewhere", "share beside", "coarse share", "coarse lift", "weight by place",
    "first sentence", "place in governor", "place in first sentence", "openings", "count", "rarity", "length",
    "noun", "modifier", "capitalised", "odd", "extended left", "extended right", "in title", "branch size", "map size",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of a map: which nodes belong to which branch, as pairs sorted by node."""

    governor: Integers
    """The node at the top of each branch."""
    parent: Integers
    """The branch around each branch; -1 for none."""
    branch: Integers
    node: Integers

    def only(self, wanted: Flags) -> "Branches":
        """The same with the nodes of the wanted branches alone."""
        kept = wanted[self.branch]
        return replace(self, branch=self.branch[kept], node=self.node[kept])

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
    stems: int
    """The number of stems in the map."""

    def rows(self, branch: Integers, stem: Integers) -> Integers:
        """The rows of words of branches; any row where there is none."""
        keys = self.branch * self.stems + self.stem
        return np.minimum(np.searchsorted(keys, branch * self.stems + stem), len(keys) - 1)


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
    rank = _ranks(branches, order)
    # Each content word, once for each branch that it belongs to.
    content = np.flatnonzero(words.flags(CONTENT))
    item, pair = branches.expand(words.node[content])
    token = content[item]
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
    features = np.stack([np.asarray(column, float) for column in columns], axis=1)
    return BranchWords(own_branch, own_stem, features, stems)


def _ranks(branches: Branches, order: Integers) -> Integers:
    """For each pair of a node and a branch, the node's place in the reading order of the branch."""
    sorted_pairs = np.lexsort((order[branches.node], branches.branch))
    starts = np.searchsorted(branches.branch[sorted_pairs], np.arange(len(branches.governor)))
    rank = np.empty(len(sorted_pairs), np.intp)
    rank[sorted_pairs] = np.arange(len(sorted_pairs)) - starts[branches.branch[sorted_pairs]]
    return rank
