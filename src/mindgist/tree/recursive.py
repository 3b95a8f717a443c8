"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; 2-means splits the others in two, and each part is arranged the same way
under that governor. The features of a sentence for the 2-means are the scores it receives from all sentences: its
column of the graph.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.order import tree_in_order
from mindgist.tree.tree import Tree
from mindgist.tree.two_means import two_means, two_means_of_many

MIN_MEAN_SCORE = 0.5  # the mean score of a governor over its cluster must exceed this

# Longer columns are projected at random to PROJECTED_LENGTH numbers before the 2-means. That nearly keeps distances
# (Johnson and Lindenstrauss 1984) and makes the time of a split linear in its number of sentences.
MAX_COLUMN_LENGTH = 512
PROJECTED_LENGTH = 64

Indexes = NDArray[np.intp]
Split = Callable[[Indexes], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class RecursiveTree:
    """Arranges a graph by governors and 2-means; the seed decides the random projection for long documents."""

    seed: int = 0

    def __call__(self, graph: RelationGraph) -> Tree:
        return tree_in_order(graph, _governors(graph, _splitter(graph.scores, self.seed)))


def _governors(graph: RelationGraph, split: Split) -> list[int]:
    """The governor of each sentence, or -1. Uses a stack: the tree of a long document can be thousands deep."""
    governors = [-1] * len(graph)
    stack: list[tuple[Indexes, int]] = [(np.arange(len(graph)), -1)]
    while stack:
        cluster, above = stack.pop()
        count = len(cluster)
        if count == 1:
            governors[cluster[0]] = above
            continue
        if count == len(graph) > 2:
            strength = graph.salience
        else:
            strength = graph.scores.take(cluster, 0).take(cluster, 1).sum(axis=1, dtype=np.float64)
        strongest = int(strength.argmax())
        if strength[strongest] > MIN_MEAN_SCORE * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            cluster = cluster[cluster != governor]
        if len(cluster) > 1:
            second = split(cluster)
            stack += [(cluster[second], above), (cluster[~second], above)]
        else:
            governors[cluster[0]] = above
    return governors


def _splitter(scores: NDArray[np.float32], seed: int) -> Split:
    """The function that splits a cluster by 2-means over the columns of the graph, or projections of them."""
    count = len(scores)
    centred = scores - scores.mean(axis=1, keepdims=True, dtype=np.float64)
    if count <= MAX_COLUMN_LENGTH:
        products = centred.T @ centred
        return lambda cluster: two_means(products.take(cluster, 0).take(cluster, 1))
    directions = np.random.default_rng(seed).standard_normal((count, PROJECTED_LENGTH), dtype=np.float32)
    points = centred.T.astype(np.float32) @ directions

    def split(cluster: Indexes) -> NDArray[np.bool_]:
        chosen = points[cluster]
        if len(cluster) > PROJECTED_LENGTH:
            return two_means_of_many(chosen)
        return two_means((chosen @ chosen.T).astype(np.float64))

    return split
