"""The baseline MRDMF (Wei et al., IJCAI 2019): scores each pair of sentences by itself, from GloVe vectors.

A bidirectional GRU reads each sentence. Multi-hop self-attention (Lin et al. 2017) turns its states into one vector
for each hop. A second GRU reads the comparisons [a; b; a * b; |a - b|] of the two sentences, one for each hop, and its
last state gives the score.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.errors import ModelError
from mindgist.graph.vocabulary import Vocabulary, padded
from mindgist.learn.checkpoint import load_checkpoint, load_vocabulary, save_checkpoint, save_vocabulary
from mindgist.learn.glove import WordVectors, vocabulary_of
from mindgist.learn.pairs import Pair, rows_of, strip_style
from mindgist.learn.teacher import Graph
from mindgist.learn.training_state import train_steps

KIND = "mrdmf"
_MAX_PAIRS = 4096  # scored at a time, which bounds the memory
_MAX_SENTENCES = 256  # encoded at a time


@dataclass(frozen=True, slots=True)
class MrdmfSettings:
    """Settings of the network and its training."""

    hidden: int = 50  # size of each direction, and of the GRU over the hops
    hops: int = 4
    attention: int = 50
    dropout: float = 0.2
    learning_rate: float = 1e-3
    batch: int = 128
    epochs: int = 2
    save_every: int = 200  # steps
    seed: int = 0


class PairDetector(nn.Module):
    """The network. Sentences are given as word numbers, shape (sentences, words), and lengths."""

    def __init__(self, vectors: Tensor, settings: MrdmfSettings) -> None:
        super().__init__()
        width = 2 * settings.hidden
        self.vectors = nn.Embedding.from_pretrained(vectors, freeze=False, padding_idx=0)
        self.reader = nn.GRU(vectors.shape[1], settings.hidden, batch_first=True, bidirectional=True)
        self.inner = nn.Linear(width, settings.attention, bias=False)
        self.hops = nn.Linear(settings.attention, settings.hops, bias=False)
        self.compare = nn.GRU(4 * width, settings.hidden, batch_first=True)
        self.dropout = nn.Dropout(settings.dropout)
        self.score = nn.Linear(settings.hidden, 1)

    def encode(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """Return the attended states of each sentence, shape (sentences, hops, 2 · hidden)."""
        packed = nn.utils.rnn.pack_padded_sequence(
            self.dropout(self.vectors(numbers)), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        weights = self.hops(torch.tanh(self.inner(states)))  # (sentences, words, hops)
        real = torch.arange(states.shape[1]) < lengths[:, None]
        weights = weights.masked_fill(~real[:, :, None], float("-inf")).softmax(dim=1)
        return weights.transpose(1, 2) @ states

    def match(self, governors: Tensor, governed: Tensor) -> Tensor:
        """Return the logits of encoded pairs: twice (pairs, hops, d) to (pairs,)."""
        sides = torch.cat([governors, governed, governors * governed, (governors - governed).abs()], dim=-1)
        _, last = self.compare(sides)
        return self.score(self.dropout(last[-1])).squeeze(-1)

    def match_all(self, governors: Tensor, governed: Tensor) -> Tensor:
        """Return ``match`` of all combinations: (m, hops, d) and (n, hops, d) to (m, n).

        The GRU over the hops multiplies [a; b; a * b; |a - b|] by one matrix. Its terms of a and of b are computed
        once for each sentence instead of each pair, which halves the work.
        """
        weights = dict(self.compare.named_parameters())
        of_governor, of_governed, of_product, of_difference = weights["weight_ih_l0"].chunk(4, dim=1)
        last = governors.new_zeros(len(governors), len(governed), self.compare.hidden_size)
        for left, right in zip(governors.unbind(dim=1), governed.unbind(dim=1), strict=True):
            rows, columns = left[:, None], right[None, :]
            given = (rows * columns) @ of_product.T + (rows - columns).abs() @ of_difference.T
            given = given + (left @ of_governor.T + weights["bias_ih_l0"])[:, None] + right @ of_governed.T
            kept = nn.functional.linear(last, weights["weight_hh_l0"], weights["bias_hh_l0"])
            (reset, update, new), (kept_reset, kept_update, kept_new) = given.chunk(3, dim=-1), kept.chunk(3, dim=-1)
            candidate = torch.tanh(new + torch.sigmoid(reset + kept_reset) * kept_new)
            last = torch.lerp(candidate, last, torch.sigmoid(update + kept_update))
        return self.score(self.dropout(last)).squeeze(-1)


class Mrdmf:
    """A trained network with its vocabulary."""

    def __init__(self, network: PairDetector, vocabulary: Vocabulary, settings: MrdmfSettings) -> None:
        self.network = network.eval()
        self.vocabulary = vocabulary
        self.settings = settings

    @torch.inference_mode()
    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """Return the scores of all ordered pairs of each article's sentences."""
        return [self._graph(self._encoded(sentences)) for sentences in articles]

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Return the probability that each pair's first sentence governs its second, shape (pairs,)."""
        texts, first, second = rows_of(pairs)
        encoded = self._encoded(texts)
        parts = torch.tensor([first, second]).split(_MAX_PAIRS, dim=1)
        scores = torch.cat([self.network.match(encoded[left], encoded[right]) for left, right in parts])
        return np.asarray(torch.sigmoid(scores).numpy())

    def _encoded(self, sentences: Sequence[str]) -> Tensor:
        numbers = [self.vocabulary.numbers(strip_style(sentence)) for sentence in sentences]
        parts = (padded(numbers[start : start + _MAX_SENTENCES]) for start in range(0, len(numbers), _MAX_SENTENCES))
        return torch.cat(
            [self.network.encode(torch.from_numpy(table), torch.from_numpy(lengths)) for table, lengths in parts]
        )

    def _graph(self, encoded: Tensor) -> Graph:
        rows = encoded.split(max(1, _MAX_PAIRS // len(encoded)))
        scores = torch.cat([self.network.match_all(part, encoded) for part in rows])
        return np.asarray(torch.sigmoid(scores).numpy())


def train_mrdmf(
    pairs: Sequence[Pair],
    glove: WordVectors,
    folder: Path,
    settings: MrdmfSettings | None = None,
    on_step: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> Mrdmf:
    """Train on pairs, resuming a stopped run in this folder. ``on_step(step, steps, loss)`` follows each step."""
    settings = settings or MrdmfSettings()
    torch.manual_seed(settings.seed)
    texts, first, second = rows_of(pairs)
    vocabulary, vectors = vocabulary_of(map(strip_style, texts), glove)
    network = PairDetector(torch.from_numpy(vectors), settings)
    numbers = [vocabulary.numbers(strip_style(text)) for text in texts]
    sides = torch.tensor([first, second])  # (2, pairs)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    optimizer = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
    batches = _batches(len(pairs), settings)

    def loss_of_step(step: int) -> Tensor:
        rows = batches[step]
        used, places = sides[:, rows].flatten().unique(return_inverse=True)
        table, lengths = padded([numbers[row] for row in used.tolist()])
        encoded = network.encode(torch.from_numpy(table), torch.from_numpy(lengths))
        left, right = places.split(len(rows))
        return nn.functional.binary_cross_entropy_with_logits(network.match(encoded[left], encoded[right]), truth[rows])

    run = asdict(settings) | {"pairs": len(pairs)}
    train_steps(
        folder / "training", network, optimizer, run, loss_of_step, len(batches), settings.save_every, 5.0, on_step
    )
    return Mrdmf(network, vocabulary, settings)


def _batches(pairs: int, settings: MrdmfSettings) -> list[Tensor]:
    """Return the rows of each batch of each epoch, in random order."""
    generator = torch.Generator().manual_seed(settings.seed)
    orders = [torch.randperm(pairs, generator=generator) for _ in range(settings.epochs)]
    return [rows for order in orders for rows in order.split(settings.batch)]


def save_mrdmf(folder: Path, model: Mrdmf) -> None:
    """Write a network and its vocabulary."""
    save_vocabulary(folder, model.vocabulary)
    save_checkpoint(folder, KIND, model.network.state_dict(), {"settings": asdict(model.settings)})


def load_mrdmf(folder: Path) -> Mrdmf:
    """Load a saved network."""
    weights, config = load_checkpoint(folder, KIND)
    try:
        vocabulary = load_vocabulary(folder)
        settings = MrdmfSettings(**config["settings"])
        network = PairDetector(torch.zeros_like(weights["vectors.weight"]), settings)
        network.load_state_dict(weights)
    except (OSError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"the model in {folder} is damaged: {error}") from error
    return Mrdmf(network, vocabulary, settings)
