"""2-means, for the thousands of small splits that a corpus of trees asks for.

A general k-means spends its time on checking arguments. Here, up to ``EXACT`` points, all ways to part them are
compared at once, which finds the best split outright; beyond, Lloyd's algorithm runs from several k-means++ starts
side by side in the same few matrix products.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

EXACT = 12
_ITERATIONS = 30
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

    With the points centred, the two groups' sums are s and -s, and a point x is nearer to the second group's centre
    where x·s > |s|² (1/size - 1/other size) / 2. So a step needs only the products x·s, for every start at once.
    """
    count = len(points)
    centred = points - points.mean(axis=0)
    second = _starts(centred, max(1, min(_MOST_STARTS, _STARTS_BUDGET // count)), generator)
    products = centred @ centred.T if count <= points.shape[1] else None  # else the detour over s is shorter
    for _ in range(_ITERATIONS):
        size = second.sum(axis=0).clip(1, count - 1)
        along = centred @ (centred.T @ second) if products is None else products @ second  # (k, starts)
        squared_sum = (second * along).sum(axis=0)
        assigned = (along > squared_sum * (1 / size - 1 / (count - size)) / 2).astype(points.dtype)
        if np.array_equal(assigned, second):
            break
        second = assigned
    size = second.sum(axis=0)
    proper = (size > 0) & (size < count)
    spread = np.where(proper, squared_sum / (size * (count - size)).clip(1), -1)
    best = second[:, int(spread.argmax())].astype(bool)
    if best.all() or not best.any():  # all points are the same: any split is as good as another
        best = np.arange(count) >= count // 2
    return np.asarray(best)


def _starts(centred: NDArray[np.floating], starts: int, generator: np.random.Generator) -> NDArray[np.floating]:
    """k-means++ for two centres: the first point at random, the second with a chance by its squared distance.

    Gives which points are nearer to the second, shape (k, starts), as 0 and 1.
    """
    count = len(centred)
    norms = (centred**2).sum(axis=1)
    first = generator.integers(count, size=starts)
    along_first = centred @ centred[first].T
    mass = (norms[:, None] + norms[first] - 2 * along_first).clip(0).cumsum(axis=0)
    second = (mass < generator.random(starts) * mass[-1]).sum(axis=0).clip(max=count - 1)
    along_second = centred @ centred[second].T
    return np.asarray(2 * (along_second - along_first) > norms[second] - norms[first], dtype=centred.dtype)
