"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; the others are parted in two by 2-means, and each part is treated
the same way under that governor. A sentence's features for the 2-means are the scores it receives from all
sentences: its column of the graph.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.order import in_order
from mindgist.tree.tree import Tree
from mindgist.tree.two_means import ones, two_means, two_means_of_many

_GOVERNS = 0.5  # a governor's mean score over its cluster must exceed this

# Columns longer than this are projected at random to _PROJECTED numbers before the 2-means: distances survive
# (Johnson and Lindenstrauss), and a split costs no more than its number of sentences.
_LONGEST_COLUMN = 512
_PROJECTED = 64

# Below this size a cluster's row sums are summed anew; above, they are kept up to date by what left the cluster.
_SMALL = 64

_EACH_ALONE = np.array([False, True])

Indexes = NDArray[np.intp]
Strengths = NDArray[np.float64]
Scores = NDArray[np.float32] | NDArray[np.float64]
Split = Callable[[Indexes], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class RecursiveTree:
    """Arranges a graph by governors and 2-means; the seed decides the projection of a very long document's columns."""

    seed: int = 0

    def __call__(self, graph: RelationGraph) -> Tree:
        return in_order(graph, _governors(graph, _splitter(graph.scores, self.seed)))


def _governors(graph: RelationGraph, split: Split) -> list[int]:
    """Each sentence's governor, or -1. A stack, not recursion: a long document's tree can be thousands deep."""
    # Where all clusters are small, their sums are those of doubles: made once for the graph, not for each cluster.
    scores = graph.scores if len(graph) > _SMALL else graph.scores.astype(np.float64)
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
        if strength[strongest] > _GOVERNS * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            cluster, strength = _without(strongest, cluster, strength, scores)
        second = split(cluster) if len(cluster) > 2 else _EACH_ALONE
        for part, sums in _parts(scores, cluster, strength, second):
            if len(part) == 1:  # where half of all parts end
                governors[part[0]] = above
            else:
                stack.append((part, sums, above))
    return governors


def _settle(scores: Scores, cluster: list[int], above: int, governors: list[int]) -> None:
    """A cluster of one or two: the same rules, spelled out."""
    governors[cluster[0]] = governors[cluster[-1]] = above
    if len(cluster) == 2:
        first, second = cluster
        forth, back = float(scores[first, second]), float(scores[second, first])
        if max(forth, back) > 0:  # with its own 1, the stronger one's mean exceeds a half
            governor, governed = (first, second) if forth >= back else (second, first)
            governors[governed] = governor


def _without(place: int, cluster: Indexes, strength: Strengths, scores: Scores) -> tuple[Indexes, Strengths]:
    """The cluster after its governor has left; the row sums are needed of large ones only."""
    rest = np.ones(len(cluster), dtype=np.bool_)
    rest[place] = False
    governor, cluster = cluster[place], cluster[rest]
    return cluster, strength[rest] - scores[cluster, governor] if len(cluster) > _SMALL else strength


def _parts(
    scores: Scores, cluster: Indexes, strength: Strengths, second: NDArray[np.bool_]
) -> list[tuple[Indexes, Strengths | None]]:
    """The two parts of a cluster, each with its row sums over itself where they are cheaper had now than later.

    In a large cluster the larger part's sums are the old ones less what went to the smaller part, so that peeling
    one sentence after the other off n sentences costs n², not n³.
    """
    small, large = cluster[second], cluster[~second]
    if len(cluster) <= _SMALL:
        return [(small, None), (large, None)]
    if len(small) > len(large):
        small, large, second = large, small, ~second
    return [(small, None), (large, strength[~second] - _sums(scores, large, small))]


def _sums(scores: Scores, rows: Indexes, columns: Indexes) -> Strengths:
    chosen = scores.take(rows, 0).take(columns, 1)
    if len(rows) > _SMALL:
        return np.asarray(chosen.sum(axis=1, dtype=np.float64))
    sums: Strengths = chosen.astype(np.float64, copy=False).dot(ones(len(columns)))
    return sums


def _splitter(scores: NDArray[np.float32], seed: int) -> Split:
    """2-means of the sentences of a cluster, whose features are their columns of the graph, or projections of these."""
    count = len(scores)
    centred = scores - scores.mean(axis=1, keepdims=True, dtype=np.float64)
    if count <= _LONGEST_COLUMN:
        products = centred.T @ centred
        return lambda cluster: two_means(products.take(cluster, 0).take(cluster, 1))
    directions = np.random.default_rng(seed).standard_normal((count, _PROJECTED), dtype=np.float32)
    points = centred.T.astype(np.float32) @ directions

    def split(cluster: Indexes) -> NDArray[np.bool_]:
        chosen = points[cluster]
        if len(cluster) > _PROJECTED:
            return two_means_of_many(chosen)
        return two_means((chosen @ chosen.T).astype(np.float64))

    return split
