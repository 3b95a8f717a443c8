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
from mindgist.tree.two_means import ones, two_means, two_means_of_many

MIN_MEAN_SCORE = 0.5  # the mean score of a governor over its cluster must exceed this

# Longer columns are projected at random to PROJECTED_LENGTH numbers before the 2-means. That nearly keeps distances
# (Johnson and Lindenstrauss 1984) and makes the time of a split linear in its number of sentences.
MAX_COLUMN_LENGTH = 512
PROJECTED_LENGTH = 64

# The row sums of clusters up to this size are computed anew; those of larger ones are updated when a part leaves.
SMALL_CLUSTER = 64

_EACH_ALONE = np.array([False, True])

Indexes = NDArray[np.intp]
Strengths = NDArray[np.float64]
Scores = NDArray[np.float32] | NDArray[np.float64]
Split = Callable[[Indexes], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class RecursiveTree:
    """Arranges a graph by governors and 2-means; the seed decides the random projection for long documents."""

    seed: int = 0

    def __call__(self, graph: RelationGraph) -> Tree:
        return tree_in_order(graph, _governors(graph, _splitter(graph.scores, self.seed)))


def _governors(graph: RelationGraph, split: Split) -> list[int]:
    """The governor of each sentence, or -1. Uses a stack: the tree of a long document can be thousands deep."""
    # Small clusters are summed in float64; for a small graph the conversion is done once, not for each cluster.
    scores = graph.scores if len(graph) > SMALL_CLUSTER else graph.scores.astype(np.float64)
    governors = [-1] * len(graph)
    stack: list[tuple[Indexes, Strengths | None, int]] = [(np.arange(len(graph)), graph.salience, -1)]
    while stack:
        cluster, strength, above = stack.pop()
        count = len(cluster)
        if count <= 2:
            _settle(scores, cluster.tolist(), above, governors)
            continue
        if strength is None:
            strength = _sums(scores, cluster, cluster)
        strongest = int(strength.argmax())
        if strength[strongest] > MIN_MEAN_SCORE * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            cluster, strength = _without(strongest, cluster, strength, scores)
        second = split(cluster) if len(cluster) > 2 else _EACH_ALONE
        for part, sums in _parts(scores, cluster, strength, second):
            if len(part) == 1:  # half of all parts
                governors[part[0]] = above
            else:
                stack.append((part, sums, above))
    return governors


def _settle(scores: Scores, cluster: list[int], above: int, governors: list[int]) -> None:
    """The same rules for a cluster of one or two, without numpy."""
    governors[cluster[0]] = governors[cluster[-1]] = above
    if len(cluster) == 2:
        first, second = cluster
        forth, back = float(scores[first, second]), float(scores[second, first])
        if max(forth, back) > 0:  # the diagonal is 1, so the mean of the stronger one exceeds a half
            governor, governed = (first, second) if forth >= back else (second, first)
            governors[governed] = governor


def _without(place: int, cluster: Indexes, strength: Strengths, scores: Scores) -> tuple[Indexes, Strengths]:
    """The cluster and its row sums without its governor; the sums are updated for large clusters only."""
    rest = np.ones(len(cluster), dtype=np.bool_)
    rest[place] = False
    governor, cluster = cluster[place], cluster[rest]
    return cluster, strength[rest] - scores[cluster, governor] if len(cluster) > SMALL_CLUSTER else strength


def _parts(
    scores: Scores, cluster: Indexes, strength: Strengths, second: NDArray[np.bool_]
) -> list[tuple[Indexes, Strengths | None]]:
    """The two parts of a cluster, each with its row sums over itself, or None where they are computed later.

    In a large cluster the sums of the larger part are the old ones minus those over the smaller part, so that splitting
    off one sentence after the other costs n², not n³.
    """
    small, large = cluster[second], cluster[~second]
    if len(cluster) <= SMALL_CLUSTER:
        return [(small, None), (large, None)]
    if len(small) > len(large):
        small, large, second = large, small, ~second
    return [(small, None), (large, strength[~second] - _sums(scores, large, small))]


def _sums(scores: Scores, rows: Indexes, columns: Indexes) -> Strengths:
    chosen = scores.take(rows, 0).take(columns, 1)
    if len(rows) > SMALL_CLUSTER:
        return np.asarray(chosen.sum(axis=1, dtype=np.float64))
    sums: Strengths = chosen.astype(np.float64, copy=False).dot(ones(len(columns)))
    return sums


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
