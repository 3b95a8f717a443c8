"""How far scores are from the pseudo graphs (the paper's equation 10)."""

import torch
from torch import Tensor


def pairs_mask(counts: Tensor, most: int) -> Tensor:
    """The cells that stand for two different sentences of a document, shape (D, most, most).

    A sentence's score for itself is 1 by definition (RelationGraph sets it), so there is nothing to learn there.
    """
    inside = torch.arange(most) < counts[:, None]
    return inside[:, :, None] & inside[:, None, :] & ~torch.eye(most, dtype=torch.bool)


def graph_loss(scores: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """The mean square error of each document's scores, then the mean over documents; both of shape (D, N, N)."""
    mask = pairs_mask(counts, scores.shape[1])
    squares = torch.where(mask, (scores - targets) ** 2, 0).sum(dim=(1, 2))
    return (squares / mask.sum(dim=(1, 2)).clamp(min=1)).mean()
