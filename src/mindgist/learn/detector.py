"""The graph detector: from the words of a document to its relation graph (the paper's section 2.2).

Shapes: D documents of at most N sentences; S sentences in total, of at most L words; H hidden units per direction.
"""

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from typing import Literal

import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from mindgist.graph.emgn import PADDING

Scorer = Literal["bilinear", "biaffine"]

HIDDEN = 25  # units of each LSTM, per direction, as in the paper
DEVIATION = 0.02  # parameters other than word vectors start from N(0, DEVIATION), as in the paper

# Sentences are encoded in groups of similar length, which saves padding. Groups have one size and lengths are rounded
# up, because the LSTM's kernel is compiled again for each new shape: an epoch then takes a third of the time (and a
# fifth of what one packed sequence for the whole batch takes).
_GROUP = 128  # sentences
_LENGTH_STEP = 5  # words

Documents = Sequence[Sequence[Sequence[int]]]  # given as sentences of word numbers


class GraphDetector(nn.Module):
    """Scores all ordered pairs of a document's sentences in one pass; starts from word vectors, shape (words, size)."""

    def __init__(
        self, vectors: NDArray, scorer: Scorer = "bilinear", seed: int = 0, deviation: float = DEVIATION,
        hidden: int = HIDDEN,
    ) -> None:  # fmt: skip
        super().__init__()
        self.scorer = scorer
        both = 2 * hidden
        self.vectors = nn.Parameter(torch.tensor(vectors, dtype=torch.get_default_dtype()))
        self.word_encoder = BidirectionalLstm(vectors.shape[1], hidden)
        self.sentence_encoder = BidirectionalLstm(both, hidden)
        self.start = nn.Linear(both, both)
        self.end = nn.Linear(both, both)
        self.bilinear = nn.Parameter(torch.empty(both, both))
        self.bias = nn.Parameter(torch.empty(()))
        if scorer == "biaffine":
            self.start_weight = nn.Parameter(torch.empty(both))
            self.end_weight = nn.Parameter(torch.empty(both))
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name != "vectors":
                    parameter.normal_(0, deviation, generator=generator)

    def forward(self, documents: Documents) -> Tensor:
        """Return scores in (0, 1), shape (D, N, N); padded cells are undefined."""
        sentences = self._sentence_vectors(*padded(list(chain.from_iterable(documents))))  # (S, 2H)
        ends = accumulate((len(document) for document in documents), initial=0)
        places, counts = padded([range(start, end) for start, end in pairwise(ends)])  # of the sentences of each
        hidden = self.sentence_encoder(sentences[places].transpose(0, 1), counts).transpose(0, 1)  # (D, N, 2H)
        start, end = self.start(hidden), self.end(hidden)
        scores = (start @ self.bilinear) @ end.transpose(1, 2) + self.bias
        if self.scorer == "biaffine":
            scores = scores + (start @ self.start_weight)[:, :, None] + (end @ self.end_weight)[:, None, :]
        return torch.sigmoid(scores)

    def _sentence_vectors(self, words: Tensor, counts: Tensor) -> Tensor:
        """From word numbers (S, L), padded, and their counts (S,) to max-pooled hidden states (S, 2H)."""
        order = torch.argsort(counts, stable=True)
        missing = -len(order) % min(_GROUP, len(order))
        rows = torch.cat([order, order[-1:].expand(missing)])
        counts = counts[rows]
        words = nn.functional.pad(words[rows], (0, -words.shape[1] % _LENGTH_STEP)).T  # (L, S)
        ways = torch.stack([words, words.gather(0, reversal(len(words), counts))])  # (2, L, S)
        groups = counts.split(_GROUP)
        longest = [-(-int(group[-1]) // _LENGTH_STEP) * _LENGTH_STEP for group in groups]
        # One lookup for all groups: each lookup costs a gradient as large as the whole table.
        numbers = [group[:, :length] for group, length in zip(ways.split(_GROUP, dim=2), longest, strict=True)]
        flat = nn.functional.embedding(torch.cat([one.flatten() for one in numbers]), self.vectors)
        vectors = flat.split([one.numel() for one in numbers])
        found = []
        for vector, number, group in zip(vectors, numbers, groups, strict=True):
            ways = vector.view(*number.shape, -1)  # (2, L, S, d)
            hidden = (self.word_encoder.forward_lstm(ways[0])[0], self.word_encoder.backward_lstm(ways[1])[0])
            padding = torch.arange(ways.shape[1])[:, None, None] >= group[:, None]
            found.append(torch.cat([one.masked_fill(padding, -torch.inf).amax(dim=0) for one in hidden], dim=1))
        return torch.cat(found)[: len(order)][torch.argsort(order)]


class BidirectionalLstm(nn.Module):
    """A bidirectional LSTM. Sequences are reversed within their own lengths, so padding comes last both ways."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.forward_lstm = nn.LSTM(size, hidden)
        self.backward_lstm = nn.LSTM(size, hidden)

    def forward(self, sequences: Tensor, counts: Tensor) -> Tensor:
        """From (T, B, size) and counts (B,) to (T, B, 2 hidden); steps beyond a sequence's count are undefined."""
        forward, _ = self.forward_lstm(sequences)
        places = reversal(len(sequences), counts)
        columns = torch.arange(sequences.shape[1])
        backward, _ = self.backward_lstm(sequences[places, columns])
        return torch.cat([forward, backward[places, columns]], dim=-1)


def reversal(length: int, counts: Tensor) -> Tensor:
    """Return the positions that reverse each sequence within its own count, shape (length, B)."""
    steps = torch.arange(length)[:, None]
    return torch.where(steps < counts, counts - 1 - steps, steps)  # its own inverse


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Return rows of different lengths as one table, padded with ``PADDING``, and their lengths."""
    table = pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=PADDING)
    return table, torch.tensor([len(row) for row in rows])
