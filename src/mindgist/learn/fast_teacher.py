"""The fast teacher: a transformer embeds each sentence once, and a small head scores pairs of vectors.

A cross-encoder needs N² passes for an article of N sentences, the fast teacher N. The head takes
[u; v; u * v; |u - v|; u · v] and is not symmetric, so it distinguishes the governor from the governed sentence.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from mindgist.errors import ModelError
from mindgist.graph.emgn import WEIGHTS
from mindgist.learn.checkpoint import checkpoint_config, save_checkpoint
from mindgist.learn.embeddings import Embed, SentenceEncoder
from mindgist.learn.pairs import Pair

KIND = "fast-teacher"
EPOCHS = 5
LEARNING_RATE = 5e-4
WEIGHT_DECAY = 0.1
BATCH = 256  # pairs
HIDDEN = 256  # units of the head
DROPOUT = 0.5


class PairHead(nn.Module):
    """One hidden layer over [u; v; u * v; |u - v|; u · v] of two unit vectors; returns logits.

    The cosine u · v is a feature of its own because it is the best single one and few pairs then suffice to weigh it.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._scale = size**0.5  # scales the components of a unit vector to the order of 1
        self.governor = nn.Linear(size, HIDDEN)
        self.governed, self.product, self.difference = (nn.Linear(size, HIDDEN, bias=False) for _ in range(3))
        self.cosine = nn.Linear(1, HIDDEN, bias=False)
        self.dropout = nn.Dropout(DROPOUT)
        self.score = nn.Linear(HIDDEN, 1)

    def forward(self, governors: Tensor, governed: Tensor) -> Tensor:
        """Return the logits of pairs that broadcast against each other: (…, size), (…, size) to (…).

        The layer is written as a sum of five, so that the terms of u and of v are computed once for each sentence.
        """
        governors, governed = self._scale * governors, self._scale * governed
        product = governors * governed
        hidden = self.governor(governors) + self.governed(governed)
        hidden = hidden + self.product(product) + self.difference((governors - governed).abs())
        hidden = hidden + self.cosine(product.mean(dim=-1, keepdim=True))
        return self.score(self.dropout(torch.relu(hidden))).squeeze(-1)


class FastTeacher:
    """A head with its embedding."""

    def __init__(self, embed: Embed, head: PairHead) -> None:
        self._embed = embed
        self._head = head.eval()

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        """Write the head and its configuration."""
        save_checkpoint(folder, KIND, self._head.state_dict(), {"size": self._head.governor.in_features} | config)

    @torch.inference_mode()
    def graphs(self, articles: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the scores of all ordered pairs of each article's sentences; all are embedded in one call."""
        vectors = torch.from_numpy(self._embed([sentence for article in articles for sentence in article]))
        parts = vectors.split([len(article) for article in articles])
        return [torch.sigmoid(self._head(part[:, None], part[None, :])).numpy() for part in parts]

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Return the probability that each pair's first sentence governs its second, shape (pairs,)."""
        return np.asarray(torch.sigmoid(self._head(*_vectors_of(pairs, self._embed))).numpy())


def train_head(pairs: Sequence[Pair], embed: Embed, epochs: int = EPOCHS, seed: int = 0) -> PairHead:
    """Train a head on pairs, which takes seconds."""
    torch.manual_seed(seed)
    governors, governed = _vectors_of(pairs, embed)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    head = PairHead(governors.shape[1])
    optimizer = torch.optim.AdamW(head.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    for _ in range(epochs):
        for rows in torch.randperm(len(pairs)).split(BATCH):
            loss = nn.functional.binary_cross_entropy_with_logits(head(governors[rows], governed[rows]), truth[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return head.eval()


def load_fast_teacher(folder: Path) -> FastTeacher:
    """Load a fast teacher."""
    try:
        config, weights = checkpoint_config(folder), load_file(folder / WEIGHTS)
        head = PairHead(int(config["size"]))
        head.load_state_dict(weights)
        return FastTeacher(SentenceEncoder(str(config["transformer"])), head)
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ModelError(f"cannot load the fast teacher in {folder}: {error}") from error


def _vectors_of(pairs: Sequence[Pair], embed: Embed) -> tuple[Tensor, Tensor]:
    """Return the vectors of the pairs' first and second sentences."""
    sides = ([pair.governor for pair in pairs], [pair.governed for pair in pairs])
    governors, governed = (torch.from_numpy(embed(side)) for side in sides)
    return governors, governed
