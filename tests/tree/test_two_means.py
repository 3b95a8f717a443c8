from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ramify.tree.two_means import EXACT, two_means


def inertia(points: np.ndarray, second: np.ndarray) -> float:
    return sum(((group - group.mean(axis=0)) ** 2).sum() for group in (points[second], points[~second]))


@pytest.mark.parametrize("count", range(2, 10))
def test_small_splits_are_the_best_there_are(count: int) -> None:
    points = np.random.default_rng(count).random((count, 4))
    splits = [np.array(bits) for bits in product([False, True], repeat=count) if 0 < sum(bits) < count]
    best = min(inertia(points, split) for split in splits)
    assert inertia(points, two_means(points, np.random.default_rng(0))) == pytest.approx(best)


@pytest.mark.parametrize("count", [EXACT + 1, 60, 1500])
def test_two_clear_groups_are_found(count: int) -> None:
    generator = np.random.default_rng(0)
    truth = generator.random(count) < 0.3
    points = generator.normal(size=(count, 5)) + 20 * truth[:, None]
    second = two_means(points, np.random.default_rng(1))
    assert np.array_equal(second, truth) or np.array_equal(second, ~truth)


def test_large_splits_are_as_good_as_many_single_runs() -> None:
    points = np.random.default_rng(5).random((40, 6))
    ours = inertia(points, two_means(points, np.random.default_rng(0)))
    generator = np.random.default_rng(1)
    singles = []
    for _ in range(10):
        centres = points[generator.choice(40, 2, replace=False)]
        for _ in range(100):
            second = ((points - centres[0]) ** 2).sum(axis=1) > ((points - centres[1]) ** 2).sum(axis=1)
            centres = np.array([points[~second].mean(axis=0), points[second].mean(axis=0)])
        singles.append(inertia(points, second))
    assert ours <= np.median(singles) + 1e-9


@given(arrays(np.float64, st.tuples(st.integers(2, 30), st.integers(1, 4)), elements=st.sampled_from([0.0, 0.5, 1.0])))
def test_neither_group_is_ever_empty(points: np.ndarray) -> None:
    second = two_means(points, np.random.default_rng(0))
    assert second.shape == (len(points),)
    assert 0 < second.sum() < len(points)
