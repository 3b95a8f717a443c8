"""Texts in other languages than English: their centre and salience, from features that know no language.

A sentence is the centre the earlier it comes and the more of the text's words it shares, above all the first one,
unless it is as short as a title. A sentence is salient if it comes early, is long, is like the first one and unlike the
one before it.
"""

from collections.abc import Mapping

import numpy as np

from mindgist.document import Document
from mindgist.graph.features import SENTENCE_FEATURES
from mindgist.graph.relation_graph import Floats

# The weights of the features in log-odds, set by hand: features and signs are those of a regression on the English maps
# that the networks were trained on; the sizes were chosen on maps of seven other languages (docs/experiments.md).
CENTRE_WEIGHTS = {
    "whole so far": -1.2, "place": 1.6, "like the first": 7.0, "centroid": 8.0, "novelty": 1.5, "ends openly": -2.5,
    "starts with a quotation": -3.0,
}  # fmt: skip
FIRST_BONUS = 0.5  # for the first sentence, times the logarithm of the number of sentences
NO_TITLE_BONUS = 3.0  # for the first sentence, if it is no title
MAX_TITLE_LENGTH = -0.5  # logarithm of a title's length, less that of the mean sentence
SALIENCE_WEIGHTS = {
    "index": -0.6, "relative length": 0.5, "like the first": 3.6, "like the one before": -4.0, "recurs": 1.4,
}  # fmt: skip
# Main branches: most kept sentences are right below the centre, as far as they can be taken in at a glance.
BRANCHES_SHARE = 0.6  # of the sentences
MAX_BRANCHES = 20
_SAMPLE = 2_000  # characters, by which the script of a text is recognised


def is_other_language(document: Document) -> bool:
    """Whether a document is in another language than English: in one that is recognised, or in another script."""
    if document.language:
        return document.language != "en"
    sample = document.text[:_SAMPLE]
    return len(sample.encode("ascii", "ignore")) < len(sample) / 2


def centre_logits(sentences: Floats) -> Floats:
    """The logits that each sentence is the centre, up to a constant, from the raw features; shape (N,)."""
    logits = _weighted(sentences, CENTRE_WEIGHTS)
    is_title = sentences[0, SENTENCE_FEATURES.index("relative length")] <= MAX_TITLE_LENGTH
    logits[0] += FIRST_BONUS * (np.log(len(logits) + 1) - 1) + (0 if is_title else NO_TITLE_BONUS)
    return logits


def salience_logits(sentences: Floats) -> Floats:
    """The logits that each sentence is kept, up to a constant, from the raw features; shape (N,)."""
    return _weighted(sentences, SALIENCE_WEIGHTS)


def usual_branches(count: int) -> float:
    """How many main branches people draw for a text of so many sentences."""
    return min(BRANCHES_SHARE * count, MAX_BRANCHES)


def _weighted(sentences: Floats, weights: Mapping[str, float]) -> Floats:
    columns = [SENTENCE_FEATURES.index(name) for name in weights]
    return np.asarray(sentences[:, columns] @ np.array(list(weights.values()), np.float32))
