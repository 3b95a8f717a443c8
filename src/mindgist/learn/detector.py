"""The graph detector: from the words of a document to who governs whom (the paper's section 2.2).

The network only scores. What is made of the scores (losses, samples, trees) is elsewhere.

Shapes: D documents of at most N sentences; S sentences of all of them, of at most L words; H hidden numbers a way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.graph.vocabulary import padded

Scorer = Literal["bilinear", "biaffine"]

# Sentences are encoded in groups of like length, so that little time goes to padding. All groups are of one size, and
# their lengths are rounded up, because the LSTM's kernel is compiled anew for every new shape: with few shapes an
# epoch takes a third of the time (and a fifth of what a packed sequence over the whole batch takes).
_GROUP = 128
_STEP = 5


@dataclass(frozen=True, slots=True)
class DetectorConfig:
    """The network's shape; the defaults are the paper's."""

    vector: int = 50  # numbers in a word's vector
    hidden: int = 25  # hidden numbers of each LSTM, each way
    scorer: Scorer = "bilinear"
    deviation: float = 0.02  # every parameter but the words' vectors starts from N(0, deviation)


@dataclass(frozen=True, eq=False)
class Batch:
    """Documents side by side: all their sentences in one list, and where each document's sentences are in it."""

    words: Tensor  # (S, L) numbers of words, padded
    word_counts: Tensor  # (S,)
    places: Tensor  # (D, N) rows of `words`; beyond a document's own sentences, any
    sentence_counts: Tensor  # (D,)

    @classmethod
    def of(cls, documents: Sequence[Sequence[Sequence[int]]]) -> "Batch":
        """The batch of documents that are given as sentences of word numbers."""
        words, word_counts = padded([sentence for document in documents for sentence in document])
        ends = accumulate((len(document) for document in documents), initial=0)
        places, sentence_counts = padded([range(start, end) for start, end in pairwise(ends)])
        return cls(*map(torch.from_numpy, (words, word_counts, places, sentence_counts)))


class GraphDetector(nn.Module):
    """Scores every ordered pair of a document's sentences, in one pass over all of them."""

    def __init__(self, config: DetectorConfig, vectors: NDArray) -> None:
        """Make a network with these vectors for its words, shape (words, config.vector)."""
        super().__init__()
        self.config = config
        both = 2 * config.hidden
        self.vectors = nn.Parameter(torch.tensor(vectors, dtype=torch.get_default_dtype()))
        self.word_encoder = BothWays(config.vector, config.hidden)
        self.sentence_encoder = BothWays(both, config.hidden)
        self.start = nn.Linear(both, both)
        self.end = nn.Linear(both, both)
        self.bilinear = nn.Parameter(torch.empty(both, both))
        self.bias = nn.Parameter(torch.empty(()))
        if config.scorer == "biaffine":
            self.start_weight = nn.Parameter(torch.empty(both))
            self.end_weight = nn.Parameter(torch.empty(both))

    def initialize(self, seed: int) -> "GraphDetector":
        """Draw every parameter but the words' vectors from N(0, deviation)."""
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name != "vectors":
                    parameter.normal_(0, self.config.deviation, generator=generator)
        return self

    def forward(self, batch: Batch) -> Tensor:
        """Scores in (0, 1), shape (D, N, N); cells beyond a document's sentences hold anything."""
        sentences = self._sentence_vectors(batch.words, batch.word_counts)  # (S, 2H)
        documents = sentences[batch.places].transpose(0, 1)  # (N, D, 2H)
        hidden = self.sentence_encoder(documents, batch.sentence_counts).transpose(0, 1)  # (D, N, 2H)
        start, end = self.start(hidden), self.end(hidden)
        scores = (start @ self.bilinear) @ end.transpose(1, 2) + self.bias
        if self.config.scorer == "biaffine":
            scores = scores + (start @ self.start_weight)[:, :, None] + (end @ self.end_weight)[:, None, :]
        return torch.sigmoid(scores)

    def _sentence_vectors(self, words: Tensor, counts: Tensor) -> Tensor:
        """The largest of each hidden number over a sentence's words, shape (S, 2H)."""
        order = torch.argsort(counts, stable=True)
        missing = -len(order) % min(_GROUP, len(order))
        rows = torch.cat([order, order[-1:].expand(missing)])
        counts = counts[rows]
        words = nn.functional.pad(words[rows], (0, -words.shape[1] % _STEP)).T  # (L, S)
        back = words.gather(0, reversal(len(words), counts))
        groups = counts.split(_GROUP)
        longest = [-(-int(group[-1]) // _STEP) * _STEP for group in groups]
        # The vectors of all groups are taken at once: each time costs a gradient as large as the whole table.
        numbers = [
            torch.stack([way[:length] for way in ways])
            for length, *ways in zip(longest, words.split(_GROUP, dim=1), back.split(_GROUP, dim=1), strict=True)
        ]
        flat = nn.functional.embedding(torch.cat([one.flatten() for one in numbers]), self.vectors)
        vectors = flat.split([one.numel() for one in numbers])
        found = [
            self._pooled(vector.view(*number.shape, -1), group)
            for vector, number, group in zip(vectors, numbers, groups, strict=True)
        ]
        return torch.cat(found)[: len(order)][torch.argsort(order)]

    def _pooled(self, vectors: Tensor, counts: Tensor) -> Tensor:
        """From the vectors of a group's words, onward and reversed, (2, L, S, d), to (S, 2H)."""
        ways = [
            way(one)[0] for way, one in zip((self.word_encoder.onward, self.word_encoder.back), vectors, strict=True)
        ]
        padding = torch.arange(vectors.shape[1])[:, None, None] >= counts[:, None]
        return torch.cat([hidden.masked_fill(padding, -torch.inf).amax(dim=0) for hidden in ways], dim=1)


class BothWays(nn.Module):
    """A bidirectional LSTM over sequences of different lengths.

    The way back reads each sequence reversed within its own length, so that padding comes last either way and
    never reaches a state that counts.
    """

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.onward = nn.LSTM(size, hidden)
        self.back = nn.LSTM(size, hidden)

    def forward(self, sequences: Tensor, counts: Tensor) -> Tensor:
        """From (T, B, size), counts (B,), to (T, B, 2 hidden); what stands beyond a sequence's count is meaningless."""
        onward, _ = self.onward(sequences)
        places = reversal(len(sequences), counts)
        columns = torch.arange(sequences.shape[1])
        back, _ = self.back(sequences[places, columns])
        return torch.cat([onward, back[places, columns]], dim=-1)


def reversal(length: int, counts: Tensor) -> Tensor:
    """Where each step of a sequence goes when it is reversed within its own count, shape (length, B)."""
    steps = torch.arange(length)[:, None]
    return torch.where(steps < counts, counts - 1 - steps, steps)  # its own inverse
