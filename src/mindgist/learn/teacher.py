"""The interface of teachers: classifiers of sentence pairs that annotate the pseudo graphs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.graph import RelationGraph
from mindgist.learn.pairs import Pair

Graph = NDArray[np.float32]
"""Scores of all ordered sentence pairs, shape (N, N)."""


class Teacher(Protocol):
    """A classifier of sentence pairs that can score all pairs of an article."""

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """Return the scores of all ordered pairs of each article's sentences."""
        ...

    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Return the probability that each pair's first sentence governs its second, shape (pairs,)."""
        ...


@dataclass(frozen=True, slots=True)
class PairMeasures:
    """Accuracy and F1 (of the positive class) on sentence pairs, each between 0 and 1."""

    pairs: int
    accuracy: float
    f1: float


def measure_pairs(teacher: Teacher, pairs: Sequence[Pair]) -> PairMeasures:
    """Return a teacher's accuracy and F1 on pairs."""
    return pair_measures(teacher.probabilities(pairs), [pair.governs for pair in pairs])


def pair_measures(probabilities: NDArray[np.floating], governs: Sequence[bool]) -> PairMeasures:
    """Return accuracy and F1 at a threshold of 0.5."""
    predicted, truth = probabilities >= 0.5, np.asarray(governs, dtype=bool)
    true_positives = int((predicted & truth).sum())
    errors = int((predicted != truth).sum())
    f1 = 2 * true_positives / (2 * true_positives + errors) if true_positives else 0.0
    return PairMeasures(len(truth), float((predicted == truth).mean()), f1)


@dataclass(frozen=True, slots=True)
class TeacherGraph:
    """A teacher as a graph source."""

    teacher: Teacher

    def __call__(self, document: Document) -> RelationGraph:
        """Return the document's relation graph."""
        (scores,) = self.teacher.graphs([[sentence.plain for sentence in document.sentences]])
        return RelationGraph(scores)
