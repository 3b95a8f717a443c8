"""2-means, for the thousands of small splits that a corpus of trees asks for.

A general k-means spends its time on checking arguments. Here, up to ``EXACT`` points, all ways to part them are
compared at once, which finds the best split outright; beyond, Lloyd's algorithm runs from several k-means++ starts
side by side in the same few matrix products.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

EXACT = 8
_ITERATIONS = 50
# Points times starts: many starts where points are few and starts are cheap, fewer where they are many.
_STARTS_BUDGET = 2_000
_MOST_STARTS = 10


def two_means(points: NDArray[np.floating], generator: np.random.Generator) -> NDArray[np.bool_]:
    """Part at least two points, shape (k, d), into two groups, neither empty; True marks the second group."""
    if len(points) == 2:
        return np.array([False, True])
    return _best_of_all(points) if len(points) <= EXACT else _lloyd(points, generator)


@cache
def _bipartitions(count: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Every way to part ``count`` points in two: the second group's members, and the size of each group."""
    codes = np.arange(1, 2 ** (count - 1))
    members = (codes[:, None] >> np.arange(count) & 1).astype(np.float64)  # (2^(count-1) - 1, count)
    size = members.sum(axis=1)
    return members, size, count - size


def _best_of_all(points: NDArray[np.floating]) -> NDArray[np.bool_]:
    """The split of least inertia.

    With the points centred, the inertia is a constant less |sum of the second group|² (1/size + 1/other size),
    because the two groups' sums cancel out.
    """
    members, size, other = _bipartitions(len(points))
    centred = points - points.mean(axis=0)
    products = centred @ centred.T
    squared_sum = ((members @ products) * members).sum(axis=1)
    best = int(np.argmax(squared_sum * (1 / size + 1 / other)))
    return np.asarray(members[best], dtype=np.bool_)


def _lloyd(points: NDArray[np.floating], generator: np.random.Generator) -> NDArray[np.bool_]:
    """Lloyd's algorithm from several starts at once; the split of least inertia wins.

    With the points centred, the difference of the squared distances to the two centres is linear in the point:
    2 x·(c₀ - c₁) + |c₁|² - |c₀|², so one product of shape (k, d) x (d, starts) assigns every point for every start.
    """
    count = len(points)
    centred = points - points.mean(axis=0)
    second = _starts(centred, max(1, min(_MOST_STARTS, _STARTS_BUDGET // count)), generator)
    for _ in range(_ITERATIONS):
        size = second.sum(axis=0)
        size = np.clip(size, 1, count - 1)
        sums = centred.T @ second  # (d, starts); the first group's sums are the negative
        first_centre, second_centre = -sums / (count - size), sums / size
        bias = (second_centre**2).sum(axis=0) - (first_centre**2).sum(axis=0)
        assigned = (2 * (centred @ (first_centre - second_centre)) + bias < 0).astype(points.dtype)
        if (assigned == second).all():
            break
        second = assigned
    size = second.sum(axis=0)
    squared_sum = ((centred.T @ second) ** 2).sum(axis=0)
    proper = (size > 0) & (size < count)
    spread = np.where(proper, squared_sum / np.where(proper, size * (count - size), 1), -1)
    best = second[:, int(np.argmax(spread))].astype(bool)
    if best.all() or not best.any():  # all points are the same: any split is as good as another
        best = np.arange(count) >= count // 2
    return best


def _starts(centred: NDArray[np.floating], starts: int, generator: np.random.Generator) -> NDArray[np.floating]:
    """k-means++ for two centres: the first point at random, the second with a chance by its squared distance.

    Gives which points are nearer to the second, shape (k, starts), as 0 and 1.
    """
    count = len(centred)
    norms = (centred**2).sum(axis=1)
    first = generator.integers(count, size=starts)
    from_first = np.maximum(norms[:, None] + norms[first] - 2 * (centred @ centred[first].T), 0)
    mass = from_first.cumsum(axis=0)
    second = (mass < generator.random(starts) * mass[-1]).sum(axis=0).clip(max=count - 1)
    from_second = norms[:, None] + norms[second] - 2 * (centred @ centred[second].T)
    return np.asarray(from_second < from_first, dtype=centred.dtype)
