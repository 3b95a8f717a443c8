"""The fast teacher: each sentence is embedded once, and a small head scores every pair of vectors.

A cross-encoder reads every pair together, N² readings for an article; this one reads N sentences. The head sees
[u; v; u * v; |u - v|; u · v]: the two vectors keep their places, so the governor and the governed are told apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.learn.checkpoint import load_checkpoint, save_checkpoint
from mindgist.learn.embeddings import Embed, SentenceEncoder, of_bare
from mindgist.learn.pairs import Pair
from mindgist.learn.teacher import Graph

KIND = "fast-teacher"


@dataclass(frozen=True, slots=True)
class HeadSettings:
    """The head and its training."""

    hidden: int = 256
    dropout: float = 0.5
    weight_decay: float = 0.1
    learning_rate: float = 5e-4
    batch: int = 256
    epochs: int = 5
    seed: int = 0


class PairHead(nn.Module):
    """Scores ordered pairs of unit vectors: one hidden layer over [u; v; u * v; |u - v|; u · v], before the sigmoid.

    The cosine u · v is a sum of u * v, but the best single feature: given by itself, few pairs teach what it is worth.
    """

    def __init__(self, size: int, settings: HeadSettings) -> None:
        super().__init__()
        self._scale = size**0.5  # a unit vector's components are of the order of size ** -0.5; layers like them at 1
        self.governor = nn.Linear(size, settings.hidden)
        self.governed = nn.Linear(size, settings.hidden, bias=False)
        self.product = nn.Linear(size, settings.hidden, bias=False)
        self.difference = nn.Linear(size, settings.hidden, bias=False)
        self.cosine = nn.Linear(1, settings.hidden, bias=False)
        self.dropout = nn.Dropout(settings.dropout)
        self.score = nn.Linear(settings.hidden, 1)

    def forward(self, governors: Tensor, governed: Tensor) -> Tensor:
        """The scores of pairs that broadcast against each other: (…, size), (…, size) to (…).

        One linear layer over the five parts is the sum of five; so written, those of u and of v are computed once
        a sentence and not once a pair.
        """
        governors, governed = self._scale * governors, self._scale * governed
        product = governors * governed
        hidden = self.governor(governors) + self.governed(governed)
        hidden = hidden + self.product(product) + self.difference((governors - governed).abs())
        hidden = hidden + self.cosine(product.mean(dim=-1, keepdim=True))
        return self.score(self.dropout(torch.relu(hidden))).squeeze(-1)


class FastTeacher:
    """A head and what embeds for it."""

    def __init__(self, embed: Embed, head: PairHead) -> None:
        self._embed = embed
        self._head = head.eval()

    @torch.inference_mode()
    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """The governing scores of every ordered pair of each article's sentences; all are embedded together."""
        vectors = torch.from_numpy(self._embed([sentence for article in articles for sentence in article]))
        parts = vectors.split([len(article) for article in articles])
        return [torch.sigmoid(self._head(part[:, None], part[None, :])).numpy() for part in parts]

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """How likely the first sentence of each pair governs the second, shape (pairs,)."""
        scores = self._head(*_vectors_of(pairs, self._embed))
        return np.asarray(torch.sigmoid(scores).numpy())


def train_head(
    pairs: Sequence[Pair],
    embed: Embed,
    settings: HeadSettings | None = None,
    report: Callable[[int, float], None] = lambda epoch, loss: None,
) -> PairHead:
    """A head trained on pairs; ``report`` is told each epoch's mean loss."""
    settings = settings or HeadSettings()
    torch.manual_seed(settings.seed)
    governors, governed = _vectors_of(pairs, embed)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    head = PairHead(governors.shape[1], settings)
    optimizer = torch.optim.AdamW(head.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)
    for epoch in range(settings.epochs):
        losses = []
        for rows in torch.randperm(len(pairs)).split(settings.batch):
            loss = nn.functional.binary_cross_entropy_with_logits(head(governors[rows], governed[rows]), truth[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        report(epoch, float(np.mean(losses)))
    return head.eval()


def save_fast_teacher(folder: Path, head: PairHead, settings: HeadSettings, encoder: str) -> None:
    """Write a head, and the name of the transformer that embeds for it."""
    config = {"encoder": encoder, "size": head.governor.in_features, "head": asdict(settings)}
    save_checkpoint(folder, KIND, head.state_dict(), config)


def load_fast_teacher(
    folder: Path, encoder: str | None = None, wrap: Callable[[SentenceEncoder], Embed] = of_bare
) -> FastTeacher:
    """A saved fast teacher; ``encoder`` says where its transformer is, if not where it was; ``wrap`` may cache it."""
    weights, config = load_checkpoint(folder, KIND)
    head = PairHead(int(config["size"]), HeadSettings(**config["head"]))
    head.load_state_dict(weights)
    return FastTeacher(wrap(SentenceEncoder(encoder or str(config["encoder"]))), head)


def _vectors_of(pairs: Sequence[Pair], embed: Embed) -> tuple[Tensor, Tensor]:
    """The vectors of the pairs' first and second sentences, each text embedded once."""
    rows: dict[str, int] = {}
    for pair in pairs:
        rows.setdefault(pair.governor, len(rows))
        rows.setdefault(pair.governed, len(rows))
    vectors = torch.from_numpy(embed(list(rows)))
    first = torch.tensor([rows[pair.governor] for pair in pairs], dtype=torch.long)
    second = torch.tensor([rows[pair.governed] for pair in pairs], dtype=torch.long)
    return vectors[first], vectors[second]
