"""The centre of texts in other languages than English, from features that know no language.

A sentence is the centre the earlier it comes and the more of the text's words it shares. A title or a question is not.
"""

import numpy as np

from mindgist.document import Document
from mindgist.graph.features import SENTENCE_FEATURES
from mindgist.graph.layout import Floats

# The weights of the features in log-odds, by a softmax regression on the annotated maps that the networks were trained
# on, rounded; "asks" (learned: -4) and "starts small" (learned: -0.6) were set by hand.
CENTRE_WEIGHTS = {
    "index": -1.24, "first": 1.0, "ends openly": -5.0, "asks": -3.0, "starts small": -2.0, "centroid": 6.5,
    "central": 4.1,
}  # fmt: skip
_SAMPLE = 2_000  # characters, by which the script of a text is recognised
_COLUMNS = [SENTENCE_FEATURES.index(name) for name in CENTRE_WEIGHTS]
_WEIGHTS = np.array(list(CENTRE_WEIGHTS.values()), np.float32)


def is_other_language(document: Document) -> bool:
    """Whether a document is in another language than English: in one that is recognised, or in another script."""
    if document.language:
        return document.language != "en"
    sample = document.text[:_SAMPLE]
    return len(sample.encode("ascii", "ignore")) < len(sample) / 2


def centre_logits(sentences: Floats) -> Floats:
    """The logits that each sentence is the centre, up to a constant, from the raw features; shape (N,)."""
    return np.asarray(sentences[:, _COLUMNS] @ _WEIGHTS)
