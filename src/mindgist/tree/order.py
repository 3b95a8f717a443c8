"""From the parent of each sentence to a tree: strongest first, each after its ancestors."""

from collections.abc import Sequence

import numpy as np

from mindgist.graph import RelationGraph
from mindgist.tree.tree import Tree


def tree_in_order(graph: RelationGraph, parents: Sequence[int], order: Sequence[int] | None = None) -> Tree:
    """The tree in which each sentence has this parent (the index of a sentence, -1 for a root).

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
