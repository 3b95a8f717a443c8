"""Sim, the similarity of two texts: the mean of ROUGE-1, ROUGE-2 and ROUGE-L F1 with stemming.

Maps are scored with it, and it is the reward of EMGN's refinement.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from rouge_score_rs import RougeScorer

ROUGE = ("rouge1", "rouge2", "rougeL")


@cache
def _scorer() -> RougeScorer:
    return RougeScorer(list(ROUGE), use_stemmer=True)


def similarities(lefts: Sequence[str], rights: Sequence[str]) -> NDArray[np.float64]:
    """Sim of each pair of texts, between 0 and 1, shape (texts,)."""
    scored = _scorer().score_batch(list(lefts), list(rights))
    return np.array([sum(pair[kind].fmeasure for kind in ROUGE) / len(ROUGE) for pair in scored])


class SimilarityTo:
    """The similarity of other texts to a fixed list of texts; each pair is computed only once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)
        self._known: dict[str, NDArray[np.float64]] = {}

    def rouge(self, others: Sequence[str]) -> NDArray[np.float64]:
        """ROUGE-1, ROUGE-2 and ROUGE-L F1 of all pairs; shape (texts, others, 3)."""
        new = [text for text in dict.fromkeys(others) if text not in self._known]
        scored = _scorer().score_batch(self._texts * len(new), [text for text in new for _ in self._texts])
        values = np.array([[pair[kind].fmeasure for kind in ROUGE] for pair in scored])
        values = values.reshape(len(new), len(self._texts), len(ROUGE))
        self._known.update(zip(new, values, strict=True))
        if not others:
            return np.zeros((len(self._texts), 0, len(ROUGE)))
        return np.stack([self._known[text] for text in others], axis=1)
