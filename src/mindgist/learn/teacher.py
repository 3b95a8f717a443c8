"""The teacher: a classifier of sentence pairs that annotates the graphs which the network learns from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.graph import RelationGraph
from mindgist.learn.pairs import Pair

Graph = NDArray[np.float32]
"""Governing scores, shape (N, N)."""


class Teacher(Protocol):
    """A classifier of pairs that can score all pairs of articles."""

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """The governing scores of every ordered pair of each article's sentences."""
        ...

    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """How likely the first sentence of each pair governs the second, shape (pairs,)."""
        ...


@dataclass(frozen=True, slots=True)
class PairMeasures:
    """How well pairs are told apart, each between 0 and 1; F1 is that of the pairs that govern."""

    pairs: int
    accuracy: float
    f1: float


def measure_pairs(teacher: Teacher, pairs: Sequence[Pair]) -> PairMeasures:
    """Accuracy and F1 of a teacher on pairs it was not trained on."""
    return pair_measures(teacher.probabilities(pairs), [pair.governs for pair in pairs])


def pair_measures(probabilities: NDArray[np.floating], governs: Sequence[bool]) -> PairMeasures:
    """Accuracy and F1 of probabilities, a pair being said to govern from 0.5 on."""
    said, truth = probabilities >= 0.5, np.asarray(governs, dtype=bool)
    right = int((said & truth).sum())
    wrong = int((said != truth).sum())
    f1 = 2 * right / (2 * right + wrong) if right else 0.0
    return PairMeasures(len(truth), float((said == truth).mean()), f1)


@dataclass(frozen=True, slots=True)
class TeacherGraph:
    """A teacher as a source of relation graphs, such as ``mindgist evaluate`` needs."""

    teacher: Teacher

    def __call__(self, document: Document) -> RelationGraph:
        """The document's relation graph."""
        (scores,) = self.teacher.graphs([[sentence.plain for sentence in document.sentences]])
        return RelationGraph(scores)
