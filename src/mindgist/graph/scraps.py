"""Sentences that say nothing by themselves: a word or two, or what its speaker broke off.

Of the few in the texts of people's maps none is kept, too few for a network to learn that from; talk and badly cut text
are full of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_FEW = 2  # words: "Nothing.", "[Emphasis added]"
_BROKEN_OFF = 9  # words at most: "See, this is the little –"
_DASHES = ("-", "–", "—")


def scraps(texts: Sequence[str], lengths: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which sentences are scraps; ``lengths`` are their numbers of words."""
    open_ended = np.fromiter((text.endswith(_DASHES) for text in texts), bool, len(texts))
    return np.asarray((lengths <= _FEW) | (open_ended & (lengths <= _BROKEN_OFF)))
