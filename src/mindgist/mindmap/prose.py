"""A section's prose under its heading: the tree that the system made of it, set as a map shows it."""

from collections.abc import Callable, Sequence

from mindgist.tree import Tree
from mindgist.tree.shallow import shallow

Parents = Sequence[int | None]
"""For each node of a tree the place of its parent; None for what hangs on the heading."""
Hang = Callable[[Tree], Parents]


def as_wanted(tree: Tree) -> Parents:
    """The tree as it is."""
    return tree.parents


def without_chains(tree: Tree) -> Parents:
    """The tree with its roots, but no chain of only children and nothing deeper than a person would draw it."""
    return shallow(tree.parents)


def under_heading(tree: Tree) -> Parents:
    """The same, where an only root has what it governs beside it: the heading governs them all already."""
    roots = [place for place, parent in enumerate(tree.parents) if parent is None]
    if len(roots) > 1:
        return shallow(tree.parents)
    return shallow([None if parent == roots[0] else parent for parent in tree.parents])
