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


def accuracy_and_f1(teacher: Teacher, pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return a teacher's accuracy and F1 (of the positive class) on pairs, at a threshold of 0.5."""
    predicted = teacher.probabilities(pairs) >= 0.5
    truth = np.array([pair.governs for pair in pairs])
    true_positives = int((predicted & truth).sum())
    errors = int((predicted != truth).sum())
    f1 = 2 * true_positives / (2 * true_positives + errors) if true_positives else 0.0
    return float((predicted == truth).mean()), f1


@dataclass(frozen=True, slots=True)
class TeacherGraph:
    """A teacher as a graph source."""

    teacher: Teacher

    def __call__(self, document: Document) -> RelationGraph:
        """Return the document's relation graph."""
        (scores,) = self.teacher.graphs([[sentence.plain for sentence in document.sentences]])
        return RelationGraph(scores)
