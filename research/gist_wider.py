"""A network of gists with more channels, which begins as the one that it is made of."""

import torch
from torch import Tensor

from mindgist.labels.gist_model import GistVocabulary
from mindgist.learn.gist_network import GistNetwork, NetworkShape

QUIET = 0.1  # of what new channels would say to the old ones at random: enough to learn by


@torch.no_grad()
def wider(old: GistNetwork, vocabulary: GistVocabulary, hidden: int, dropout: float) -> GistNetwork:
    """The same network with ``hidden`` channels; what the new ones hear is random, what they say is little."""
    before, candidate = old.head.in_features, len(old.aside)
    shape = NetworkShape(
        old.words.embedding_dim, old.endings.embedding_dim, old.shapes.embedding_dim, hidden, candidate
    )
    new = GistNetwork(vocabulary, shape, dropout)
    known = old.state_dict()
    for name, weight in new.state_dict().items():
        _begin(weight, known[name], before)
    return new


def _begin(weight: Tensor, known: Tensor, before: int) -> None:
    """Put what is known of a part into it; it may have more rows, and more columns after the first ones."""
    rows = len(known)
    if weight.ndim > 1 and weight.shape[1] > before:
        weight[:rows, before:] *= QUIET
    weight[tuple(slice(0, size) for size in known.shape)] = known
