"""What the importance of sentences tells about their pairs: whether i is the last one that matters before j, and so on.

Which sentences a map keeps is not known yet where pairs are judged. Each sentence is kept with some chance, so what
would count the sentences kept between two others counts chances.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

_FAR = 3.0  # a lead in salience that is as good as any larger one
_LOWEST = -9.0


def salience_features(salience: Floats) -> Floats:
    """For every pair (i, j), from the log-odds (N,) that each sentence is kept; shape (features, N, N)."""
    count = len(salience)
    index = np.arange(count)
    chance = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    kept = np.concatenate([[0], np.cumsum(chance)])
    skipped = np.concatenate([[0], np.cumsum(np.log1p(-chance))])
    low, high = np.minimum(index, index[:, None]), np.maximum(index, index[:, None])
    inner = np.minimum(low + 1, high)
    none_between = np.exp(skipped[high] - skipped[inner])
    before = index > index[:, None]
    highest = _highest_between(salience)
    own = salience[:, None]
    rank = np.empty(count)
    rank[np.argsort(-salience, kind="stable")] = index
    found = np.empty((len(SALIENCE_FEATURES), count, count), np.float32)
    for number, values in enumerate((
        np.log1p(kept[high] - kept[inner]), none_between * before, none_between * ~before, own, salience,
        own - salience, highest > own, (own - highest).clip(-_FAR, _FAR), (rank == 0)[:, None], np.log1p(rank)[:, None],
    )):  # fmt: skip
        found[number] = values
    return found


def _highest_between(salience: Floats) -> Floats:
    """The highest salience strictly between two sentences, (N, N); very low where there is none between."""
    count = len(salience)
    after = np.triu(np.ones((count, count), bool), 1)
    running = np.maximum.accumulate(np.where(after, salience, _LOWEST), axis=1)
    highest = np.full((count, count), _LOWEST, np.float32)
    highest[:, 1:] = running[:, :-1]
    highest[~after] = _LOWEST
    return np.maximum(highest, highest.T)
