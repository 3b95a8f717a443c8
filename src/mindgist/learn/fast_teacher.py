"""The fast teacher: a transformer embeds each sentence once, and a small head scores pairs of vectors.

A cross-encoder needs N² passes for an article of N sentences, the fast teacher N. The head takes
[u; v; u * v; |u - v|; u · v] and is not symmetric, so it distinguishes the governor from the governed sentence.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.learn.checkpoint import load_checkpoint, save_checkpoint
from mindgist.learn.embeddings import Embed, SentenceEncoder
from mindgist.learn.pairs import Pair, rows_of

KIND = "fast-teacher"


@dataclass(frozen=True, slots=True)
class HeadSettings:
    """Settings of the head and its training."""

    hidden: int = 256
    dropout: float = 0.5
    weight_decay: float = 0.1
    learning_rate: float = 5e-4
    batch: int = 256
    epochs: int = 5
    seed: int = 0


class PairHead(nn.Module):
    """One hidden layer over [u; v; u * v; |u - v|; u · v] of two unit vectors; returns logits.

    The cosine u · v is a feature of its own because it is the best single one and few pairs then suffice to weigh it.
    """

    def __init__(self, size: int, settings: HeadSettings) -> None:
        super().__init__()
        self.settings = settings
        self._scale = size**0.5  # scales the components of a unit vector to the order of 1
        self.governor = nn.Linear(size, settings.hidden)
        self.governed, self.product, self.difference = (nn.Linear(size, settings.hidden, bias=False) for _ in range(3))
        self.cosine = nn.Linear(1, settings.hidden, bias=False)
        self.dropout = nn.Dropout(settings.dropout)
        self.score = nn.Linear(settings.hidden, 1)

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
        own = {"size": self._head.governor.in_features, "head": asdict(self._head.settings)}
        save_checkpoint(folder, KIND, self._head.state_dict(), own | config)

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


def train_head(pairs: Sequence[Pair], embed: Embed, settings: HeadSettings) -> PairHead:
    """Train a head on pairs, which takes seconds."""
    torch.manual_seed(settings.seed)
    governors, governed = _vectors_of(pairs, embed)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    head = PairHead(governors.shape[1], settings)
    optimizer = torch.optim.AdamW(head.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(pairs)).split(settings.batch):
            loss = nn.functional.binary_cross_entropy_with_logits(head(governors[rows], governed[rows]), truth[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return head.eval()


def load_fast_teacher(folder: Path, cache: Path | None = None) -> FastTeacher:
    """Load a fast teacher; ``cache`` keeps sentence vectors."""
    weights, config = load_checkpoint(folder, KIND)
    head = PairHead(int(config["size"]), HeadSettings(**config["head"]))
    head.load_state_dict(weights)
    return FastTeacher(SentenceEncoder(str(config["transformer"]), cache), head)


def _vectors_of(pairs: Sequence[Pair], embed: Embed) -> tuple[Tensor, Tensor]:
    """Return the vectors of the pairs' first and second sentences; each text is embedded once."""
    texts, first, second = rows_of(pairs)
    vectors = torch.from_numpy(embed(texts))
    return vectors[first], vectors[second]
