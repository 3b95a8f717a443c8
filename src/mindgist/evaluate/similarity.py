"""How alike two texts are: Sim, the mean of ROUGE-1, ROUGE-2 and ROUGE-L F1 with stemming.

The one definition of likeness: maps are scored with it, and training is rewarded by it.
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
    """Sim of each left text with the right text in the same place, between 0 and 1, shape (texts,)."""
    scored = _scorer().score_batch(list(lefts), list(rights))
    return np.array([sum(pair[kind].fmeasure for kind in ROUGE) / len(ROUGE) for pair in scored])


class Likeness:
    """Compares one fixed list of texts with any others, and never the same pair twice."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)
        self._known: dict[str, NDArray[np.float64]] = {}

    def rouge(self, others: Sequence[str]) -> NDArray[np.float64]:
        """ROUGE-1, ROUGE-2 and ROUGE-L F1 of every pair; shape (texts, others, 3)."""
        new = [text for text in dict.fromkeys(others) if text not in self._known]
        scored = _scorer().score_batch(self._texts * len(new), [text for text in new for _ in self._texts])
        values = np.array([[pair[kind].fmeasure for kind in ROUGE] for pair in scored])
        values = values.reshape(len(new), len(self._texts), len(ROUGE))
        self._known.update(zip(new, values, strict=True))
        if not others:
            return np.zeros((len(self._texts), 0, len(ROUGE)))
        return np.stack([self._known[text] for text in others], axis=1)
