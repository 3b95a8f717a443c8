"""MRDMF's detector (Wei et al., IJCAI 2019): every pair of sentences is scored by itself, on GloVe vectors.

A bidirectional GRU reads each sentence; multi-hop self-attention (Lin et al. 2017) looks at its states from several
sides, each hop giving one vector; a gated recurrent network goes through the hops' comparisons of the two sentences,
[a; b; a * b; |a - b|], and its last state decides. Nothing but the two sentences is seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.errors import ModelError
from mindgist.files import write_file
from mindgist.graph.vocabulary import Vocabulary, padded
from mindgist.learn.bare import bare
from mindgist.learn.checkpoint import load_checkpoint, save_checkpoint
from mindgist.learn.glove import WordVectors, vocabulary_of
from mindgist.learn.pairs import Pair
from mindgist.learn.resumable import resume_training, save_training
from mindgist.learn.teacher import Graph

KIND = "mrdmf"
_TRAINING = "mrdmf-training"
_WORDS = "vocabulary.txt"
_PAIRS = 4096  # compared at a time, which bounds the memory


@dataclass(frozen=True, slots=True)
class MrdmfSettings:
    """The network and its training."""

    hidden: int = 50  # of each direction, and of the network over the hops
    hops: int = 4
    attention: int = 50
    dropout: float = 0.2
    tuned: bool = True  # the words' vectors learn, too
    learning_rate: float = 1e-3
    batch: int = 128
    epochs: int = 2
    save_every: int = 200  # steps
    seed: int = 0


class PairDetector(nn.Module):
    """The network; sentences come as numbers of words, (sentences, words), and their lengths."""

    def __init__(self, vectors: Tensor, settings: MrdmfSettings) -> None:
        super().__init__()
        width = 2 * settings.hidden
        self.vectors = nn.Embedding.from_pretrained(vectors, freeze=not settings.tuned, padding_idx=0)
        self.reader = nn.GRU(vectors.shape[1], settings.hidden, batch_first=True, bidirectional=True)
        self.inner = nn.Linear(width, settings.attention, bias=False)
        self.hops = nn.Linear(settings.attention, settings.hops, bias=False)
        self.compare = nn.GRU(4 * width, settings.hidden, batch_first=True)
        self.dropout = nn.Dropout(settings.dropout)
        self.score = nn.Linear(settings.hidden, 1)

    def encode(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """Each sentence from several sides: (sentences, hops, 2 · hidden). Padding takes no part."""
        packed = nn.utils.rnn.pack_padded_sequence(
            self.dropout(self.vectors(numbers)), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        weights = self.hops(torch.tanh(self.inner(states)))  # (sentences, words, hops)
        real = torch.arange(states.shape[1]) < lengths[:, None]
        weights = weights.masked_fill(~real[:, :, None], float("-inf")).softmax(dim=1)
        return weights.transpose(1, 2) @ states

    def match(self, governors: Tensor, governed: Tensor) -> Tensor:
        """The scores of encoded pairs before the sigmoid: (pairs, hops, d) twice to (pairs,)."""
        sides = torch.cat([governors, governed, governors * governed, (governors - governed).abs()], dim=-1)
        _, last = self.compare(sides)
        return self.score(self.dropout(last[-1])).squeeze(-1)

    def match_all(self, governors: Tensor, governed: Tensor) -> Tensor:
        """What ``match`` gives for each of these with each of those: (m, hops, d) and (n, hops, d) to (m, n).

        The network over the hops multiplies [a; b; a * b; |a - b|] by one matrix. The parts of a and of b are the
        sentences' own: computed once a sentence and not once a pair, half of the work is saved.
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
    """A trained detector with its vocabulary."""

    def __init__(self, network: PairDetector, vocabulary: Vocabulary, settings: MrdmfSettings) -> None:
        self.network = network.eval()
        self.vocabulary = vocabulary
        self.settings = settings

    @torch.inference_mode()
    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """The governing scores of every ordered pair of each article's sentences."""
        return [self._graph(self._encoded(sentences)) for sentences in articles]

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """How likely the first sentence of each pair governs the second, shape (pairs,)."""
        texts, first, second = _rows_of(pairs)
        return np.asarray(self._scores(texts, first, second).numpy())

    def _encoded(self, sentences: Sequence[str]) -> Tensor:
        return torch.cat([self.network.encode(*_numbers(part, self.vocabulary)) for part in _parts(sentences)])

    def _graph(self, encoded: Tensor) -> Graph:
        rows = encoded.split(max(1, _PAIRS // len(encoded)))
        scores = torch.cat([self.network.match_all(part, encoded) for part in rows])
        return np.asarray(torch.sigmoid(scores).numpy())

    def _scores(self, sentences: Sequence[str], first: Tensor, second: Tensor) -> Tensor:
        encoded = self._encoded(sentences)
        return torch.cat(
            [
                torch.sigmoid(self.network.match(encoded[left], encoded[right]))
                for left, right in zip(first.split(_PAIRS), second.split(_PAIRS), strict=True)
            ]
        )


def train_mrdmf(
    pairs: Sequence[Pair],
    glove: WordVectors,
    folder: Path,
    settings: MrdmfSettings | None = None,
    report: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> Mrdmf:
    """A detector trained on pairs, going on where a run in this folder was stopped; ``report`` as in fine-tuning."""
    settings = settings or MrdmfSettings()
    torch.manual_seed(settings.seed)
    texts, first, second = _rows_of(pairs)
    vocabulary, vectors = vocabulary_of(map(bare, texts), glove)
    network = PairDetector(torch.from_numpy(vectors), settings)
    numbers = [vocabulary.numbers(bare(text)) for text in texts]
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    optimizer = torch.optim.Adam([one for one in network.parameters() if one.requires_grad], lr=settings.learning_rate)
    batches = _batches(len(pairs), settings)
    kept = asdict(settings) | {"pairs": len(pairs)}
    done = resume_training(folder / "training", _TRAINING, network, optimizer, kept)
    network.train()
    for step, rows in enumerate(batches[done:], start=done):
        torch.manual_seed(settings.seed * 1_000_003 + step)  # its own dropout: a stopped run ends like an unbroken one
        used, places = torch.cat([first[rows], second[rows]]).unique(return_inverse=True)
        table, lengths = padded([numbers[row] for row in used.tolist()])
        encoded = network.encode(torch.from_numpy(table), torch.from_numpy(lengths))
        left, right = places.split(len(rows))
        loss = nn.functional.binary_cross_entropy_with_logits(network.match(encoded[left], encoded[right]), truth[rows])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        report(step + 1, len(batches), loss.item())
        if (step + 1) % settings.save_every == 0 and step + 1 < len(batches):
            save_training(folder / "training", _TRAINING, network, optimizer, kept, step + 1)
    return Mrdmf(network, vocabulary, settings)


def _batches(pairs: int, settings: MrdmfSettings) -> list[Tensor]:
    """The rows of every batch of every epoch, in an order that the seed decides."""
    generator = torch.Generator().manual_seed(settings.seed)
    orders = [torch.randperm(pairs, generator=generator) for _ in range(settings.epochs)]
    return [rows for order in orders for rows in order.split(settings.batch)]


def save_mrdmf(folder: Path, model: Mrdmf) -> None:
    """Write a detector and its vocabulary."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / _WORDS, "\n".join(model.vocabulary.words) + "\n")
    save_checkpoint(folder, KIND, model.network.state_dict(), {"settings": asdict(model.settings)})


def load_mrdmf(folder: Path) -> Mrdmf:
    """A saved detector."""
    weights, config = load_checkpoint(folder, KIND)
    try:
        vocabulary = Vocabulary((folder / _WORDS).read_text(encoding="utf-8").splitlines())
        settings = MrdmfSettings(**config["settings"])
        network = PairDetector(torch.zeros_like(weights["vectors.weight"]), settings)
        network.load_state_dict(weights)
    except (OSError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"the model in {folder} is damaged: {error}") from error
    return Mrdmf(network, vocabulary, settings)


def _rows_of(pairs: Sequence[Pair]) -> tuple[list[str], Tensor, Tensor]:
    """The pairs' texts, each once, and the rows of each pair's first and second."""
    rows: dict[str, int] = {}
    first = [rows.setdefault(pair.governor, len(rows)) for pair in pairs]
    second = [rows.setdefault(pair.governed, len(rows)) for pair in pairs]
    return list(rows), torch.tensor(first, dtype=torch.long), torch.tensor(second, dtype=torch.long)


def _parts(sentences: Sequence[str], size: int = 256) -> list[Sequence[str]]:
    return [sentences[start : start + size] for start in range(0, len(sentences), size)]


def _numbers(sentences: Sequence[str], vocabulary: Vocabulary) -> tuple[Tensor, Tensor]:
    table, lengths = padded([vocabulary.numbers(bare(sentence)) for sentence in sentences])
    return torch.from_numpy(table), torch.from_numpy(lengths)
