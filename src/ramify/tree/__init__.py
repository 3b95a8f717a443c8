"""Which sentences, under whom: trees and their generators. ``ramify.systems`` has the table of them."""

from ramify.tree.nested import nested_tree
from ramify.tree.recursive import RecursiveTree
from ramify.tree.star import star_tree
from ramify.tree.tree import Arrange, Tree
from ramify.tree.windows import WHOLE, tree_in_windows

__all__ = ["WHOLE", "Arrange", "RecursiveTree", "Tree", "nested_tree", "star_tree", "tree_in_windows"]
