"""Fragments: sentences that say nothing by themselves, a word or two, or one that its speaker broke off.

Annotated maps keep none of the few in their texts. That is too few for a network to learn from, while transcripts and
badly split texts are full of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MAX_WORDS = 2  # "Nothing.", "[Emphasis added]"
MAX_WORDS_BROKEN_OFF = 9  # "See, this is the little –"
_DASHES = ("-", "–", "—")


def are_fragments(texts: Sequence[str], lengths: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which sentences are fragments; ``lengths`` are their numbers of words."""
    broken_off = np.fromiter((text.endswith(_DASHES) for text in texts), bool, len(texts))
    return np.asarray((lengths <= MAX_WORDS) | (broken_off & (lengths <= MAX_WORDS_BROKEN_OFF)))
