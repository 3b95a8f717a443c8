"""2-means, for the thousands of small splits that a corpus of trees asks for.

A general k-means spends its time on checking arguments and on restarts. Here, up to ``MAX_EXACT`` points, all splits
are compared at once, which gives the best one. For more points, Lloyd's algorithm runs from two starts, and the better
result is taken: the best cut along the principal direction, which solves the relaxed problem (Ding and He 2004), and
the split of the farthest point from all others. Nothing is random.

Points are given by their inner products: the inertia of a split is a constant minus |sum of a group|² / its size, over
both groups. Matrices are small: ``dot`` starts in half the time of ``@``.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

MAX_EXACT = 10  # points
POWER_STEPS = 4  # of the power method: enough for a start of Lloyd's algorithm
MAX_ITERATIONS = 30  # of Lloyd's algorithm

Products = NDArray[np.float64]


def two_means(products: Products) -> NDArray[np.bool_]:
    """Split at least two points, given by their inner products (k, k), into two groups; True marks the second."""
    count = len(products)
    if count <= MAX_EXACT:
        inertia, members = _bipartitions(count)
        best: NDArray[np.bool_] = members[inertia.dot(products.ravel()).argmax()]
        return best
    means = products.dot(ones(count)) / count
    centred = products - means
    centred += (means.dot(ones(count)) / count - means)[:, None]
    return _lloyd(centred)


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


@cache
def ones(count: int) -> NDArray[np.float64]:
    """A vector of ones: its dot product is a sum, and numpy starts it sooner than ``sum``."""
    return np.ones(count)


@cache
def _weights(count: int) -> NDArray[np.float64]:
    """1 / size + 1 / other size, for a first group of 1, 2, … count - 1 points."""
    size = np.arange(1, count)
    return 1 / size + 1 / (count - size)


def _below(count: int) -> NDArray[np.float64]:
    """1 on the diagonal, 2 below it: the factors of what each point adds to the squared sum so far."""
    return _triangle(1 << count.bit_length())[:count, :count]


@cache
def _triangle(count: int) -> NDArray[np.float64]:
    return 2 * np.tri(count, k=-1) + np.eye(count)


def _lloyd(products: Products) -> NDArray[np.bool_]:
    """Lloyd's algorithm on centred points, from two starts.

    The two groups' sums are s and -s, and a point x is nearer to the second group's centre where
    x·s > |s|² (1/size - 1/other size) / 2.
    """
    count = len(products)
    farthest = int(products.diagonal().argmax())
    principal, size, spread = _settled(products, *_along_principal(products, farthest))
    if size == (1 if principal[farthest] else count - 1):
        return principal  # the second start is the same split
    apart = np.zeros(count, dtype=np.bool_)
    apart[farthest] = True
    other, _, other_spread = _settled(products, apart, 1)
    return other if other_spread > spread else principal


def _along_principal(products: Products, farthest: int) -> tuple[NDArray[np.bool_], int]:
    """The best cut along the principal direction, as the second group and its size.

    The power method finds the direction, starting from the farthest point.
    """
    count = len(products)
    along = products[farthest]
    for _ in range(POWER_STEPS):
        along = products.dot(along)
    order = along.argsort()
    added = (products.take(order, 0).take(order, 1) * _below(count)).dot(ones(count))
    cut = int((added.cumsum()[:-1] * _weights(count)).argmax()) + 1
    second = np.zeros(count, dtype=np.bool_)
    second[order[cut:]] = True
    return second, count - cut


def _settled(products: Products, second: NDArray[np.bool_], size: int) -> tuple[NDArray[np.bool_], int, float]:
    """Lloyd's algorithm: the final second group, its size, and what the split takes off the inertia."""
    count = len(products)
    spread, content = 0.0, second.tobytes()
    for _ in range(MAX_ITERATIONS):
        if size == 1:
            only = content.index(1)
            along = products[:, only]
            squared_sum = float(along[only])
        else:
            chosen = second.astype(np.float64)
            along = products.dot(chosen)
            squared_sum = float(along.dot(chosen))
        one, other = 1 / size, 1 / (count - size)
        spread = squared_sum * (one + other)
        assigned = along > squared_sum * (one - other) / 2
        now = assigned.tobytes()
        inside = now.count(1)  # faster than numpy for so few
        if not 0 < inside < count or now == content:
            break
        second, size, content = assigned, inside, now
    return second, size, spread
