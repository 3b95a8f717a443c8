"""What the importance of sentences tells about their pairs: whether i is the last one that matters before j, and so on.

Which sentences a map keeps is not known yet where pairs are judged. Each sentence is kept with some chance, so what
would count the sentences kept between two others counts chances.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats, Layout

SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

_FAR = 3.0  # a lead in salience that is as good as any larger one
_LOWEST = np.float32(-9)


def salience_features(salience: Floats) -> Floats:
    """For every pair (i, j), from the log-odds (N,) that each sentence is kept; shape (features, N, N)."""
    count = len(salience)
    found = np.empty((len(SALIENCE_FEATURES), count * count), np.float32)
    fill_salience_features(found, salience, Layout.plain(count))
    return found.reshape(-1, count, count)


def fill_salience_features(found: Floats, salience: Floats, layout: Layout) -> None:
    """The same for the pairs of several documents, put into rows that are there."""
    first, second = layout.of_governor, layout.of_governed
    chance = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    after = layout.ahead > 0
    none_between = np.exp(_between(np.log1p(-chance), after, layout))
    rank = _ranks(salience, layout)
    own, other, highest = first(salience), second(salience), _highest_between(salience, rank, layout)
    for number, values in enumerate((
        np.log1p(_between(chance, after, layout)), none_between * after, none_between * ~after, own, other, own - other,
        highest > own, (own - highest).clip(-_FAR, _FAR), first(rank == 0), first(np.log1p(rank)),
    )):  # fmt: skip
        found[number] = values


def _between(values: Floats, after: NDArray[np.bool_], layout: Layout) -> NDArray[np.float64]:
    """The sum over the sentences between the two of each pair."""
    table = np.zeros((len(layout.counts), int(layout.counts.max()) + 1))
    table[layout.document, layout.index + 1] = values
    sums = np.cumsum(table, axis=1)
    until, with_it = sums[layout.document, layout.index], sums[layout.document, layout.index + 1]
    first, second = layout.of_governor, layout.of_governed
    found = np.where(after, second(until) - first(with_it), first(until) - second(with_it))
    found[layout.rows + layout.index] = 0  # a sentence and itself
    return found


def _ranks(salience: Floats, layout: Layout) -> NDArray[np.intp]:
    """Each sentence's rank in its document, the strongest first."""
    rank = np.empty(len(salience), np.intp)
    rank[np.lexsort((-salience, layout.document))] = layout.index
    return rank


def _highest_between(salience: Floats, rank: NDArray[np.intp], layout: Layout) -> Floats:
    """The highest salience strictly between two sentences; very low where there is none between.

    The running maximum goes over all governors' rows at once, in ranks: a row's number, before them, makes each row
    begin anew.
    """
    most = int(layout.counts.max()) + 1
    strength = (layout.count - rank).astype(np.int32)  # from 1 on; 0 is for none
    rows = layout.governor * np.int32(most)
    keys = np.maximum.accumulate(np.where(layout.ahead > 0, layout.of_governed(strength), 0) + rows)
    found = np.zeros_like(keys)
    found[1:] = keys[:-1]
    found -= rows
    found[layout.ahead <= 1] = 0
    table = np.full((len(layout.counts), most), _LOWEST, np.float32)
    table[layout.document, strength] = salience
    found += layout.of_governor((layout.document * most).astype(np.int32))
    highest = np.take(table.reshape(-1), found)
    turned = np.take(highest, layout.of_governed(layout.rows) + layout.of_governor(layout.index))
    return np.asarray(np.maximum(highest, turned))
