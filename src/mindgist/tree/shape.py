"""The shape that people give their maps: the limits, defined once, and how a tree is brought within them.

Of the 135 annotated news maps, nine in ten are at most four levels deep and have no family of more than seven.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from mindgist.tree.tree import Tree

MAX_NODES = 60  # a larger map cannot be taken in at a glance, however long the document is
MAX_DEPTH = 4  # levels below the root, or below the top level of a section
MAX_ONLY_CHILDREN = 1  # only children in a row, one under the other; more of them are a chain
MAX_CHILDREN = 9  # of one node


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


def within_limits(tree: Tree, max_branches: int = MAX_CHILDREN) -> Tree:
    """The tree within the limits, at every size; ``max_branches`` is the limit for the children of the first node.

    A node that would be too deep, or one only child too many, moves up beside its parent, or further up where that
    family is full. A node whose family is full moves below the sibling before it in the text, one with children if
    there is any. Only earlier nodes decide, so a longer tree begins with the same nodes.
    """

    def is_full(parent: int | None) -> bool:
        return len(families[parent]) >= (max_branches if parent == 0 else MAX_CHILDREN)

    def ends_chain(place: int) -> bool:
        only = takewhile(lambda above: len(families[above]) == 1, _ancestors(place, parents))
        return len(list(only)) >= MAX_ONLY_CHILDREN

    parents: list[int | None] = []
    depths: list[int] = []
    families: dict[int | None, list[int]] = {None: []}
    for place, wanted in enumerate(tree.parents):
        parent = wanted
        if wanted is not None and (depths[wanted] >= MAX_DEPTH or (not families[wanted] and ends_chain(wanted))):
            ancestors = [above for above in _ancestors(wanted, parents) if depths[above] < MAX_DEPTH]
            smallest = min(ancestors, key=lambda above: len(families[above]))
            parent = next((above for above in ancestors if not is_full(above)), smallest)
        if is_full(parent) and (parent is None or depths[parent] + 1 < MAX_DEPTH):
            siblings = [sibling for sibling in families[parent] if families[sibling]] or families[parent]
            siblings = sorted(siblings, key=tree.sentences.__getitem__)
            before = [sibling for sibling in siblings if tree.sentences[sibling] < tree.sentences[place]]
            parent = before[-1] if before else siblings[0]
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
