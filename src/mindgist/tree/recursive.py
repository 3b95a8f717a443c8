"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; 2-means splits the others in two, and each part is arranged the same way
under that governor. The features of a sentence for the 2-means are the scores it receives from all sentences: its
column of the graph.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.order import tree_in_order
from mindgist.tree.tree import Tree
from mindgist.tree.two_means import two_means

MIN_MEAN_SCORE = 0.5  # the mean score of a governor over its cluster must exceed this

_EACH_ALONE = np.array([False, True])


def recursive_tree(graph: RelationGraph) -> Tree:
    """The tree by governors and 2-means."""
    return tree_in_order(graph, _governors(graph))


def _governors(graph: RelationGraph) -> list[int]:
    """The governor of each sentence, or -1. Uses a stack: the tree of a long document can be hundreds deep."""
    scores = graph.scores.astype(np.float64)
    centred = scores - scores.mean(axis=1, keepdims=True)
    products = centred.T @ centred
    governors = [-1] * len(graph)
    stack = [(np.arange(len(graph)), -1)]
    while stack:
        cluster, above = stack.pop()
        count = len(cluster)
        if count <= 2:
            _settle(scores, cluster.tolist(), above, governors)
            continue
        is_whole = count == len(graph)
        strength = graph.salience if is_whole else scores.take(cluster, 0).take(cluster, 1).sum(axis=1)
        strongest = int(strength.argmax())
        if strength[strongest] > MIN_MEAN_SCORE * count:
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            cluster = np.delete(cluster, strongest)
        second = two_means(products.take(cluster, 0).take(cluster, 1)) if len(cluster) > 2 else _EACH_ALONE
        stack += [(cluster[second], above), (cluster[~second], above)]
    return governors


def _settle(scores: NDArray[np.float64], cluster: list[int], above: int, governors: list[int]) -> None:
    """The same rules for a cluster of one or two, which are most clusters, without numpy."""
    governors[cluster[0]] = governors[cluster[-1]] = above
    if len(cluster) == 2:
        first, second = cluster
        forth, back = float(scores[first, second]), float(scores[second, first])
        if max(forth, back) > 0:  # the diagonal is 1, so the mean of the stronger one exceeds a half
            governor, governed = (first, second) if forth >= back else (second, first)
            governors[governed] = governor
