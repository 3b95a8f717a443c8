"""Features of pairs from the salience of sentences, such as whether i is the last salient sentence before j.

Which sentences a map keeps is not decided yet when pairs are scored. So where a feature counts the kept sentences
between two others, it adds up their probabilities of being kept.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.similarity import Floats

SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

MAX_LEAD = 3.0  # log-odds; a larger lead in salience says no more
NO_SALIENCE = np.float32(-9)  # log-odds; where there is no sentence between two others


def salience_features(salience: Floats) -> Floats:
    """The features of every pair, shape (features, N, N), from the log-odds that each sentence is kept, shape (N,)."""
    count = len(salience)
    probability = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    after = np.tri(count, k=-1, dtype=bool).T
    none_between = np.exp(_sum_between(np.log1p(-probability)))
    rank = np.empty(count, np.intp)
    rank[np.argsort(-salience, kind="stable")] = np.arange(count)
    own, highest = salience[:, None], _highest_between(salience)
    found = np.empty((len(SALIENCE_FEATURES), count, count), np.float32)
    for row, values in enumerate((
        np.log1p(_sum_between(probability)), none_between * after, none_between * ~after, own, salience,
        own - salience, highest > own, (own - highest).clip(-MAX_LEAD, MAX_LEAD), (rank == 0)[:, None],
        np.log1p(rank)[:, None],
    )):  # fmt: skip
        found[row] = values
    return found


def _sum_between(values: Floats) -> NDArray[np.float64]:
    """For each pair, the sum over the sentences between its two."""
    sums = np.cumsum(values, dtype=np.float64)
    found = np.triu((sums - values) - sums[:, None], 1)
    return np.asarray(found + found.T)


def _highest_between(salience: Floats) -> Floats:
    """For each pair, the highest salience strictly between its two sentences."""
    after = np.where(np.tri(len(salience), dtype=bool), NO_SALIENCE, salience)
    found = np.full_like(after, NO_SALIENCE)
    found[:, 1:] = np.maximum.accumulate(after, axis=1)[:, :-1]
    return np.maximum(found, found.T)
