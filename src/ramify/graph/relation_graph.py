"""Who governs whom: a score for every ordered pair of a document's sentences."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ramify.document import Document
from ramify.errors import RamifyError


@dataclass(frozen=True, eq=False)
class RelationGraph:
    """``scores[i, j]`` in [0, 1] is how far sentence i governs sentence j; shape (N, N), the diagonal is 1."""

    scores: NDArray[np.float32]

    def __post_init__(self) -> None:
        scores = np.array(self.scores, dtype=np.float32)  # a copy: the graph is a value
        if scores.ndim != 2 or scores.shape[0] != scores.shape[1] or not len(scores):
            raise RamifyError(f"a relation graph is a square of governing scores, not an array of shape {scores.shape}")
        if not (scores.min() >= 0 and scores.max() <= 1):  # so written, NaN fails too
            raise RamifyError("governing scores must lie between 0 and 1")
        np.fill_diagonal(scores, 1)
        scores.flags.writeable = False
        object.__setattr__(self, "scores", scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def salience(self) -> NDArray[np.float64]:
        """How far each sentence governs the whole document: its row's sum. Shape (N,)."""
        return np.asarray(self.scores.sum(axis=1, dtype=np.float64))


class Relate(Protocol):
    """A source of relation graphs: anything that turns a document into its graph."""

    def __call__(self, document: Document, /) -> RelationGraph: ...
