"""Training the graph detector (the paper's Algorithm 1): fit the pseudo graphs and refine them, jointly.

Everything drawn at random in an epoch comes from a generator of that epoch's own, seeded by (seed, epoch). So a run
that was killed goes on from its last whole epoch and ends where an unbroken run ends.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import fingerprint
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.adam import adam_memory, restore_adam
from mindgist.learn.detector import DetectorConfig, GraphDetector
from mindgist.learn.examples import Example, batch_of
from mindgist.learn.losses import graph_loss
from mindgist.learn.refinement import DECISIONS, Refined, Refinement, nearest_root_loss, refine
from mindgist.learn.training_state import Progress, load_state, read_progress, save_model, save_progress

Validate = Callable[[GraphDetector, Vocabulary], dict[str, float]]
"""Measures of a network; the one called ``validation`` decides which epoch is the best."""


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How a network is trained; the defaults are the paper's."""

    detector: DetectorConfig = field(default_factory=DetectorConfig)
    refinement: Refinement = "children"
    refinement_weight: float = 0.01  # the paper's lambda
    samples: int = 1  # a document, an epoch
    learning_rate: float = 1e-4
    batch: int = 64  # documents
    steps_each: int | None = None  # batches from one validation to the next; None: once through all articles
    patience: int = 3  # epochs without a better validation score
    most_epochs: int = 200
    seed: int = 0


# From N(0, 0.02) the scores start all alike, and at a rate of 1e-4 it takes some hundred steps before they part. A rate
# ten times larger needs a tenth of them. Refinement then has fewer steps to act in, and with the paper's
# weight of 0.01 it does not show; of 0.01, 0.1, 1, 3 and 10 the weights 1 and 10 were best on the validation
# set, and the smaller one stays nearer to the teacher.
PRESETS = {
    "paper": TrainingConfig(),
    "quick": replace(TrainingConfig(), learning_rate=1e-3, refinement_weight=1.0, most_epochs=12),
}


def use_threads(count: int) -> None:
    """How many cores torch takes, in the whole process."""
    torch.set_num_threads(count)


@dataclass
class _Totals:
    """What an epoch amounts to so far: sums over its documents."""

    documents: int = 0
    graph: float = 0.0
    refine: float = 0.0
    reward: float = 0.0
    baseline: float = 0.0
    refine_seconds: float = 0.0

    def means(self) -> dict[str, float]:
        count = self.documents
        return {
            "graph_loss": self.graph / count,
            "refine_loss": self.refine / count,
            "reward": self.reward / count,
            "baseline": self.baseline / count,
            "refine_seconds": self.refine_seconds,
        }


class Trainer:
    """One training run, kept in a folder; it goes on where that folder says it has come to.

    ``validated_on`` tells what decides about its epochs (a benchmark's fingerprint): no run goes on with another.
    ``articles`` is how many the training set has, where only the first of them are annotated and given as examples.
    """

    def __init__(
        self, folder: Path, config: TrainingConfig, examples: Sequence[Example], vocabulary: Vocabulary,
        vectors: NDArray[np.float32], validated_on: str = "", articles: int | None = None,
    ) -> None:  # fmt: skip
        if not examples:
            raise ModelError("there is no article to train on")
        self._articles = len(examples) if articles is None else articles
        if self._articles > len(examples) and config.steps_each is None:
            raise ModelError(
                f"only {len(examples):,} of {self._articles:,} articles are annotated: a run without `steps_each` goes "
                "through all of them"
            )
        self.folder, self.config, self.vocabulary = folder, config, vocabulary
        self._examples = list(examples)
        self._validated_on = validated_on
        self.detector = GraphDetector(config.detector, vectors).initialize(config.seed)
        # fused: one pass over the parameters; with 1.5 million of them a step costs 2 ms, not 20
        self._optimizer = torch.optim.Adam(self.detector.parameters(), lr=config.learning_rate, fused=True)
        self.progress = Progress(self._settings(), (), ended=False)
        self._resume()

    def run(self, validate: Validate, report: Callable[[int, int, int], None] | None = None) -> Progress:
        """Train until the validation score has not risen for ``patience`` epochs; the best network is kept.

        ``report(epoch, documents done, documents)`` is called after each batch.
        """
        while not self.progress.ended:
            epoch = len(self.progress.history)
            start = time.process_time()
            totals = self._epoch(epoch, report)
            seconds = time.process_time() - start
            row = totals.means() | validate(self.detector, self.vocabulary) | {"seconds": seconds}
            history = (*self.progress.history, row)
            progress = replace(self.progress, history=history)
            ended = len(history) - 1 - progress.best >= self.config.patience or len(history) >= self.config.most_epochs
            self.progress = replace(progress, ended=ended)
            if self.progress.best == epoch:
                save_model(self.folder, self.detector, self.vocabulary)
            save_progress(self.folder, self.progress, self._state())
        return self.progress

    def _epoch(self, epoch: int, report: Callable[[int, int, int], None] | None) -> _Totals:
        generator = np.random.default_rng((self.config.seed, epoch))
        batches = self._batches(epoch, generator)
        documents = sum(map(len, batches))
        totals = _Totals()
        for batch in batches:
            examples = [self._examples[index] for index in batch]
            loss = self._loss(examples, generator, totals)
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            if report:
                report(epoch, totals.documents, documents)
        return totals

    def _batches(self, epoch: int, generator: np.random.Generator) -> list[list[int]]:
        """The articles of each batch of an epoch."""
        count, each = self._articles, self.config.batch
        if self.config.steps_each is None:
            order = generator.permutation(count).tolist()
            return [order[start : start + each] for start in range(0, count, each)]
        batches = []
        in_all = -(-count // each)  # batches once through the articles
        for step in range(epoch * self.config.steps_each, (epoch + 1) * self.config.steps_each):
            turn, place = divmod(step, in_all)
            if len(self._examples) < min(count, (step + 1) * each):
                raise ModelError(
                    f"the run has seen all {len(self._examples):,} annotated articles of its {count:,} and goes on; "
                    "annotate more of them"
                )
            batches.append(self._order(turn)[place * each : (place + 1) * each])
        return batches

    def _order(self, turn: int) -> list[int]:
        """The articles in the order of a turn, which is its own: the same in every epoch that takes a part of it.

        Those that are not annotated are passed over. Where articles are in a random order, the annotated ones are as
        good a draw as any other, and a run that stops before it has seen them all would have been the same with more.
        """
        order = np.random.default_rng((self.config.seed, turn, 1)).permutation(self._articles)
        return order[order < len(self._examples)].tolist()

    def _loss(self, examples: Sequence[Example], generator: np.random.Generator, totals: _Totals) -> Tensor:
        """The joint loss of a batch (equation 11)."""
        batch, targets = batch_of(examples)
        scores = self.detector(batch)
        fitted = graph_loss(scores, targets, batch.sentence_counts)
        start = time.process_time()
        refined = self._refined(scores, examples, generator)
        totals.refine_seconds += time.process_time() - start
        totals.documents += len(examples)
        totals.graph += fitted.item() * len(examples)
        totals.refine += refined.loss.item() * len(examples)
        totals.reward += refined.reward * len(examples)
        totals.baseline += refined.baseline * len(examples)
        return fitted + self.config.refinement_weight * refined.loss

    def _refined(self, scores: Tensor, examples: Sequence[Example], generator: np.random.Generator) -> Refined:
        counts = [len(example.sentences) for example in examples]
        if self.config.refinement == "none":
            return Refined(torch.zeros(()), 0.0, 0.0)
        if self.config.refinement == "greedy":
            return Refined(nearest_root_loss(scores, counts, [example.nearest for example in examples]), 0.0, 0.0)
        sentences = [example.sentences for example in examples]
        highlights = [example.highlights for example in examples]
        decisions = DECISIONS[self.config.refinement]
        return refine(scores, sentences, highlights, decisions, self.config.samples, generator)

    def _settings(self) -> dict[str, object]:
        """What a run must have in common with the one it goes on from."""
        data = "\n".join([*(example.id for example in self._examples), *self.vocabulary.words])
        texts = (text for example in self._examples for text in (*example.sentences, example.highlights))
        return asdict(self.config) | {
            "articles": self._articles,
            "annotated": len(self._examples),
            "data": fingerprint(data)[:16],
            "texts": fingerprint("\n".join(texts))[:16],
            "graphs": fingerprint(*(example.graph.tobytes() for example in self._examples))[:16],
            "validated_on": self._validated_on,
        }

    def _resume(self) -> None:
        progress = read_progress(self.folder)
        if progress is None:
            return
        settings = self._settings()
        # What an older version did not write down cannot be held against its runs.
        differ = [name for name in settings if progress.settings.get(name, settings[name]) != settings[name]]
        if differ:
            raise ModelError(
                f"{self.folder} holds a run with other settings ({', '.join(differ)}); "
                "take the same ones to go on with it, or another folder"
            )
        self.progress = progress
        state = load_state(self.folder, progress)
        with torch.no_grad():
            for name, parameter in self.detector.named_parameters():
                parameter.copy_(state[f"parameter.{name}"])
        restore_adam(self.detector, self._optimizer, state)

    def _state(self) -> dict[str, Tensor]:
        """The parameters and Adam's memory of each, by name."""
        parameters = {f"parameter.{name}": one.detach() for name, one in self.detector.named_parameters()}
        return parameters | adam_memory(self.detector, self._optimizer)
