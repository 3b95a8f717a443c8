"""Training EMGN (the paper's Algorithm 1): fit the pseudo graphs and refine them, jointly.

Refinement (section 2.3): highlights teach the network which sentences belong near the root. The upper nodes of a map
are sampled as the tree generator would choose them: a root from the softmax of the row sums, then one child from each
of the two clusters into which 2-means divides the rest. Samples that are more similar to the highlights than the greedy
choice become more likely (self-critical reinforcement learning).

Each epoch draws from its own generator, seeded by (seed, epoch). A killed run therefore resumes after its last
complete epoch and ends with the same weights as an uninterrupted one.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.evaluate.scoring import similarities
from mindgist.files import fingerprint, write_file
from mindgist.graph.emgn import WORDS, EmgnGraph, Vocabulary
from mindgist.learn.checkpoint import check_settings, resume, save_checkpoint, save_state
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.detector import Documents, GraphDetector, Scorer
from mindgist.tree.recursive import two_means

Refinement = Literal["none", "root", "children", "greedy"]
"""What is refined: nothing; a sampled root; a sampled root and two children (EMGN); or, "greedy", the root towards the
sentence that is most similar to the highlights."""

DECISIONS = {"root": 1, "children": 3}  # how many nodes each refinement samples
OnBatch = Callable[[int, int, int], None]  # called after each batch with (epoch, documents done, documents in total)
Choices = list[tuple[int, NDArray[np.intp]]]  # the upper nodes of a graph: (sentence, the cluster it was chosen from)
Validate = Callable[[EmgnGraph], dict[str, float]]  # "validation" among its measures decides which epoch is the best


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


@dataclass(frozen=True, eq=False)
class AnnotatedArticle:
    """An article and its pseudo graph, shape (N, N): ``graph[i, j]`` in [0, 1] is how far sentence i governs j."""

    article: CorpusArticle
    graph: NDArray[np.float32]

    @cached_property
    def highlights(self) -> str:
        return " ".join(self.article.highlights)

    @cached_property
    def nearest(self) -> int:
        """The sentence that is most similar to the highlights."""
        return int(similarities(self.article.sentences, [self.highlights] * len(self.graph)).argmax())


def use_threads(count: int) -> None:
    """Set how many cores torch uses in this process."""
    torch.set_num_threads(count)


def batch_of(articles: Sequence[AnnotatedArticle], vocabulary: Vocabulary) -> tuple[Documents, Tensor]:
    """Return the articles in word numbers, and their graphs padded to one size, shape (D, N, N)."""
    most = max(len(one.graph) for one in articles)
    targets = np.zeros((len(articles), most, most), dtype=np.float32)
    for target, one in zip(targets, articles, strict=True):
        target[: len(one.graph), : len(one.graph)] = one.graph
    documents = [[vocabulary.numbers(sentence) for sentence in one.article.sentences] for one in articles]
    return documents, torch.from_numpy(targets)


def graph_loss(scores: Tensor, targets: Tensor, documents: Documents) -> Tensor:
    """Return the mean square error of each document's scores, averaged over documents (the paper's equation 10).

    Scores and targets have shape (D, N, N). The diagonal is left out: ``RelationGraph`` sets it to 1.
    """
    size = scores.shape[1]
    inside = torch.arange(size) < torch.tensor([len(document) for document in documents])[:, None]
    mask = inside[:, :, None] & inside[:, None, :] & ~torch.eye(size, dtype=torch.bool)
    squares = torch.where(mask, (scores - targets) ** 2, 0).sum(dim=(1, 2))
    return (squares / mask.sum(dim=(1, 2)).clamp(min=1)).mean()


def choose(graph: NDArray[np.float32], decisions: int, generator: np.random.Generator | None = None) -> Choices:
    """Choose a root and, if there is more than one decision, a child from each of two clusters of the rest.

    The row with the largest sum is chosen, or with a generator, a row drawn from the softmax of the sums. The clusters
    are found by 2-means over the columns of the graph, as the tree generator finds them.
    """

    def pick(rows: NDArray[np.float32]) -> int:
        sums = rows.sum(axis=1, dtype=np.float64)
        return int((sums + generator.gumbel(size=len(sums)) if generator else sums).argmax())

    everything = np.arange(len(graph))
    root = pick(graph)
    rest = np.delete(everything, root)
    parts: list[NDArray[np.intp]] = []
    if decisions > 1 and len(rest) > 1:
        received = graph[:, rest].astype(np.float64)
        second = two_means(received.T @ received)
        parts = [rest[~second], rest[second]]
    elif decisions > 1 and len(rest):
        parts = [rest]
    return [(root, everything), *((int(part[pick(graph[part[:, None], part])]), part) for part in parts)]


def log_probabilities(scores: Tensor, choices: Sequence[Choices]) -> Tensor:
    """Return the log probability of each graph's choices, shape (D,), from scores of shape (D, N, N)."""
    documents, most, _ = scores.shape
    decisions = max(map(len, choices))
    inside = torch.zeros(documents, decisions, most, dtype=torch.bool)
    chosen = torch.zeros(documents, decisions, dtype=torch.long)
    for row, one in enumerate(choices):
        for column, (sentence, cluster) in enumerate(one):
            inside[row, column, torch.from_numpy(cluster)] = True
            chosen[row, column] = sentence
    made = inside.any(dim=2)  # small documents have fewer choices
    # The diagonal is 1 in every row, so it does not change the softmax.
    scores = scores.masked_fill(torch.eye(most, dtype=torch.bool), 0)
    sums = inside.to(scores.dtype) @ scores.transpose(1, 2)  # (D, decisions, N)
    logs = sums.masked_fill(~inside, -torch.inf).masked_fill(~made[:, :, None], 0).log_softmax(dim=2)
    return torch.where(made, logs.gather(2, chosen[:, :, None])[:, :, 0], 0).sum(dim=1)


def refine(
    scores: Tensor, examples: Sequence[AnnotatedArticle], refinement: Refinement, samples: int,
    generator: np.random.Generator,
) -> tuple[Tensor, float, float]:  # fmt: skip
    """Return the loss of a batch and the mean rewards of the samples and of the greedy choices.

    The loss is -(r - b) Σ log g (equation 9), averaged over documents and samples. For "greedy", the paper's variant
    EMGN(root)+greedy, it is -log g of the sentence that is most similar to the highlights.
    """
    if refinement == "none":
        return torch.zeros(()), 0.0, 0.0
    if refinement == "greedy":
        roots = [[(one.nearest, np.arange(len(one.article.sentences)))] for one in examples]
        return -log_probabilities(scores, roots).mean(), 0.0, 0.0
    decisions = DECISIONS[refinement]
    # As the tree generator takes them: without padding, the diagonal 1.
    squares = scores.detach().numpy().astype(np.float32)
    squares[:, range(squares.shape[1]), range(squares.shape[1])] = 1
    graphs = [square[: len(one.graph), : len(one.graph)] for square, one in zip(squares, examples, strict=True)]
    best = [choose(graph, decisions) for graph in graphs]
    drawn = [[choose(graph, decisions, generator) for graph in graphs] for _ in range(samples)]
    rewards = np.stack([rewards_of(choices, examples) for choices in (best, *drawn)])
    advantages = torch.from_numpy(rewards[1:] - rewards[0]).to(scores.dtype)
    logs = torch.stack([log_probabilities(scores, choices) for choices in drawn])
    return -(advantages * logs).mean(), float(rewards[1:].mean()), float(rewards[0].mean())


def rewards_of(choices: Sequence[Choices], examples: Sequence[AnnotatedArticle]) -> NDArray[np.float64]:
    """Return how similar the chosen sentences of each article, in reading order, are to its highlights."""
    texts = [
        " ".join(one.article.sentences[index] for index in sorted(sentence for sentence, _ in chosen))
        for chosen, one in zip(choices, examples, strict=True)
    ]
    return similarities(texts, [one.highlights for one in examples])


class Trainer:
    """One training run in a folder. A run that was stopped resumes from its last complete epoch.

    ``epochs`` has the measures of each epoch. ``validated_on`` identifies the validation data, such as a benchmark's
    fingerprint: a run resumes only with the same settings and the same data.
    """

    def __init__(
        self, folder: Path, config: TrainingConfig, examples: Sequence[AnnotatedArticle], vocabulary: Vocabulary,
        vectors: NDArray[np.float32], validated_on: str = "",
    ) -> None:  # fmt: skip
        self.folder, self.config, self.vocabulary = folder, config, vocabulary
        self.examples = list(examples)
        self.detector = GraphDetector(vectors, config.scorer, config.seed)
        # fused: one pass over the parameters; with 1.5 million of them a step costs 2 ms instead of 20
        self._optimizer = torch.optim.Adam(self.detector.parameters(), lr=config.learning_rate, fused=True)
        texts = [text for one in self.examples for text in (one.article.id, *one.article.sentences, one.highlights)]
        graphs = (one.graph.tobytes() for one in self.examples)
        data = fingerprint("\n".join([*texts, *vocabulary.words]), *graphs)[:16]
        self.settings = asdict(config) | {"articles": len(examples), "data": data, "validated_on": validated_on}
        check_settings(folder, self.settings)
        self.epochs: list[dict[str, float]] = resume(folder, self.detector, self._optimizer).get("epochs", [])

    @property
    def best(self) -> int:
        """The index of the epoch with the best validation score; the first one among equals."""
        return max(range(len(self.epochs)), key=lambda epoch: (self.epochs[epoch]["validation"], -epoch))

    @property
    def has_ended(self) -> bool:
        """Whether there were as many epochs as allowed, or too many without a better validation score."""
        count = len(self.epochs)
        return count >= self.config.max_epochs or (count > 0 and count - 1 - self.best >= self.config.patience)

    def run(self, validate: Validate, on_batch: OnBatch = lambda epoch, done, total: None) -> None:
        """Train until the validation score has not risen for ``patience`` epochs; the best network is saved."""
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

    def _run_epoch(self, epoch: int, on_batch: OnBatch) -> dict[str, float]:
        """Train on all articles once, with the loss of equation 11, and return the means of the losses and rewards."""
        config = self.config
        generator = np.random.default_rng((config.seed, epoch))
        order = generator.permutation(len(self.examples)).tolist()
        sums: Counter[str] = Counter()
        for start in range(0, len(order), config.batch):
            examples = [self.examples[index] for index in order[start : start + config.batch]]
            documents, targets = batch_of(examples, self.vocabulary)
            scores = self.detector(documents)
            fit = graph_loss(scores, targets, documents)
            refined, reward, baseline = refine(scores, examples, config.refinement, config.samples, generator)
            self._optimizer.zero_grad()
            (fit + config.refinement_weight * refined).backward()
            self._optimizer.step()
            parts = {"graph_loss": fit.item(), "refine_loss": refined.item(), "reward": reward, "baseline": baseline}
            for name, value in parts.items():
                sums[name] += value * len(examples)  # type: ignore[assignment]
            on_batch(epoch, start + len(examples), len(order))
        return {name: value / len(order) for name, value in sums.items()}
