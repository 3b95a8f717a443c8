"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; the others are parted in two by 2-means, and each part is treated
the same way under that governor. A sentence's features for the 2-means are the scores it receives from all
sentences: its column of the graph.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ramify.graph import RelationGraph
from ramify.tree.order import in_order
from ramify.tree.tree import Tree
from ramify.tree.two_means import two_means

_GOVERNS = 0.5  # a governor's mean score over its cluster must exceed this

# Columns longer than this are projected at random to _PROJECTED numbers before the 2-means: distances survive
# (Johnson and Lindenstrauss), and a split costs no more than its number of sentences.
_LONGEST_COLUMN = 512
_PROJECTED = 64

# Below this size a cluster's row sums are summed anew; above, they are kept up to date by what left the cluster.
_SMALL = 64

Indexes = NDArray[np.intp]
Strengths = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RecursiveTree:
    """Arranges a graph by governors and 2-means; the seed decides the 2-means' starts."""

    seed: int = 0

    def __call__(self, graph: RelationGraph) -> Tree:
        return in_order(graph, _governors(graph, np.random.default_rng(self.seed)))


def _governors(graph: RelationGraph, generator: np.random.Generator) -> list[int]:
    """Each sentence's governor, or -1. A stack, not recursion: a long document's tree can be thousands deep."""
    scores = graph.scores
    features = _features(scores, generator)
    governors = [-1] * len(graph)
    stack: list[tuple[Indexes, Strengths, int]] = [(np.arange(len(graph)), graph.salience, -1)]
    while stack:
        cluster, strength, above = stack.pop()
        count = len(cluster)
        if count <= 2:
            _settle(scores, cluster.tolist(), above, governors)
            continue
        strongest = int(strength.argmax())
        if strength[strongest] > _GOVERNS * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            rest = np.arange(count) != strongest
            cluster, strength = cluster[rest], strength[rest] - scores[cluster[rest], governor]
        second = two_means(features[cluster], generator)
        stack += [(*part, above) for part in _parts(scores, cluster, strength, second)]
    return governors


def _settle(scores: NDArray[np.float32], cluster: list[int], above: int, governors: list[int]) -> None:
    """A cluster of one or two, where half of all clusters end: the same rules, spelled out."""
    governors[cluster[0]] = governors[cluster[-1]] = above
    if len(cluster) == 2:
        first, second = cluster
        forth, back = float(scores[first, second]), float(scores[second, first])
        if max(forth, back) > 0:  # with its own 1, the stronger one's mean exceeds a half
            governor, governed = (first, second) if forth >= back else (second, first)
            governors[governed] = governor


def _parts(
    scores: NDArray[np.float32], cluster: Indexes, strength: Strengths, second: NDArray[np.bool_]
) -> list[tuple[Indexes, Strengths]]:
    """The two parts of a cluster, each with its row sums over itself.

    In a large cluster the larger part's sums are the old ones less what went to the smaller part, so that peeling
    one sentence after the other off n sentences costs n², not n³.
    """
    members = sorted((cluster[~second], cluster[second]), key=len)
    if len(cluster) <= _SMALL:
        return [(part, _sums(scores, part, part) if len(part) > 2 else strength) for part in members]
    small, large = members
    kept = second if len(large) == np.count_nonzero(second) else ~second
    return [(small, _sums(scores, small, small)), (large, strength[kept] - _sums(scores, large, small))]


def _sums(scores: NDArray[np.float32], rows: Indexes, columns: Indexes) -> Strengths:
    return np.asarray(scores[rows[:, None], columns].sum(axis=1, dtype=np.float64))


def _features(scores: NDArray[np.float32], generator: np.random.Generator) -> NDArray[np.floating]:
    """One row a sentence: its column of the graph, or a projection of it. Shape (N, N) or (N, _PROJECTED)."""
    count = len(scores)
    if count <= _LONGEST_COLUMN:
        return scores.T.astype(np.float64)
    directions = generator.standard_normal((count, _PROJECTED), dtype=np.float32)
    return np.asarray((scores - scores.mean(axis=1, keepdims=True)).T @ directions)
