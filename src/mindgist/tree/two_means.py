"""2-means, for the thousands of small splits that a corpus of trees asks for.

A general k-means spends its time on checking arguments and on starts. Here, up to ``EXACT`` points, all ways to part
them are compared at once, which finds the best split outright. Beyond, the points are cut where that is best along
their principal direction, which is where 2-means lies once its groups may be fractions (Ding and He 2004), and
Lloyd's algorithm goes on from there; so it does from the split that sets the farthest point apart, and the better one
of the two is taken. Nothing is drawn at random.

Everything is said by the points' products with one another: the inertia of a split is a constant less
|sum of a group|² / its size, over both groups. Matrices are small: ``dot`` starts in half the time of ``@``.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

EXACT = 10
_POWERS = 4  # steps of the power method: a start for Lloyd's algorithm is wanted, no eigenvector
_ITERATIONS = 30

Products = NDArray[np.float64]


def two_means(products: Products) -> NDArray[np.bool_]:
    """Part at least two points, given by their products, shape (k, k), into two groups; True marks the second."""
    count = len(products)
    if count <= EXACT:
        inertia, members = _bipartitions(count)
        best: NDArray[np.bool_] = members[inertia.dot(products.ravel()).argmax()]
        return best
    means = products.dot(ones(count)) / count
    centred = products - means
    centred += (means.dot(ones(count)) / count - means)[:, None]
    return _lloyd(centred)


def two_means_of_many(points: NDArray[np.floating]) -> NDArray[np.bool_]:
    """The same for points that are too many to take their products, shape (k, d)."""
    count = len(points)
    centred = points - points.mean(axis=0)
    direction = centred[(centred**2).sum(axis=1).argmax()]
    for _ in range(_POWERS):
        direction = (centred @ direction) @ centred
        direction /= max(np.abs(direction).max(), 1e-30)
    order = (centred @ direction).argsort()
    sums = centred[order].cumsum(axis=0)
    second = np.zeros(count, dtype=bool)
    second[order[(_weights(count) * (sums[:-1] ** 2).sum(axis=1)).argmax() + 1 :]] = True
    for _ in range(_ITERATIONS):
        size = np.count_nonzero(second)
        along = centred @ (second @ centred)
        assigned = along > along[second].sum() * (1 / size - 1 / (count - size)) / 2
        if np.array_equal(assigned, second) or assigned.all() or not assigned.any():
            break
        second = assigned
    return second


@cache
def _bipartitions(count: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Every way to part ``count`` points in two, as a row for each.

    Its product with the points' products is what their inertia is less by; and which points are the second group.
    """
    codes = np.arange(1, 2 ** (count - 1))
    members = (codes[:, None] >> np.arange(count) & 1).astype(np.bool_)  # (2^(count-1) - 1, count)
    groups = [group / group.sum(axis=1, keepdims=True) ** 0.5 for group in (members, ~members)]
    pairs = sum((group[:, :, None] * group[:, None, :] for group in groups), np.zeros(()))
    return np.ascontiguousarray(pairs.reshape(len(codes), -1)), members


@cache
def ones(count: int) -> NDArray[np.float64]:
    """Ones: a product with these is a sum, and numpy begins it sooner than a sum."""
    return np.ones(count)


@cache
def _weights(count: int) -> NDArray[np.float64]:
    """1 / size + 1 / other size, for a first group of 1, 2, … count - 1 points."""
    size = np.arange(1, count)
    return 1 / size + 1 / (count - size)


def _below(count: int) -> NDArray[np.float64]:
    """Once on the diagonal, twice below it: what each point in turn adds to the square of the sum so far."""
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
        return principal  # which is the other start already
    apart = np.zeros(count, dtype=np.bool_)
    apart[farthest] = True
    other, _, other_spread = _settled(products, apart, 1)
    return other if other_spread > spread else principal


def _along_principal(products: Products, farthest: int) -> tuple[NDArray[np.bool_], int]:
    """The best of the cuts along the principal direction, which the power method finds from the farthest point.

    It is told as the second group and its size.
    """
    count = len(products)
    along = products[farthest]
    for _ in range(_POWERS):
        along = products.dot(along)
    order = along.argsort()
    added = (products.take(order, 0).take(order, 1) * _below(count)).dot(ones(count))
    cut = int((added.cumsum()[:-1] * _weights(count)).argmax()) + 1
    second = np.zeros(count, dtype=np.bool_)
    second[order[cut:]] = True
    return second, count - cut


def _settled(products: Products, second: NDArray[np.bool_], size: int) -> tuple[NDArray[np.bool_], int, float]:
    """Where Lloyd's algorithm comes to rest, the size of the second group, and what the inertia is less by there."""
    count = len(products)
    spread, content = 0.0, second.tobytes()
    for _ in range(_ITERATIONS):
        if size == 1:  # its product is a column
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
        inside = now.count(1)  # numpy takes longer to count so few
        if not 0 < inside < count or now == content:
            break
        second, size, content = assigned, inside, now
    return second, size, spread
