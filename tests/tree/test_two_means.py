from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mindgist.tree.recursive import MAX_EXACT, two_means


def by_products(points: np.ndarray) -> np.ndarray:
    return two_means(points @ points.T)


SHAPES = st.tuples(st.integers(2, 30), st.integers(1, 4))


def inertia(points: np.ndarray, second: np.ndarray) -> float:
    return sum(((group - group.mean(axis=0)) ** 2).sum() for group in (points[second], points[~second]))


@pytest.mark.parametrize("count", range(2, 10))
def test_small_splits_are_the_best_there_are(count: int) -> None:
    points = np.random.default_rng(count).random((count, 4))
    splits = [np.array(bits) for bits in product([False, True], repeat=count) if 0 < sum(bits) < count]
    best = min(inertia(points, split) for split in splits)
    assert inertia(points, by_products(points)) == pytest.approx(best)


@pytest.mark.parametrize("count", [MAX_EXACT + 1, 60, 500])
def test_two_clear_groups_are_found(count: int) -> None:
    generator = np.random.default_rng(0)
    truth = generator.random(count) < 0.3
    points = generator.normal(size=(count, 5)) + 20 * truth[:, None]
    second = by_products(points)
    assert np.array_equal(second, truth) or np.array_equal(second, ~truth)


def test_large_splits_are_as_good_as_the_best_of_many_starts() -> None:
    """Over many sets of points the mean inertia is at most that of the best of ten runs from random starts."""
    generator = np.random.default_rng(1)
    ours, best = [], []
    for _ in range(30):
        points = generator.random((40, 40)) ** 4
        ours.append(inertia(points, by_products(points)))
        best.append(min(_single_run(points, generator) for _ in range(10)))
    assert np.mean(ours) <= np.mean(best)


def _single_run(points: np.ndarray, generator: np.random.Generator) -> float:
    centres = points[generator.choice(len(points), 2, replace=False)]
    for _ in range(50):
        second = ((points - centres[0]) ** 2).sum(axis=1) > ((points - centres[1]) ** 2).sum(axis=1)
        centres = np.array([points[~second].mean(axis=0), points[second].mean(axis=0)])
    return inertia(points, second)


@given(
    points=arrays(
        np.float64, st.tuples(st.integers(2, 30), st.integers(1, 4)), elements=st.sampled_from([0.0, 0.5, 1.0])
    )
)
def test_neither_group_is_ever_empty(points: np.ndarray) -> None:
    second = by_products(points)
    assert second.shape == (len(points),)
    assert 0 < second.sum() < len(points)
