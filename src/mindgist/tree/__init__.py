"""Which sentences, under whom: trees and their generators. ``mindgist.systems`` has the table of them."""

from mindgist.tree.nested import nested_tree
from mindgist.tree.recursive import recursive_tree
from mindgist.tree.tree import Arrange, Tree, star_tree
from mindgist.tree.windows import MAX_WHOLE, tree_in_windows

__all__ = ["MAX_WHOLE", "Arrange", "Tree", "nested_tree", "recursive_tree", "star_tree", "tree_in_windows"]
