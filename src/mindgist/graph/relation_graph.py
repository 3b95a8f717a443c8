"""Who governs whom: a score for every ordered pair of a document's sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.errors import MindgistError

Floats = NDArray[np.float32]
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

    scores: Floats
    importance: Strengths | None = None
    centrality: Strengths | None = None
    similarity: Floats | None = None
    paragraph_starts: NDArray[np.bool_] | None = None
    branches: float = USUAL_BRANCHES
    covers_topics: bool = True

    def __post_init__(self) -> None:
        shape = np.shape(self.scores)
        if len(shape) != 2 or shape[0] != shape[1] or not shape[0]:
            raise MindgistError(f"a relation graph is a square of governing scores, not an array of shape {shape}")
        types = {"scores": np.float32, "importance": np.float64, "centrality": np.float64, "similarity": np.float32}
        for name, type_ in types.items():
            given = getattr(self, name)
            if given is None:
                continue
            values = np.array(given, type_)  # a copy: the graph is a value
            if name == "scores":
                np.fill_diagonal(values, 1)
            elif name == "similarity":
                values.clip(0, 1, out=values)
            if len(values) != shape[0]:
                raise MindgistError(f"a graph's {name} needs one number a sentence, and here are {len(values)}")
            if not (values.min() >= 0 and values.max() <= 1):  # written so that NaN fails too
                raise MindgistError(f"a graph's {name} must lie between 0 and 1")
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __len__(self) -> int:
        return len(self.scores)

    def among(self, indexes: Sequence[int]) -> "RelationGraph":
        """The graph of some of the sentences, by their indexes."""
        parts: dict[str, Any] = {
            name: getattr(self, name)[indexes]
            for name in ("scores", "importance", "centrality", "similarity", "paragraph_starts")
            if getattr(self, name) is not None
        }
        for name in {"scores", "similarity"} & parts.keys():
            parts[name] = parts[name][:, indexes]
        if self.centrality is not None:
            parts["centrality"] = parts["centrality"] / max(parts["centrality"].sum(), 1e-12)
        return replace(self, **parts)

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


Relate = Callable[[Document], RelationGraph]
"""A source of relation graphs: anything that turns a document into its graph."""
