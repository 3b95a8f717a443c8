"""Graph refinement: highlights teach the graph which sentences belong near the root (the paper's section 2.3).

The upper nodes of a map are sampled from the graph the way the tree generator chooses them: a root from the softmax
of the row sums, then, the rest parted in two by the generator's own 2-means, a child from each part. Sentences that
are more like the highlights than the greedily chosen ones become likelier (self-critical reinforcement learning).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.evaluate.similarity import similarities
from mindgist.tree.two_means import two_means

Refinement = Literal["none", "root", "children", "greedy"]
"""What is refined: nothing, a sampled root, a sampled root and two children (EMGN); or the root towards the one
sentence that is nearest to the highlights."""

DECISIONS = {"root": 1, "children": 3}
"""How many upper nodes are sampled."""


@dataclass(frozen=True, eq=False)
class Choices:
    """The upper nodes chosen in one graph: node k is ``sentences[k]``, out of the cluster ``clusters[k]``."""

    sentences: tuple[int, ...]
    clusters: tuple[NDArray[np.intp], ...]


@dataclass(frozen=True, eq=False)
class Refined:
    """The loss of a batch, with its gradient; and the mean rewards, of the samples and of the greedy choices."""

    loss: Tensor
    reward: float
    baseline: float


Pick = Callable[[NDArray[np.float64]], int]
"""Chooses a row by the rows' sums."""


def choose(graph: NDArray[np.float32], pick: Pick, decisions: int) -> Choices:
    """Choose a root and, if there are more decisions than one, a child from each of two parts of the rest."""
    everything = np.arange(len(graph))
    root = pick(graph.sum(axis=1, dtype=np.float64))
    sentences, clusters = [root], [everything]
    rest = np.delete(everything, root)
    if decisions > 1 and len(rest):
        for part in _parts(graph, rest):
            sentences.append(int(part[pick(graph[part[:, None], part].sum(axis=1, dtype=np.float64))]))
            clusters.append(part)
    return Choices(tuple(sentences), tuple(clusters))


def greedy(sums: NDArray[np.float64]) -> int:
    """The row of the largest sum."""
    return int(sums.argmax())


def sampler(generator: np.random.Generator) -> Pick:
    """Picks a row with the chance that the softmax of the sums gives it."""

    def pick(sums: NDArray[np.float64]) -> int:
        return int((sums + generator.gumbel(size=len(sums))).argmax())

    return pick


def log_chances(scores: Tensor, choices: Sequence[Choices]) -> Tensor:
    """The sum of the logarithms of the chances of each graph's choices, shape (D,); from scores (D, N, N)."""
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
    # A score of a sentence for itself is the same in every row, so the softmax does not feel it.
    scores = scores.masked_fill(torch.eye(most, dtype=torch.bool), 0)
    sums = inside.to(scores.dtype) @ scores.transpose(1, 2)  # (D, decisions, N)
    chances = sums.masked_fill(~inside, -torch.inf).masked_fill(~made[:, :, None], 0).log_softmax(dim=2)
    return torch.where(made, chances.gather(2, chosen[:, :, None])[:, :, 0], 0).sum(dim=1)


def refine(
    scores: Tensor,
    sentences: Sequence[Sequence[str]],
    highlights: Sequence[str],
    decisions: int,
    samples: int,
    generator: np.random.Generator,
) -> Refined:
    """The loss -(r - b) Σ log g of a batch (equation 9), the mean over its documents and samples."""
    graphs = _graphs(scores, [len(one) for one in sentences])
    best = [choose(graph, greedy, decisions) for graph in graphs]
    pick = sampler(generator)
    drawn = [[choose(graph, pick, decisions) for graph in graphs] for _ in range(samples)]
    texts = [_joined(one, text) for choices in (best, *drawn) for one, text in zip(choices, sentences, strict=True)]
    rewards = similarities(texts, [*highlights] * (samples + 1)).reshape(samples + 1, len(graphs))
    advantages = torch.from_numpy(rewards[1:] - rewards[0]).to(scores.dtype)
    chances = torch.stack([log_chances(scores, choices) for choices in drawn])
    return Refined(-(advantages * chances).mean(), float(rewards[1:].mean()), float(rewards[0].mean()))


def greedy_rewards(
    scores: Tensor, sentences: Sequence[Sequence[str]], highlights: Sequence[str]
) -> NDArray[np.float64]:
    """The rewards of the root and children that the tree generator would take, shape (D,)."""
    graphs = _graphs(scores, [len(one) for one in sentences])
    best = [choose(graph, greedy, DECISIONS["children"]) for graph in graphs]
    return similarities([_joined(one, text) for one, text in zip(best, sentences, strict=True)], highlights)


def nearest_root_loss(scores: Tensor, counts: Sequence[int], nearest: Sequence[int]) -> Tensor:
    """-log g of the sentence that is most like the highlights: the variant EMGN(root)+greedy."""
    roots = [Choices((sentence,), (np.arange(count),)) for sentence, count in zip(nearest, counts, strict=True)]
    return -log_chances(scores, roots).mean()


def nearest_sentence(sentences: Sequence[str], highlights: str) -> int:
    """The sentence with the largest Sim with the highlights."""
    return int(similarities(sentences, [highlights] * len(sentences)).argmax())


def _graphs(scores: Tensor, counts: Sequence[int]) -> list[NDArray[np.float32]]:
    """The documents' graphs as the tree generator sees them: their own size, the diagonal 1."""
    padded = scores.detach().numpy().astype(np.float32)
    graphs = [one[:count, :count].copy() for one, count in zip(padded, counts, strict=True)]
    for graph in graphs:
        np.fill_diagonal(graph, 1)
    return graphs


def _parts(graph: NDArray[np.float32], rest: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The rest parted in two by 2-means over the scores that sentences receive, as the tree generator parts it."""
    if len(rest) == 1:
        return [rest]
    received = graph[:, rest].astype(np.float64)
    second = two_means(received.T @ received)
    return [rest[~second], rest[second]]


def _joined(choices: Choices, sentences: Sequence[str]) -> str:
    """The chosen sentences in reading order."""
    return " ".join(sentences[index] for index in sorted(choices.sentences))
