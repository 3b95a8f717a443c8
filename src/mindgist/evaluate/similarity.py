"""The similarity of two texts.

Sim is the mean of ROUGE-1, ROUGE-2 and ROUGE-L F1 with stemming. Maps are scored with it, and it is the reward of
EMGN's refinement.

ROUGE knows the words of English only: letters other than a to z end a word. For other languages, each word is written
as a code of such letters first, without stemming, and in scripts without spaces each character is a word.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rouge_score_rs import RougeScorer

from mindgist.languages.scripts import SCRIPTS, UNSPACED

ROUGE = ("rouge1", "rouge2", "rougeL")
_SCORER = RougeScorer(list(ROUGE), use_stemmer=True)
_UNSPACED = "".join(SCRIPTS[script] for script in UNSPACED)
_ANY_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def rouge(lefts: Sequence[str], rights: Sequence[str]) -> NDArray[np.float64]:
    """ROUGE-1, ROUGE-2 and ROUGE-L F1 of each pair of texts, shape (texts, 3)."""
    scored = _SCORER.score_batch(list(lefts), list(rights))
    return np.array([[pair[kind].fmeasure for kind in ROUGE] for pair in scored]).reshape(-1, len(ROUGE))


def similarities(lefts: Sequence[str], rights: Sequence[str]) -> NDArray[np.float64]:
    """Sim of each pair of texts, between 0 and 1, shape (texts,)."""
    return np.asarray(rouge(lefts, rights).mean(axis=1))


class SimilarityTo:
    """The similarity of other texts, English or in any script, to a fixed list; each pair is computed only once."""

    def __init__(self, texts: Sequence[str], any_script: bool = False) -> None:
        self._code = _in_codes if any_script else str
        self._texts = [self._code(text) for text in texts]
        self._known: dict[str, NDArray[np.float64]] = {}

    def rouge(self, others: Sequence[str]) -> NDArray[np.float64]:
        """ROUGE-1, ROUGE-2 and ROUGE-L F1 of all pairs; shape (texts, others, 3)."""
        new = [text for text in dict.fromkeys(others) if text not in self._known]
        coded = [self._code(text) for text in new]
        values = rouge(self._texts * len(new), [text for text in coded for _ in self._texts])
        self._known.update(zip(new, values.reshape(len(new), len(self._texts), len(ROUGE)), strict=True))
        if not others:
            return np.zeros((len(self._texts), 0, len(ROUGE)))
        return np.stack([self._known[text] for text in others], axis=1)


def _in_codes(text: str) -> str:
    """The words of a text as codes that ROUGE takes for words; the 0 at their ends keeps the stemmer off."""
    return " ".join(f"w{word.encode().hex()}0" for word in _ANY_WORD.findall(text.lower()))
