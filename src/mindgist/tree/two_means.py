"""2-means, for the thousands of small splits that a corpus of trees asks for.

A general k-means spends its time on checking arguments and on restarts. Here, up to ``MAX_EXACT`` points, all splits
are compared at once, which gives the best one. For more points, Lloyd's algorithm runs from two starts, and the better
result is taken: the best cut along the principal direction, which solves the relaxed problem (Ding and He 2004), and
the split of the farthest point from all others. Nothing is random.

Points are given by their inner products: the inertia of a split is a constant minus |sum of a group|² / its size, over
both groups.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

MAX_EXACT = 10  # points
POWER_STEPS = 4  # of the power method: enough for a start of Lloyd's algorithm
MAX_ITERATIONS = 30  # of Lloyd's algorithm

Products = NDArray[np.float64]
Split = NDArray[np.bool_]  # True marks the points of the second group


def two_means(products: Products) -> Split:
    """Split at least two points, given by their inner products (k, k), into two groups."""
    count = len(products)
    if count <= MAX_EXACT:
        coefficients, members = _bipartitions(count)
        best: Split = members[(coefficients @ products.ravel()).argmax()]
        return best
    means = products.mean(axis=1)
    centred = products - means - means[:, None] + means.mean()
    farthest = int(centred.diagonal().argmax())
    starts = (_along_principal(centred, farthest), np.arange(count) == farthest)
    splits = [_lloyd(start, centred.__matmul__) for start in starts]
    return max(splits, key=lambda split: _spread(centred, split))


def two_means_of_many(points: NDArray[np.floating]) -> Split:
    """The same for many points, given by their coordinates, shape (k, d)."""
    count = len(points)
    centred = points - points.mean(axis=0)
    direction = centred[(centred**2).sum(axis=1).argmax()]
    for _ in range(POWER_STEPS):
        direction = (centred @ direction) @ centred
        direction /= max(np.abs(direction).max(), 1e-30)
    order = (centred @ direction).argsort()
    sums = centred[order].cumsum(axis=0)
    second = np.zeros(count, dtype=bool)
    second[order[(_weights(count) * (sums[:-1] ** 2).sum(axis=1)).argmax() + 1 :]] = True
    return _lloyd(second, lambda second: centred @ (second @ centred))


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


def _weights(count: int) -> NDArray[np.float64]:
    """1 / size + 1 / other size, for a first group of 1, 2, … count - 1 points."""
    size = np.arange(1, count)
    return 1 / size + 1 / (count - size)


def _along_principal(products: Products, farthest: int) -> Split:
    """The best cut along the principal direction, which the power method finds, starting from the farthest point."""
    along = products[farthest]
    for _ in range(POWER_STEPS):
        along = products @ along
    order = along.argsort()
    squared_sums = products[order][:, order].cumsum(axis=0).cumsum(axis=1).diagonal()
    second = np.ones(len(products), dtype=np.bool_)
    second[order[: (squared_sums[:-1] * _weights(len(products))).argmax() + 1]] = False
    return second


def _lloyd(second: Split, along_sum: Callable[[Split], NDArray[np.floating]]) -> Split:
    """Lloyd's algorithm on centred points; ``along_sum`` gives the product of each point with the sum of a group.

    The two groups' sums are s and -s, and a point x is nearer to the second group's centre where
    x·s > |s|² (1/size - 1/other size) / 2.
    """
    for _ in range(MAX_ITERATIONS):
        size = np.count_nonzero(second)
        along = along_sum(second)
        assigned = along > along[second].sum() * (1 / size - 1 / (len(second) - size)) / 2
        if np.array_equal(assigned, second) or assigned.all() or not assigned.any():
            break
        second = assigned
    return second


def _spread(products: Products, second: Split) -> float:
    """What a split of centred points takes off their inertia."""
    size = np.count_nonzero(second)
    return float(second @ products @ second) * (1 / size + 1 / (len(second) - size))
