"""Training EMGN (the paper's Algorithm 1): fit the pseudo graphs and refine them, jointly.

Each epoch draws from its own generator, seeded by (seed, epoch). A killed run therefore resumes after its last
complete epoch and ends with the same weights as an uninterrupted one.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import fingerprint, make_folder, write_file
from mindgist.graph.emgn import WORDS, EmgnGraph, Vocabulary
from mindgist.learn.checkpoint import check_settings, resume, save_checkpoint, save_state
from mindgist.learn.detector import Batch, GraphDetector, Scorer
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.learn.refinement import Refinement, refine

Validate = Callable[[EmgnGraph], dict[str, float]]
"""Measures a network. The measure ``validation`` decides which epoch is the best."""


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """The settings of a training run; the defaults are the paper's."""

    scorer: Scorer = "bilinear"
    refinement: Refinement = "children"
    refinement_weight: float = 0.01  # the paper's lambda
    samples: int = 1  # for each document in each epoch
    learning_rate: float = 1e-4
    batch: int = 64  # documents
    patience: int = 3  # epochs without a better validation score before training stops
    max_epochs: int = 200
    seed: int = 0


def use_threads(count: int) -> None:
    """Set how many cores torch uses in this process."""
    torch.set_num_threads(count)


def batch_of(articles: Sequence[AnnotatedArticle], vocabulary: Vocabulary) -> tuple[Batch, Tensor]:
    """Return the articles side by side, and their graphs padded to one size, shape (D, N, N)."""
    batch = Batch.of([[vocabulary.numbers(sentence) for sentence in one.sentences] for one in articles])
    most = batch.places.shape[1]
    targets = np.zeros((len(articles), most, most), dtype=np.float32)
    for row, one in enumerate(articles):
        count = len(one.sentences)
        targets[row, :count, :count] = one.graph
    return batch, torch.from_numpy(targets)


def graph_loss(scores: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """Return the mean square error of each document's scores, averaged over documents (the paper's equation 10).

    Scores and targets have shape (D, N, N). The diagonal is left out: ``RelationGraph`` sets it to 1.
    """
    size = scores.shape[1]
    inside = torch.arange(size) < counts[:, None]
    mask = inside[:, :, None] & inside[:, None, :] & ~torch.eye(size, dtype=torch.bool)
    squares = torch.where(mask, (scores - targets) ** 2, 0).sum(dim=(1, 2))
    return (squares / mask.sum(dim=(1, 2)).clamp(min=1)).mean()


class Trainer:
    """One training run in a folder. A run that was stopped resumes from its last complete epoch.

    ``epochs`` has the measures of each epoch. ``validated_on`` identifies the validation data, such as a benchmark's
    fingerprint: a run resumes only with the same settings and the same data.
    """

    def __init__(
        self, folder: Path, config: TrainingConfig, examples: Sequence[AnnotatedArticle], vocabulary: Vocabulary,
        vectors: NDArray[np.float32], validated_on: str = "",
    ) -> None:  # fmt: skip
        if not examples:
            raise ModelError("there is no article to train on")
        self.folder, self.config, self.vocabulary = folder, config, vocabulary
        self.examples = list(examples)
        self.detector = GraphDetector(vectors, config.scorer).initialize(config.seed)
        # fused: one pass over the parameters; with 1.5 million of them a step costs 2 ms instead of 20
        self._optimizer = torch.optim.Adam(self.detector.parameters(), lr=config.learning_rate, fused=True)
        texts = [text for one in self.examples for text in (one.article.id, *one.sentences, one.highlights)]
        graphs = (one.graph.tobytes() for one in self.examples)
        data = fingerprint("\n".join([*texts, *vocabulary.words]), *graphs)[:16]
        self.settings = asdict(config) | {"articles": len(examples), "data": data, "validated_on": validated_on}
        check_settings(make_folder(folder) / "settings.json", self.settings)
        record = resume(folder, self.detector, self._optimizer)
        self.epochs: list[dict[str, float]] = record["epochs"] if record else []

    @property
    def best(self) -> int:
        """The index of the epoch with the best validation score; the first one among equals."""
        return max(range(len(self.epochs)), key=lambda epoch: (self.epochs[epoch]["validation"], -epoch))

    @property
    def has_ended(self) -> bool:
        """Whether there were as many epochs as allowed, or too many without a better validation score."""
        count = len(self.epochs)
        return count >= self.config.max_epochs or (count > 0 and count - 1 - self.best >= self.config.patience)

    def run(self, validate: Validate, on_batch: Callable[[int, int, int], None] | None = None) -> None:
        """Train until the validation score has not risen for ``patience`` epochs; the best network is saved.

        ``on_batch(epoch, documents_done, documents)`` is called after each batch.
        """
        while not self.has_ended:
            epoch = len(self.epochs)
            start = time.process_time()
            measures = self._run_epoch(epoch, on_batch)
            seconds = time.process_time() - start
            weights = self.detector.state_dict()
            network = EmgnGraph({name: tensor.numpy() for name, tensor in weights.items()}, self.vocabulary)
            self.epochs.append(measures | validate(network) | {"seconds": seconds})
            if self.best == epoch:
                training = self.settings | {"epochs": epoch + 1} | self.epochs[epoch]
                config = {"words": len(self.vocabulary), "training": training}
                write_file(self.folder / WORDS, "\n".join(self.vocabulary.words) + "\n")
                save_checkpoint(self.folder, "emgn", weights, config)
            save_state(self.folder, self.detector, self._optimizer, {"epochs": self.epochs})

    def _run_epoch(self, epoch: int, on_batch: Callable[[int, int, int], None] | None) -> dict[str, float]:
        """Train on all articles once and return the means of the losses and rewards."""
        generator = np.random.default_rng((self.config.seed, epoch))
        order = generator.permutation(len(self.examples)).tolist()
        sums: Counter[str] = Counter()
        for start in range(0, len(order), self.config.batch):
            examples = [self.examples[index] for index in order[start : start + self.config.batch]]
            loss, measures = self._loss(examples, generator)
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            for name, value in measures.items():
                sums[name] += value * len(examples)  # type: ignore[assignment]
            if on_batch:
                on_batch(epoch, start + len(examples), len(order))
        return {name: value / len(order) for name, value in sums.items()}

    def _loss(
        self, examples: Sequence[AnnotatedArticle], generator: np.random.Generator
    ) -> tuple[Tensor, dict[str, float]]:
        """Return the joint loss of a batch (the paper's equation 11) and its parts."""
        batch, targets = batch_of(examples, self.vocabulary)
        scores = self.detector(batch)
        fit = graph_loss(scores, targets, batch.sentence_counts)
        config = self.config
        loss, reward, baseline = refine(scores, examples, config.refinement, config.samples, generator)
        parts = {"graph_loss": fit.item(), "refine_loss": loss.item(), "reward": reward, "baseline": baseline}
        return fit + config.refinement_weight * loss, parts
