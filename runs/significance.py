"""Whether two systems differ, article by article, and how far two sets of scores agree."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.stats import permutation_test, spearmanr

import store

DRAWS = 20_000


def by_article(row: str) -> dict[str, tuple[float, float]]:
    """Each open article's SSM and KSM, the mean over the seeds."""
    results = [result["open_articles"] for result in store.all_of(row)]
    if not results:
        return {}
    means = {one: np.mean([result[one] for result in results], axis=0) for one in results[0]}
    return {one: (float(ssm), float(ksm)) for one, (ssm, ksm) in means.items()}


def difference(
    first: Mapping[str, tuple[float, float]], second: Mapping[str, tuple[float, float]], column: int
) -> tuple[float, float]:
    """The mean difference over the articles and its p: a two-sided paired permutation test."""
    differences = np.array([first[one][column] - second[one][column] for one in first])
    found = permutation_test(
        (differences,), np.mean, permutation_type="samples", vectorized=True, n_resamples=DRAWS, rng=0
    )
    return float(differences.mean()), float(found.pvalue)


def rank_correlation(left: NDArray[np.floating], right: NDArray[np.floating]) -> float:
    """Spearman's, equal values sharing their mean rank."""
    return float(spearmanr(left, right).statistic)
