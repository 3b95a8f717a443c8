"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; the others are parted in two by 2-means, and each part is treated
the same way under that governor. A sentence's features for the 2-means are the scores it receives from all
sentences: its column of the graph.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ramify.graph import RelationGraph
from ramify.tree.tree import Tree
from ramify.tree.two_means import two_means

_GOVERNS = 0.5  # a governor's mean score over its cluster must exceed this

# Columns longer than this are projected at random to _PROJECTED numbers before the 2-means: distances survive
# (Johnson and Lindenstrauss), and a split costs no more than its number of sentences.
_LONGEST_COLUMN = 512
_PROJECTED = 64

# Below this size a cluster's row sums are summed anew; above, they are kept up to date by what left the cluster.
_SMALL = 64


@dataclass(frozen=True, slots=True)
class RecursiveTree:
    """Arranges a graph by governors and 2-means; the seed decides the 2-means' starts."""

    seed: int = 0

    def __call__(self, graph: RelationGraph) -> Tree:
        return _in_order(graph, _governors(graph, np.random.default_rng(self.seed)))


def _governors(graph: RelationGraph, generator: np.random.Generator) -> list[int]:
    """Each sentence's governor, or -1. A stack, not recursion: a long document's tree can be thousands deep."""
    scores = graph.scores
    features = _features(scores, generator)
    governors = [-1] * len(graph)
    stack: list[tuple[NDArray[np.intp], NDArray[np.float64], int]] = [(np.arange(len(graph)), graph.salience, -1)]
    while stack:
        cluster, strength, above = stack.pop()
        strongest = int(strength.argmax())
        count = len(cluster)
        if count == 1 or strength[strongest] > _GOVERNS * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            rest = np.arange(count) != strongest
            cluster, strength = cluster[rest], strength[rest] - scores[cluster[rest], governor]
        if len(cluster) == 1:
            stack.append((cluster, strength, above))
        elif len(cluster):
            second = two_means(features[cluster], generator)
            stack += [(*part, above) for part in _parts(scores, cluster, strength, second)]
    return governors


def _parts(
    scores: NDArray[np.float32], cluster: NDArray[np.intp], strength: NDArray[np.float64], second: NDArray[np.bool_]
) -> list[tuple[NDArray[np.intp], NDArray[np.float64]]]:
    """The two parts of a cluster, each with its row sums over itself.

    In a large cluster the larger part's sums are the old ones less what went to the smaller part, so that peeling
    one sentence after the other off n sentences costs n², not n³.
    """
    parts = [~second, second]
    if len(cluster) <= _SMALL:
        members = [cluster[part] for part in parts]
        return [(part, scores[part[:, None], part].sum(axis=1, dtype=np.float64)) for part in members]
    parts.sort(key=np.count_nonzero)
    small, large = cluster[parts[0]], cluster[parts[1]]
    small_strength = scores[small[:, None], small].sum(axis=1, dtype=np.float64)
    large_strength = strength[parts[1]] - scores[large[:, None], small].sum(axis=1, dtype=np.float64)
    return [(small, small_strength), (large, large_strength)]


def _features(scores: NDArray[np.float32], generator: np.random.Generator) -> NDArray[np.floating]:
    """One row a sentence: its column of the graph, or a projection of it. Shape (N, N) or (N, _PROJECTED)."""
    count = len(scores)
    if count <= _LONGEST_COLUMN:
        return scores.T.astype(np.float64)
    directions = generator.standard_normal((count, _PROJECTED), dtype=np.float32) / np.sqrt(_PROJECTED)
    centred = scores.T - scores.mean(axis=1)
    return np.asarray(centred @ directions.astype(np.float32))


def _in_order(graph: RelationGraph, governors: list[int]) -> Tree:
    """The nodes by the salience of their sentences, each after its ancestors."""
    salience = graph.salience
    place: dict[int, int] = {}
    for sentence in np.argsort(-salience, kind="stable").tolist():
        line = []
        while sentence >= 0 and sentence not in place:
            line.append(sentence)
            sentence = governors[sentence]
        for ancestor in reversed(line):
            place[ancestor] = len(place)
    sentences = tuple(place)
    parents = tuple(place[governors[sentence]] if governors[sentence] >= 0 else None for sentence in sentences)
    own = salience / len(graph)
    above = np.array(governors)[list(sentences)]
    scores = np.where(above >= 0, graph.scores[above, list(sentences)], own[list(sentences)])
    return Tree(sentences, parents, tuple(scores.tolist()))
