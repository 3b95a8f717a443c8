"""Which sentences, under whom: trees and their generators."""

from collections.abc import Callable

from ramify.errors import UnknownNameError
from ramify.tree.nested import nested_tree
from ramify.tree.recursive import RecursiveTree
from ramify.tree.star import star_tree
from ramify.tree.tree import Arrange, Tree
from ramify.tree.windows import tree_in_windows

TREES: dict[str, Callable[[int], Arrange]] = {
    "nested": lambda seed: nested_tree,
    "recursive": RecursiveTree,
    "star": lambda seed: star_tree,
}


def tree_named(name: str, seed: int = 0) -> Arrange:
    """The tree generator of this name: 'nested' (the default), 'recursive' (the paper's) or 'star'."""
    if name not in TREES:
        raise UnknownNameError("tree", name, TREES)
    return TREES[name](seed)


__all__ = ["TREES", "Arrange", "RecursiveTree", "Tree", "nested_tree", "star_tree", "tree_in_windows", "tree_named"]
