"""Features of the words of a map's branches for the topic model.

A branch is a node with all nodes below it. For each branch and each of its words, features say how often and where the
word occurs, how often it occurs outside, and which kind of word it is. Words are compared by their stems.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mindgist.labels.topic_words import CONTENT, NOUN, RARITY, Flags, Floats, Integers, Words

MAX_LEVELS = 12  # a node counts for so many branches above it
_FAR = 40  # words; positions further on in a sentence are all the same

FEATURES = (
    "coarse share", "share elsewhere", "weight by place", "count", "length", "place in governor", "rarity", "noun",
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
    lift: Floats
    """How much more frequent a word is in the branch than outside."""
    stems: int
    """The number of stems in the map."""

    def rows(self, branch: Integers, stem: Integers) -> Integers:
        """The rows of words of branches; any row where there is none."""
        keys = self.branch * self.stems + self.stem
        return np.minimum(np.searchsorted(keys, branch * self.stems + stem), len(keys) - 1)


def branch_words(words: Words, branches: Branches, order: Integers) -> BranchWords:
    """The features of the content words of all branches.

    Args:
        words: the words of the nodes.
        branches: the branches.
        order: the place of each node in the document.
    """
    nodes = len(order)
    # Each content word, once for each branch that it belongs to.
    content = np.flatnonzero(words.flags(CONTENT))
    item, pair = branches.expand(words.node[content])
    token = content[item]
    branch, node, place = branches.branch[pair], words.node[token], _ranks(branches, order)[pair]
    stems = int(words.stem.max(initial=0)) + 1
    keys, sample, row = np.unique(branch * stems + words.stem[token], return_index=True, return_inverse=True)
    sample, own_branch = token[sample], keys // stems
    size = np.bincount(branches.branch, minlength=len(branches.governor))[own_branch]

    def shares(kind: Integers) -> tuple[Floats, Floats]:
        """The shares of the nodes inside and outside of the branch that have words of the same kind."""
        kinds = int(kind.max(initial=0)) + 1
        pairs = np.unique((branch * kinds + kind[token]) * nodes + node) // nodes
        found, counts = np.unique(pairs, return_counts=True)
        inside = counts[np.searchsorted(found, own_branch * kinds + kind[sample])]
        everywhere = np.bincount(np.unique(kind[content] * nodes + words.node[content]) // nodes, minlength=kinds)
        return (inside + 0.3) / (size + 1), (everywhere[kind[sample]] - inside + 0.3) / (nodes - size + 3)

    share, elsewhere = shares(words.stem)
    in_governor = np.full(len(keys), _FAR)
    position = np.where(node == branches.governor[branch], words.position[token], _FAR)
    np.minimum.at(in_governor, row, position)
    known = words.known[sample]
    columns = (
        np.log(shares(words.coarse)[0]), np.log(elsewhere), np.log(np.bincount(row, 1 / (1 + place), len(keys))),
        np.log(np.bincount(row, minlength=len(keys))), np.log([len(words.texts[number]) for number in sample]),
        np.log1p(in_governor), known[:, RARITY],
        np.bincount(row, words.known[token, NOUN]) / np.bincount(row),
    )  # fmt: skip
    features = np.stack([np.asarray(column, float) for column in columns], axis=1)
    return BranchWords(own_branch, keys % stems, features, share / elsewhere, stems)


def _ranks(branches: Branches, order: Integers) -> Integers:
    """For each pair of a node and a branch, the node's place in the reading order of the branch."""
    sorted_pairs = np.lexsort((order[branches.node], branches.branch))
    starts = np.searchsorted(branches.branch[sorted_pairs], np.arange(len(branches.governor)))
    rank = np.empty(len(sorted_pairs), np.intp)
    rank[sorted_pairs] = np.arange(len(sorted_pairs)) - starts[branches.branch[sorted_pairs]]
    return rank
