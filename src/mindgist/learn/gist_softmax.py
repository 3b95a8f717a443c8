"""What the lessons for gists have in common: distributions over the candidates of each sentence."""

import math

import torch
from torch import Tensor

from mindgist.learn.gist_examples import Batch


def rate(done: float) -> float:
    """The share of the learning rate: it rises for a tenth of the time, and falls to nothing as a cosine does."""
    return done / 0.1 if done < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (done - 0.1) / 0.9)


def sums(values: Tensor, batch: Batch) -> Tensor:
    """Of the candidates of each sentence."""
    return torch.zeros(len(batch.inside), dtype=values.dtype).index_add(0, batch.which, values)


def log_softmax(scores: Tensor, batch: Batch) -> Tensor:
    """Over the candidates of each sentence."""
    least = torch.full((len(batch.inside),), -torch.inf)
    top = least.scatter_reduce(0, batch.which, scores.detach(), "amax")[batch.which]
    return scores - top - sums((scores - top).exp(), batch).log()[batch.which]
