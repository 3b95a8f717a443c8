"""Features of pairs from the salience of sentences, such as whether i is the last salient sentence before j.

Which sentences a map keeps is not decided yet when pairs are scored. So where a feature counts the kept sentences
between two others, it adds up their probabilities of being kept.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats

SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

MAX_LEAD = 3.0  # log-odds; a larger lead in salience says no more
NO_SALIENCE = np.float32(-9)  # log-odds; where there is no sentence between two others


def salience_features(salience: Floats) -> Floats:
    """The features of every pair, shape (features, N, N), from the log-odds that each sentence is kept, shape (N,)."""
    count = len(salience)
    index = np.arange(count)
    before = index[:, None] < index
    probability = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    none_between = np.exp(_sum_between(np.log1p(-probability), before))
    rank = np.empty(count, np.intp)
    rank[np.argsort(-salience, kind="stable")] = index
    governor, governed = salience[:, None], salience
    highest = _highest_between(salience, before)
    found = np.empty((len(SALIENCE_FEATURES), count, count), np.float32)
    for number, values in enumerate((
        np.log1p(_sum_between(probability, before)), none_between * before, none_between * ~before, governor, governed,
        governor - governed, highest > governor, (governor - highest).clip(-MAX_LEAD, MAX_LEAD),
        (rank == 0)[:, None], np.log1p(rank)[:, None],
    )):  # fmt: skip
        found[number] = values
    return found


def _sum_between(values: Floats, before: NDArray[np.bool_]) -> NDArray[np.float64]:
    """For each pair, the sum over the sentences between its two."""
    sums = np.cumsum(values, dtype=np.float64)
    until = np.concatenate([[0], sums[:-1]])
    found = until - sums[:, None]
    found = np.where(before, found, found.T)
    np.fill_diagonal(found, 0)
    return found


def _highest_between(salience: Floats, before: NDArray[np.bool_]) -> Floats:
    """For each pair, the highest salience strictly between its two sentences."""
    highest = np.full(before.shape, NO_SALIENCE)
    later = np.where(before, salience, NO_SALIENCE)
    np.maximum.accumulate(later[:, :-1], axis=1, out=highest[:, 1:])
    return np.maximum(highest, highest.T)
