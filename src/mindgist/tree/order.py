"""From governors to a tree: strongest first, each after its ancestors, so that every prefix is a tree."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.tree import Tree


def in_order(
    graph: RelationGraph, governors: Sequence[int], scores: NDArray[np.floating] | None = None,
    order: Sequence[int] | None = None,
) -> Tree:  # fmt: skip
    """The tree of these governors (-1: none), its nodes by the salience of their sentences, or in ``order``.

    ``scores`` are how sure each sentence's governor is; without them, the graph's own.
    """
    place: dict[int, int] = {}
    for sentence in order or np.argsort(-graph.salience, kind="stable").tolist():
        line = []
        while sentence >= 0 and sentence not in place:
            line.append(sentence)
            sentence = governors[sentence]
        for ancestor in reversed(line):
            place[ancestor] = len(place)
    sentences = list(place)
    above = [governors[sentence] for sentence in sentences]
    if scores is None:
        over, under = np.array(above), np.array(sentences)
        sure = np.where(over >= 0, graph.scores[over, under], graph.root_salience[under])
    else:
        sure = scores[sentences]
    parents = tuple(place[governor] if governor >= 0 else None for governor in above)
    return Tree(tuple(sentences), parents, tuple(sure.tolist()))
