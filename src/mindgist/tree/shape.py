"""The shape that people give their maps: the limits, defined once, and how a tree is brought within them.

Of the 135 annotated news maps, nine in ten are at most four levels deep and have no family of more than seven.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mindgist.tree.tree import Tree

MAX_NODES = 60  # a larger map cannot be taken in at a glance, however long the document is


@dataclass(frozen=True, slots=True)
class ShapeLimits:
    """How deep and how wide a tree may be."""

    max_depth: int
    """Levels below the roots."""
    max_only_children: int
    """Only children in a row, one under the other; more of them are a chain."""
    max_children: int
    """Children of one node."""


WHOLE_DOCUMENT = ShapeLimits(max_depth=5, max_only_children=2, max_children=9)
"""For the best tree of a document: wider than annotated maps by as much as clear scores may justify."""
UNDER_HEADING = ShapeLimits(max_depth=3, max_only_children=1, max_children=7)
"""For prose under a title or a heading, which add levels of their own."""


def depths_of(parents: Sequence[int]) -> list[int]:
    """The depth of each sentence, from the index of its parent (-1 for a root, which has depth 0)."""
    depths = []
    for parent in parents:
        depth = 0
        while parent >= 0:
            depth += 1
            parent = parents[parent]
        depths.append(depth)
    return depths


def longest_chain(parents: Sequence[int]) -> int:
    """The largest number of only children in a row, from the index of each sentence's parent (-1 for a root)."""
    children = Counter(parents)
    longest = 0
    for parent in parents:
        chain = 0
        while parent >= 0 and children[parent] == 1:
            chain += 1
            parent = parents[parent]
        longest = max(longest, chain)
    return longest


def within_limits(tree: Tree, limits: ShapeLimits = UNDER_HEADING) -> Tree:
    """The tree within these limits, at every size.

    A node that would be too deep, or one only child too many, moves up beside its parent, or further up where that
    family is full. A node whose family is full moves below the sibling before it in the text, one with children if
    there is any. Only earlier nodes decide, so a longer tree begins with the same nodes.
    """
    parents: list[int | None] = []
    depths: list[int] = []
    families: dict[int | None, list[int]] = {None: []}
    for place, wanted in enumerate(tree.parents):
        parent = wanted
        if wanted is not None and (
            depths[wanted] >= limits.max_depth
            or (not families[wanted] and _chain_above(wanted, parents, families) >= limits.max_only_children)
        ):
            ancestors = [above for above in _ancestors(wanted, parents) if depths[above] < limits.max_depth]
            parent = next((above for above in ancestors if len(families[above]) < limits.max_children), None)
            parent = min(ancestors, key=lambda above: len(families[above])) if parent is None else parent
        if len(families[parent]) >= limits.max_children and (parent is None or depths[parent] + 1 < limits.max_depth):
            with_children = [sibling for sibling in families[parent] if families[sibling]]
            parent = _sibling_before(place, with_children or families[parent], tree)
        parents.append(parent)
        depths.append(0 if parent is None else depths[parent] + 1)
        families[parent].append(place)
        families[place] = []
    return replace(tree, parents=tuple(parents))


def without_root(tree: Tree) -> Tree:
    """The tree with the children of its only root beside it, without chains: a heading stands above them all."""
    if tree.parents.count(None) > 1:
        return within_limits(tree)
    return within_limits(replace(tree, parents=tuple(parent or None for parent in tree.parents)))


def _ancestors(place: int, parents: Sequence[int | None]) -> Iterator[int]:
    """The ancestors of a node, the nearest first."""
    parent = parents[place]
    while parent is not None:
        yield parent
        parent = parents[parent]


def _chain_above(place: int, parents: Sequence[int | None], families: Mapping[int | None, Sequence[int]]) -> int:
    """The number of only children in a row that ends with this node."""
    chain = 0
    parent = parents[place]
    while parent is not None and len(families[parent]) == 1:
        chain += 1
        parent = parents[parent]
    return chain


def _sibling_before(place: int, siblings: Sequence[int], tree: Tree) -> int:
    """The last of the siblings before this node in the text, or the first sibling, if it is before them all."""
    sentences = tree.sentences
    before = [sibling for sibling in siblings if sentences[sibling] < sentences[place]]
    return max(before, key=sentences.__getitem__) if before else min(siblings, key=sentences.__getitem__)
