"""The baseline MRDMF (Wei et al., IJCAI 2019): train it on sentence pairs and score its row of tables 1 and 2.

    python research/mrdmf.py --benchmark DIR --corpus DIR

Seeds that are recorded are not run again. MRDMF scores each pair of sentences by itself, from GloVe
vectors. A bidirectional GRU reads each sentence. Multi-hop self-attention (Lin et al. 2017) turns its states into one
vector for each hop. A second GRU reads the comparisons [a; b; a * b; |a - b|] of the two sentences, one for each hop,
and its last state gives the score.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from library import BY_NAME, add_seed, seeds_of
from mindgist.document import Document
from mindgist.graph import Relate
from mindgist.graph.emgn import Vocabulary
from mindgist.learn.corpus import Pair, accuracy_and_f1, make_pairs, strip_style, training_articles
from mindgist.learn.detector import padded
from mindgist.learn.emgn_recipe import WordVectors, read_glove, vocabulary_of
from mindgist.learn.teachers import Teacher
from mindgist.mapper import MindMapper
from mindgist.systems import tree_named
from tables_1_and_2 import record_teacher, score

KIND = "mrdmf"
ARTICLES = 2500  # whose pairs are used
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


class Mrdmf(Teacher):
    """A trained network with its vocabulary."""

    def __init__(self, network: PairDetector, vocabulary: Vocabulary) -> None:
        self.network, self.vocabulary = network.eval(), vocabulary

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the scores of all ordered pairs of each article's sentences."""
        return [
            self.probabilities([Pair(one, other, False) for one in article for other in article]).reshape(
                len(article), len(article)
            )
            for article in articles
        ]

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
        return torch.cat([self.network.encode(*part) for part in parts])


def rows_of(pairs: Sequence[Pair]) -> tuple[list[str], list[int], list[int]]:
    """Return the distinct texts of the pairs, and the rows of each pair's first and second text."""
    rows: dict[str, int] = {}
    first = [rows.setdefault(pair.governor, len(rows)) for pair in pairs]
    second = [rows.setdefault(pair.governed, len(rows)) for pair in pairs]
    return list(rows), first, second


def train_mrdmf(pairs: Sequence[Pair], glove: WordVectors, settings: MrdmfSettings) -> Mrdmf:
    """Train on pairs."""
    torch.manual_seed(settings.seed)
    texts, first, second = rows_of(pairs)
    vocabulary, vectors = vocabulary_of(map(strip_style, texts), glove)
    network = PairDetector(torch.from_numpy(vectors), settings)
    numbers = [vocabulary.numbers(strip_style(text)) for text in texts]
    sides = torch.tensor([first, second])  # (2, pairs)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    optimizer = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
    for step, rows in enumerate(_batches(len(pairs), settings)):
        torch.manual_seed(settings.seed * 1_000_003 + step)  # of the dropout, as when the row was recorded
        used, places = sides[:, rows].flatten().unique(return_inverse=True)
        encoded = network.encode(*padded([numbers[row] for row in used.tolist()]))
        left, right = places.split(len(rows))
        scores = network.match(encoded[left], encoded[right])
        loss = nn.functional.binary_cross_entropy_with_logits(scores, truth[rows])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
    return Mrdmf(network, vocabulary)


def _batches(pairs: int, settings: MrdmfSettings) -> list[Tensor]:
    """Return the rows of each batch of each epoch, in random order."""
    generator = torch.Generator().manual_seed(settings.seed)
    orders = [torch.randperm(pairs, generator=generator) for _ in range(settings.epochs)]
    return [rows for order in orders for rows in order.split(settings.batch)]


def main() -> None:
    """Train MRDMF with each seed that is not recorded, and record its scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", type=Path, required=True, help="the folder of dev.jsonl and test-open.jsonl")
    parser.add_argument("--corpus", type=Path, required=True)
    options = parser.parse_args()
    recorded = {entry["seed"] for entry in seeds_of(KIND)}
    for seed in range(BY_NAME[KIND].seeds):
        if seed not in recorded:
            add_seed(KIND, seed, run_seed(seed, options.corpus, options.benchmark), options.benchmark)


def run_seed(seed: int, corpus: Path, benchmark: Path) -> dict[str, Any]:
    """Train the model of a seed, record its accuracy on held-out pairs, and return the scores of its maps."""
    articles = training_articles(corpus, ARTICLES)
    pairs = make_pairs(articles)
    start = time.process_time()
    model = train_mrdmf(pairs.train, read_glove(), MrdmfSettings(seed=seed))
    seconds = time.process_time() - start
    accuracy, f1 = accuracy_and_f1(model.probabilities(pairs.test), pairs.test)
    sizes = {"articles": len(articles), "pairs": len(pairs.train), "held_out_pairs": len(pairs.test)}
    record_teacher(KIND, seed, sizes | {"accuracy": accuracy, "f1": f1, "seconds": seconds}, benchmark)
    return score(MindMapper(model, tree_named("recursive", seed)), benchmark)


def untrained_graph(documents: Sequence[Document]) -> Relate:
    """Return MRDMF with the words of these documents and random weights, for table 3: training changes no time."""
    pairs = [Pair(one.plain, one.plain, True) for document in documents for one in document.sentences]
    return train_mrdmf(pairs, read_glove(), MrdmfSettings(epochs=0))


if __name__ == "__main__":
    main()
