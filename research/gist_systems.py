"""The simple ways to a short label that gists are compared with, and how labels are scored."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mindgist.evaluate.gists import gist_score, words_of
from mindgist.labels.candidates import FEWEST, MOST
from mindgist.labels.snippets import key_snippet
from mindgist.labels.words import COMMA, DASH, EDGE, POINT, STRONG, gap_flags, pieces
from mindgist.learn.shortenings import Shortening

Shorten = Callable[[Sequence[str]], list[str]]


def scores(shorten: Shorten, pairs: Sequence[Shortening]) -> dict[str, Any]:
    """Percent, over pairs that share at least 70 and at least 80 % of the highlight's words; the length in words."""
    labels = shorten([one.sentence for one in pairs])
    found = 100 * np.array([gist_score(label, one.highlight) for label, one in zip(labels, pairs, strict=True)])
    near = np.array([one.shared >= 0.8 for one in pairs])
    length = np.array([len(words_of(label)) for label in labels])
    ordered = [_in_order(words_of(label), words_of(one.sentence)) for label, one in zip(labels, pairs, strict=True)]
    return {
        "pairs": len(pairs), "score": found.mean(), "standard error": _error(found),
        "pairs of 80 %": int(near.sum()), "score of 80 %": found[near].mean(),
        "standard error of 80 %": _error(found[near]), "median words": float(np.median(length)),
        "most words": int(length.max()), "words in order": 100 * float(np.mean(ordered)),
    }  # fmt: skip


def _error(values: np.ndarray) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0


def _in_order(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


def first_words(sentence: str, words: int) -> str:
    """The first words of a sentence."""
    parts = pieces(sentence)
    return "".join(parts[1 : 2 * words])


def first_clause(sentence: str) -> str:
    """Up to the first mark that leaves at least three words, twelve at most."""
    parts = pieces(sentence)
    for count, gap in enumerate(parts[2::2], start=1):
        if count == MOST or (count >= FEWEST and gap_flags(gap) & (COMMA | DASH | POINT | STRONG | EDGE)):
            return "".join(parts[1 : 2 * count])
    return sentence


SIMPLE: dict[str, Shorten] = {
    "whole sentence": list,
    "first 8 words": lambda sentences: [first_words(sentence, 8) for sentence in sentences],
    "first 10 words": lambda sentences: [first_words(sentence, 10) for sentence in sentences],
    "first clause": lambda sentences: [first_clause(sentence) for sentence in sentences],
    "RAKE snippet": lambda sentences: [key_snippet(sentence) for sentence in sentences],
}
