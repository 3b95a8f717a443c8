"""Features of pairs from the salience of sentences, such as whether i is the last salient sentence before j.

Which sentences a map keeps is not decided yet when pairs are scored. So where a feature counts the kept sentences
between two others, it adds up their probabilities of being kept.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats, Layout

SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

MAX_LEAD = 3.0  # log-odds; a larger lead in salience says no more
NO_SALIENCE = np.float32(-9)  # log-odds; where there is no sentence between two others


def salience_features(salience: Floats) -> Floats:
    """The features of every pair, shape (features, N, N), from the log-odds that each sentence is kept, shape (N,)."""
    count = len(salience)
    found = np.empty((len(SALIENCE_FEATURES), count * count), np.float32)
    fill_salience_features(found, salience, Layout.of_one_paragraph(count))
    return found.reshape(-1, count, count)


def fill_salience_features(found: Floats, salience: Floats, layout: Layout) -> None:
    """Fill in the features of the pairs of a batch, shape (features, pairs)."""
    first, second = layout.of_governor, layout.of_governed
    probability = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    after = layout.distance > 0
    none_between = np.exp(_between(np.log1p(-probability), after, layout))
    rank = _ranks(salience, layout)
    own, other, highest = first(salience), second(salience), _highest_between(salience, rank, layout)
    for number, values in enumerate((
        np.log1p(_between(probability, after, layout)), none_between * after, none_between * ~after, own, other,
        own - other, highest > own, (own - highest).clip(-MAX_LEAD, MAX_LEAD), first(rank == 0), first(np.log1p(rank)),
    )):  # fmt: skip
        found[number] = values


def _between(values: Floats, after: NDArray[np.bool_], layout: Layout) -> NDArray[np.float64]:
    """For each pair, the sum over the sentences between its two."""
    table = np.zeros((len(layout.counts), int(layout.counts.max()) + 1))
    table[layout.document, layout.index + 1] = values
    sums = np.cumsum(table, axis=1)
    until, with_it = sums[layout.document, layout.index], sums[layout.document, layout.index + 1]
    first, second = layout.of_governor, layout.of_governed
    found = np.where(after, second(until) - first(with_it), first(until) - second(with_it))
    found[layout.first_pairs + layout.index] = 0  # a sentence and itself
    return found


def _ranks(salience: Floats, layout: Layout) -> NDArray[np.intp]:
    """The rank of each sentence in its document, from 0 for the most salient."""
    rank = np.empty(len(salience), np.intp)
    rank[np.lexsort((-salience, layout.document))] = layout.index
    return rank


def _highest_between(salience: Floats, rank: NDArray[np.intp], layout: Layout) -> Floats:
    """For each pair, the highest salience strictly between its two sentences.

    One running maximum goes over the rows of all governors. It uses ranks, to which the number of the row is added as
    the higher digits, so that it starts anew in each row.
    """
    most = int(layout.counts.max()) + 1
    strength = (layout.count - rank).astype(np.int32)  # from 1 on; 0 is for none
    rows = layout.governor * np.int32(most)
    keys = np.maximum.accumulate(np.where(layout.distance > 0, layout.of_governed(strength), 0) + rows)
    found = np.zeros_like(keys)
    found[1:] = keys[:-1]
    found -= rows
    found[layout.distance <= 1] = 0
    table = np.full((len(layout.counts), most), NO_SALIENCE, np.float32)
    table[layout.document, strength] = salience
    found += layout.of_governor((layout.document * most).astype(np.int32))
    highest = np.take(table.reshape(-1), found)
    turned = np.take(highest, layout.of_governed(layout.first_pairs) + layout.of_governor(layout.index))
    return np.asarray(np.maximum(highest, turned))
