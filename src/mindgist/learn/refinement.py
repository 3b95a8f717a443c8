"""Refinement: highlights teach the network which sentences belong near the root (the paper's section 2.3).

The upper nodes of a map are sampled as the tree generator would choose them: a root from the softmax of the row sums,
then one child from each of the two clusters into which 2-means divides the rest. Samples that are more similar to the
highlights than the greedy choice become more likely (self-critical reinforcement learning).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.evaluate.similarity import similarities
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.tree.recursive import two_means

Refinement = Literal["none", "root", "children", "greedy"]
"""What is refined: nothing; a sampled root; a sampled root and two children (EMGN); or, "greedy", the root towards the
sentence that is most similar to the highlights."""

DECISIONS = {"root": 1, "children": 3}
"""How many nodes each refinement samples."""


@dataclass(frozen=True, eq=False)
class Choices:
    """The upper nodes chosen in one graph: ``sentences[k]`` was chosen from the cluster ``clusters[k]``."""

    sentences: tuple[int, ...]
    clusters: tuple[NDArray[np.intp], ...]


Pick = Callable[[NDArray[np.float64]], int]
"""Chooses a row of a graph by the row sums."""


def choose(graph: NDArray[np.float32], pick: Pick, decisions: int) -> Choices:
    """Choose a root and, if there is more than one decision, a child from each of two clusters of the rest."""
    everything = np.arange(len(graph))
    root = pick(graph.sum(axis=1, dtype=np.float64))
    sentences, clusters = [root], [everything]
    rest = np.delete(everything, root)
    if decisions > 1 and len(rest):
        for part in _split(graph, rest):
            sentences.append(int(part[pick(graph[part[:, None], part].sum(axis=1, dtype=np.float64))]))
            clusters.append(part)
    return Choices(tuple(sentences), tuple(clusters))


def greedy(sums: NDArray[np.float64]) -> int:
    """Return the row with the largest sum."""
    return int(sums.argmax())


def sampler(generator: np.random.Generator) -> Pick:
    """Return a function that draws a row from the softmax of the sums."""

    def pick(sums: NDArray[np.float64]) -> int:
        return int((sums + generator.gumbel(size=len(sums))).argmax())

    return pick


def log_probabilities(scores: Tensor, choices: Sequence[Choices]) -> Tensor:
    """Return the log probability of each graph's choices, shape (D,), from scores of shape (D, N, N)."""
    documents, most, _ = scores.shape
    decisions = max(len(one.sentences) for one in choices)
    inside = torch.zeros(documents, decisions, most, dtype=torch.bool)
    chosen = torch.zeros(documents, decisions, dtype=torch.long)
    made = torch.zeros(documents, decisions, dtype=torch.bool)
    for row, one in enumerate(choices):
        for column, (sentence, cluster) in enumerate(zip(one.sentences, one.clusters, strict=True)):
            inside[row, column, torch.from_numpy(cluster)] = True
            chosen[row, column] = sentence
            made[row, column] = True
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
        roots = [Choices((one.nearest,), (np.arange(len(one.sentences)),)) for one in examples]
        return -log_probabilities(scores, roots).mean(), 0.0, 0.0
    decisions = DECISIONS[refinement]
    # As the tree generator takes them: without padding, the diagonal 1.
    squares = scores.detach().numpy().astype(np.float32)
    squares[:, range(squares.shape[1]), range(squares.shape[1])] = 1
    graphs = [square[: len(one.graph), : len(one.graph)] for square, one in zip(squares, examples, strict=True)]
    best = [choose(graph, greedy, decisions) for graph in graphs]
    pick = sampler(generator)
    drawn = [[choose(graph, pick, decisions) for graph in graphs] for _ in range(samples)]
    rewards = np.stack([rewards_of(choices, examples) for choices in (best, *drawn)])
    advantages = torch.from_numpy(rewards[1:] - rewards[0]).to(scores.dtype)
    logs = torch.stack([log_probabilities(scores, choices) for choices in drawn])
    return -(advantages * logs).mean(), float(rewards[1:].mean()), float(rewards[0].mean())


def rewards_of(choices: Sequence[Choices], examples: Sequence[AnnotatedArticle]) -> NDArray[np.float64]:
    """Return how similar the chosen sentences of each article, in reading order, are to its highlights."""
    texts = [
        " ".join(one.sentences[index] for index in sorted(chosen.sentences))
        for chosen, one in zip(choices, examples, strict=True)
    ]
    return similarities(texts, [one.highlights for one in examples])


def _split(graph: NDArray[np.float32], rest: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Split the rest by 2-means over the columns of the graph, as the tree generator does."""
    if len(rest) == 1:
        return [rest]
    received = graph[:, rest].astype(np.float64)
    second = two_means(received.T @ received)
    return [rest[~second], rest[second]]
