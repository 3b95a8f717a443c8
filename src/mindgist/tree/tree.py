"""Which sentences, under whom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mindgist.errors import MindgistError
from mindgist.graph import RelationGraph


@dataclass(frozen=True, slots=True)
class Tree:
    """Sentence indexes, strongest first and parents before children: any prefix is itself a tree.

    ``parents[k]`` is the position in this list of node k's parent, None for a root. ``scores[k]`` is how far the
    parent governs node k; for a root, how far it governs the whole document.
    """

    sentences: tuple[int, ...]
    parents: tuple[int | None, ...]
    scores: tuple[float, ...]

    def __post_init__(self) -> None:
        if not len(self.sentences) == len(self.parents) == len(self.scores):
            raise MindgistError("a tree needs one parent and one score for each of its sentences")
        if len(set(self.sentences)) != len(self.sentences):
            raise MindgistError("a tree holds no sentence twice")
        if any(parent is not None and not 0 <= parent < place for place, parent in enumerate(self.parents)):
            raise MindgistError("in a tree every parent stands before its children")

    def __len__(self) -> int:
        return len(self.sentences)


Arrange = Callable[[RelationGraph], Tree]
"""A tree generator: anything that turns a relation graph into a tree over all its sentences.

Its tree of a plain text is shown unchanged, unless it has the attribute ``adjustable = True``: see
``mindgist.mindmap.sections``.
"""


def tree_in_order(graph: RelationGraph, parents: Sequence[int], order: Sequence[int] | None = None) -> Tree:
    """The tree in which each sentence has this parent (the index of a sentence, -1 for a root), ancestors first.

    ``order`` has the sentences, strongest first; by default they are in the order of their salience.
    """
    position: dict[int, int] = {}
    for sentence in order or np.argsort(-graph.salience, kind="stable").tolist():
        line = []
        while sentence >= 0 and sentence not in position:
            line.append(sentence)
            sentence = parents[sentence]
        for ancestor in reversed(line):
            position[ancestor] = len(position)
    sentences = list(position)
    in_order = [parents[sentence] for sentence in sentences]
    above, below = np.array(in_order), np.array(sentences)
    scores = np.where(above >= 0, graph.scores[above, below], graph.root_salience[below])
    positions = tuple(position[parent] if parent >= 0 else None for parent in in_order)
    return Tree(tuple(sentences), positions, tuple(scores.tolist()))


def star_tree(graph: RelationGraph) -> Tree:
    """The star: every sentence under the strongest one. Over the lead graph it is the lead-star baseline."""
    root = int(graph.salience.argmax())
    return tree_in_order(graph, [-1 if sentence == root else root for sentence in range(len(graph))])
