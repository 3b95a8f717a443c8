"""Who governs whom: a score for every ordered pair of a document's sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.errors import MindgistError

Strengths = NDArray[np.float64]
USUAL_BRANCHES = 5.0  # main branches of annotated maps, over all kinds of text


@dataclass(frozen=True, eq=False)
class RelationGraph:
    """``scores[i, j]`` in [0, 1] is how far sentence i governs sentence j; shape (N, N), the diagonal is 1.

    A source may also give the ``importance`` of each sentence and its ``centrality``, the probability that it is the
    centre; both have shape (N,) and lie in [0, 1]. Without them, salience and root salience come from the scores.
    It may also give what shows the topics of a text: the ``similarity`` of the words of two sentences, shape (N, N),
    which sentences start a paragraph, shape (N,), how many main ``branches`` people draw for a text of its kind, and
    whether the map ``covers_topics`` rather than follow the importance of the sentences alone, most below the centre.
    """

    scores: NDArray[np.float32]
    importance: Strengths | None = None
    centrality: Strengths | None = None
    similarity: NDArray[np.float32] | None = None
    paragraph_starts: NDArray[np.bool_] | None = None
    branches: float = USUAL_BRANCHES
    covers_topics: bool = True

    def __post_init__(self) -> None:
        scores = np.array(self.scores, dtype=np.float32)  # a copy: the graph is a value
        if scores.ndim != 2 or scores.shape[0] != scores.shape[1] or not len(scores):
            raise MindgistError(
                f"a relation graph is a square of governing scores, not an array of shape {scores.shape}"
            )
        scores.reshape(-1)[:: len(scores) + 1] = 1  # the diagonal
        self._keep("scores", scores)
        for name in ("importance", "centrality"):
            values = getattr(self, name)
            if values is not None:
                self._keep(name, np.array(values, dtype=np.float64))
        if self.similarity is not None:
            self._keep("similarity", np.array(self.similarity, dtype=np.float32).clip(0, 1))

    def _keep(self, name: str, values: NDArray[np.floating]) -> None:
        if len(values) != len(self.scores):
            raise MindgistError(f"a graph's {name} needs one number a sentence, and here are {len(values)}")
        if not (values.min() >= 0 and values.max() <= 1):  # written so that NaN fails too
            raise MindgistError(f"a graph's {name} must lie between 0 and 1")
        values.flags.writeable = False
        object.__setattr__(self, name, values)

    def __len__(self) -> int:
        return len(self.scores)

    def among(self, indexes: Sequence[int]) -> "RelationGraph":
        """The graph of some of the sentences, by their indexes."""
        pairs = np.ix_(indexes, indexes)
        centrality = None if self.centrality is None else self.centrality[indexes]
        return RelationGraph(
            self.scores[pairs],
            None if self.importance is None else self.importance[indexes],
            None if centrality is None else centrality / max(centrality.sum(), 1e-12),
            None if self.similarity is None else self.similarity[pairs],
            None if self.paragraph_starts is None else self.paragraph_starts[indexes],
            self.branches,
            self.covers_topics,
        )

    @property
    def salience(self) -> Strengths:
        """The importance of each sentence, or else the sum of its row of scores; shape (N,)."""
        if self.importance is not None:
            return self.importance
        return np.asarray(self.scores.sum(axis=1, dtype=np.float64))

    @property
    def starts(self) -> NDArray[np.bool_]:
        """Which sentences start a paragraph; none, where the source does not say."""
        return np.zeros(len(self), np.bool_) if self.paragraph_starts is None else self.paragraph_starts

    @property
    def root_salience(self) -> Strengths:
        """The centrality of each sentence, or else its mean score; between 0 and 1, shape (N,)."""
        return self.centrality if self.centrality is not None else self.salience / len(self)


class Relate(Protocol):
    """A source of relation graphs: anything that turns a document into its graph."""

    def __call__(self, document: Document, /) -> RelationGraph: ...
