"""Training EMGN (the paper's Algorithm 1): fit the pseudo graphs and refine them, jointly.

Each epoch draws from its own generator, seeded by (seed, epoch). A killed run therefore resumes after its last
complete epoch and ends with the same weights as an uninterrupted one.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import fingerprint, make_folder
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.checkpoint import save_detector
from mindgist.learn.detector import DetectorConfig, GraphDetector
from mindgist.learn.examples import batch_of
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.learn.refinement import DECISIONS, Refinement, RefinementLoss, nearest_root_loss, refine
from mindgist.learn.training_state import check_settings, read_record, resume, save_state

Validate = Callable[[GraphDetector, Vocabulary], dict[str, float]]
"""Measures a network. The measure ``validation`` decides which epoch is the best."""


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """The settings of a training run; the defaults are the paper's."""

    detector: DetectorConfig = field(default_factory=DetectorConfig)
    refinement: Refinement = "children"
    refinement_weight: float = 0.01  # the paper's lambda
    samples: int = 1  # for each document in each epoch
    learning_rate: float = 1e-4
    batch: int = 64  # documents
    patience: int = 3  # epochs without a better validation score before training stops
    max_epochs: int = 200
    seed: int = 0


@dataclass(frozen=True)
class TrainingHistory:
    """The settings of a run, the measures of each of its epochs, and whether it has ended."""

    settings: dict[str, Any]
    epochs: tuple[dict[str, float], ...]
    ended: bool

    @property
    def best(self) -> int:
        """The index of the epoch with the best validation score; the first one among equals."""
        return max(range(len(self.epochs)), key=lambda epoch: (self.epochs[epoch]["validation"], -epoch))


def read_history(folder: Path) -> TrainingHistory | None:
    """Return the history of the run in a folder, or None if there is no run."""
    record = read_record(folder)
    try:
        return TrainingHistory(record["settings"], tuple(record["epochs"]), record["ended"]) if record else None
    except (KeyError, TypeError) as error:
        raise ModelError(f"the training state in {folder} is damaged ({error!r}); train again") from error


def use_threads(count: int) -> None:
    """Set how many cores torch uses in this process."""
    torch.set_num_threads(count)


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

    ``validated_on`` identifies the validation data, such as a benchmark's fingerprint: a run resumes only on the same.
    """

    def __init__(
        self, folder: Path, config: TrainingConfig, examples: Sequence[AnnotatedArticle], vocabulary: Vocabulary,
        vectors: NDArray[np.float32], validated_on: str = "",
    ) -> None:  # fmt: skip
        if not examples:
            raise ModelError("there is no article to train on")
        self.folder, self.config, self.vocabulary = folder, config, vocabulary
        self._examples = list(examples)
        self.detector = GraphDetector(config.detector, vectors).initialize(config.seed)
        # fused: one pass over the parameters; with 1.5 million of them a step costs 2 ms instead of 20
        self._optimizer = torch.optim.Adam(self.detector.parameters(), lr=config.learning_rate, fused=True)
        settings = self._settings(validated_on)
        check_settings(make_folder(folder) / "settings.json", settings)
        resume(folder, self.detector, self._optimizer)
        self.history = read_history(folder) or TrainingHistory(settings, (), ended=False)

    def run(self, validate: Validate, on_batch: Callable[[int, int, int], None] | None = None) -> TrainingHistory:
        """Train until the validation score has not risen for ``patience`` epochs; the best network is saved.

        ``on_batch(epoch, documents_done, documents)`` is called after each batch.
        """
        while not self.history.ended:
            epoch = len(self.history.epochs)
            start = time.process_time()
            measures = self._run_epoch(epoch, on_batch)
            seconds = time.process_time() - start
            measures |= validate(self.detector, self.vocabulary) | {"seconds": seconds}
            history = replace(self.history, epochs=(*self.history.epochs, measures))
            ended = epoch - history.best >= self.config.patience or epoch + 1 >= self.config.max_epochs
            self.history = replace(history, ended=ended)
            if history.best == epoch:
                save_detector(self.folder, self.detector, self.vocabulary)
            save_state(self.folder, self.detector, self._optimizer, asdict(self.history))
        return self.history

    def _run_epoch(self, epoch: int, on_batch: Callable[[int, int, int], None] | None) -> dict[str, float]:
        """Train on all articles once and return the means of the losses and rewards."""
        generator = np.random.default_rng((self.config.seed, epoch))
        order = generator.permutation(len(self._examples)).tolist()
        sums: dict[str, float] = defaultdict(float)
        for start in range(0, len(order), self.config.batch):
            examples = [self._examples[index] for index in order[start : start + self.config.batch]]
            loss, measures = self._loss(examples, generator)
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            for name, value in measures.items():
                sums[name] += value * len(examples)
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
        refined = self._refinement_loss(scores, examples, generator)
        parts = {"graph_loss": fit.item(), "refine_loss": refined.loss.item()}
        parts |= {"reward": refined.reward, "baseline": refined.baseline}
        return fit + self.config.refinement_weight * refined.loss, parts

    def _refinement_loss(
        self, scores: Tensor, examples: Sequence[AnnotatedArticle], generator: np.random.Generator
    ) -> RefinementLoss:
        if self.config.refinement == "none":
            return RefinementLoss(torch.zeros(()), 0.0, 0.0)
        if self.config.refinement == "greedy":
            counts = [len(example.sentences) for example in examples]
            return RefinementLoss(
                nearest_root_loss(scores, counts, [example.nearest for example in examples]), 0.0, 0.0
            )
        sentences = [example.sentences for example in examples]
        highlights = [example.highlights for example in examples]
        decisions = DECISIONS[self.config.refinement]
        return refine(scores, sentences, highlights, decisions, self.config.samples, generator)

    def _settings(self, validated_on: str) -> dict[str, Any]:
        """Return what a resumed run must have in common with the run that was stopped."""
        data = "\n".join([*(example.article.id for example in self._examples), *self.vocabulary.words])
        texts = (text for example in self._examples for text in (*example.sentences, example.highlights))
        return asdict(self.config) | {
            "articles": len(self._examples),
            "data": fingerprint(data)[:16],
            "texts": fingerprint("\n".join(texts))[:16],
            "graphs": fingerprint(*(example.graph.tobytes() for example in self._examples))[:16],
            "validated_on": validated_on,
        }
