"""The paper's tree generator: Algorithm 1, with the details that its authors published later.

The strongest sentence of a cluster governs it; 2-means splits the others in two, and each part is arranged the same way
under that governor. The features of a sentence for the 2-means are the scores it receives from all sentences: its
column of the graph.

The 2-means serves the thousands of small splits that a corpus of trees asks for. Up to ``MAX_EXACT`` points, all splits
are compared at once, which gives the best one. For more points, Lloyd's algorithm runs from two starts, and the better
result is taken: the best cut along the principal direction, which solves the relaxed problem (Ding and He 2004), and
the split of the farthest point from all others. Nothing is random.

Points are given by their inner products: the inertia of a split is a constant minus |sum of a group|² / its size, over
both groups.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.tree import Tree, tree_in_order

MIN_MEAN_SCORE = 0.5  # the mean score of a governor over its cluster must exceed this
MAX_EXACT = 10  # points
POWER_STEPS = 4  # of the power method: enough for a start of Lloyd's algorithm
MAX_ITERATIONS = 30  # of Lloyd's algorithm

Products = NDArray[np.float64]


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
        is_whole = len(cluster) == len(graph) > 2
        strength = graph.salience if is_whole else scores.take(cluster, 0).take(cluster, 1).sum(axis=1)
        strongest = int(strength.argmax())
        if len(cluster) == 1 or strength[strongest] > MIN_MEAN_SCORE * len(cluster):
            governor = int(cluster[strongest])
            governors[governor] = above
            above = governor
            cluster = np.delete(cluster, strongest)
        if len(cluster) == 1:
            stack.append((cluster, above))
        elif len(cluster):
            second = two_means(products.take(cluster, 0).take(cluster, 1))
            stack += [(cluster[second], above), (cluster[~second], above)]
    return governors


def two_means(products: Products) -> NDArray[np.bool_]:
    """Split at least two points, given by their inner products (k, k), into two groups; True marks the second."""
    count = len(products)
    if count <= MAX_EXACT:
        inertia, members = _bipartitions(count)
        return np.asarray(members[inertia.dot(products.ravel()).argmax()])
    means = products.mean(axis=0)
    centred = products - means - means[:, None] + means.mean()
    farthest = int(centred.diagonal().argmax())
    principal, spread = _settled(centred, _along_principal(centred, farthest))
    apart, spread_apart = _settled(centred, np.arange(count) == farthest)
    return apart if spread_apart > spread else principal


@cache
def _bipartitions(count: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """All splits of ``count`` points in two, a row for each: its coefficients, and the points of the second group.

    The dot product of the coefficients with the points' inner products is what the split takes off the inertia.
    """
    codes = np.arange(1, 2 ** (count - 1))
    members = (codes[:, None] >> np.arange(count) & 1).astype(np.bool_)  # (2^(count-1) - 1, count)
    groups = [group / group.sum(axis=1, keepdims=True) ** 0.5 for group in (members, ~members)]
    pairs = sum((group[:, :, None] * group[:, None, :] for group in groups), np.zeros(()))
    return np.ascontiguousarray(pairs.reshape(len(codes), -1)), members


def _along_principal(products: Products, farthest: int) -> NDArray[np.bool_]:
    """The best cut along the principal direction of centred points, found by the power method."""
    along = products[farthest]
    for _ in range(POWER_STEPS):
        along = products.dot(along)
    order = along.argsort()
    squared_sums = products[order][:, order].cumsum(axis=0).cumsum(axis=1).diagonal()[:-1]  # of the first 1, 2, …
    size = np.arange(1, len(products))
    cut = int((squared_sums * (1 / size + 1 / size[::-1])).argmax()) + 1
    second = np.zeros(len(products), dtype=np.bool_)
    second[order[cut:]] = True
    return second


def _settled(products: Products, second: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], float]:
    """Lloyd's algorithm on centred points: the final second group, and what the split takes off the inertia.

    The two groups' sums are s and -s, and a point x is nearer to the second group's centre where
    x·s > |s|² (1/size - 1/other size) / 2.
    """
    spread = 0.0
    for _ in range(MAX_ITERATIONS):
        along = products.dot(second.astype(np.float64))
        squared_sum = along.dot(second)
        size = np.count_nonzero(second)
        one, other = 1 / size, 1 / (len(products) - size)
        spread = squared_sum * (one + other)
        nearer = along > squared_sum * (one - other) / 2
        if np.array_equal(nearer, second) or nearer.all() or not nearer.any():
            break
        second = nearer
    return second, float(spread)
