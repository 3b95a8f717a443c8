"""Whether two systems differ, over articles and over seeds, and how far two sets of scores agree."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import permutation_test, spearmanr, t

import store

DRAWS = 20_000


@dataclass(frozen=True)
class Scores:
    """A row's SSM and KSM on the open articles, training by training."""

    articles: tuple[str, ...]
    values: NDArray[np.float64]  # (trainings, articles, 2)
    seeds: tuple[int, ...]  # of the trainings
    family: str | None  # rows of a family begin with the same weights where their seed is the same; None: not trained

    def of(self, articles: tuple[str, ...], column: int) -> NDArray[np.float64]:
        """SSM (0) or KSM (1) of these articles, (trainings, articles)."""
        return self.values[:, [self.articles.index(article) for article in articles], column]

    def error(self, column: int) -> float:
        """The standard error of the mean SSM (0) or KSM (1) that the choice of articles alone makes."""
        means = self.values[:, :, column].mean(axis=0)
        return float(means.std(ddof=1) / len(means) ** 0.5)


@dataclass(frozen=True)
class Difference:
    """How far one system is ahead of another, and how likely chance alone makes such a difference."""

    mean: float
    over_articles: float  # p where the networks are given and the articles are drawn
    over_both: float | None  # p where the seeds are drawn as well; None where a row was trained once


def scores_of(row: str, family: str | None) -> Scores | None:
    """What was recorded of a row; None where no article's score was. Trees over one training's graphs are one."""
    results = store.all_of(row)
    if not results or "open_articles" not in results[0]:
        return None
    articles = tuple(results[0]["open_articles"])
    by_training: dict[int, list[NDArray[np.float64]]] = {}
    for result in results:
        values = np.array([result["open_articles"][article] for article in articles], dtype=np.float64)
        trained_with = result["trained_with_seed"] if "trained_with_seed" in result else result["seed"]
        by_training.setdefault(trained_with, []).append(values)
    means = np.array([np.mean(values, axis=0) for values in by_training.values()])
    return Scores(articles, means, tuple(by_training), family)


def difference(first: Scores, second: Scores, column: int) -> Difference:
    """The mean difference over articles and seeds, with a p over the articles alone and one over both.

    Over the articles: a two-sided paired permutation test of the seeds' means. Over both: Student's t, with the
    variances of the articles' differences and of the seeds added, and Satterthwaite's degrees of freedom. Seeds of one
    family are paired: that they begin alike makes most of what two networks have in common.
    """
    scores = [one.of(first.articles, column) for one in (first, second)]
    apart = scores[0].mean(axis=0) - scores[1].mean(axis=0)
    found = permutation_test((apart,), np.mean, permutation_type="samples", vectorized=True, n_resamples=DRAWS, rng=0)
    seeds = [one.mean(axis=1) for one, system in zip(scores, (first, second), strict=True) if system.family]
    if first.family and (first.family, first.seeds) == (second.family, second.seeds):
        seeds = [seeds[0] - seeds[1]]
    known = all(len(one) > 1 for one in seeds)
    both = _chance(float(apart.mean()), [apart, *seeds]) if known else None
    return Difference(float(apart.mean()), float(found.pvalue), both)


def _chance(mean: float, samples: Iterable[NDArray[np.float64]]) -> float:
    """The two-sided p of a mean whose error is that of several samples' means together."""
    parts = [(float(sample.var(ddof=1)) / len(sample), len(sample) - 1) for sample in samples]
    variance = sum(part for part, _ in parts)
    if not variance:
        return 1.0 if mean == 0 else 0.0
    freedom = variance**2 / sum(part**2 / count for part, count in parts)
    return float(2 * t.sf(abs(mean) / variance**0.5, freedom))


def rank_correlation(left: NDArray[np.floating], right: NDArray[np.floating]) -> float:
    """Spearman's, equal values sharing their mean rank."""
    return float(spearmanr(left, right).statistic)
