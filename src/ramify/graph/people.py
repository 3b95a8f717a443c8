"""Relations learned from maps that people drew: who would be kept, who would govern whom, who would be the centre.

Small networks judge the features of sentences and of pairs (``features``). They were trained with torch
(``ramify.learn.people``) and run here as a few products of matrices.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ramify.document import Document
from ramify.errors import ModelError
from ramify.graph.features import features
from ramify.graph.relation_graph import RelationGraph
from ramify.graph.salience_features import salience_features

WEIGHTS = "weights.npz"
_AT_ONCE = 1_024  # pairs: what they become in between stays in the processor's cache
# Where the first sentence is likely the centre, as in news, what comes early is kept: that is truer than fifteen maps
# of news can teach. Chosen together with the tree's prices (docs/experiments.md).
_LEANING = 1.5
FARTHEST = 4.0  # deviations from the mean; what lies beyond is no more unusual

Floats = NDArray[np.float32]


class PeopleGraph:
    """The model of a folder (``weights.npz``) as a source of relation graphs."""

    def __init__(self, folder: str | Path) -> None:
        path = Path(folder) / WEIGHTS
        try:
            with np.load(path, allow_pickle=False) as arrays:
                self._weights = {name: np.asarray(arrays[name], np.float32) for name in arrays.files}
        except (OSError, ValueError, KeyError) as error:
            raise ModelError(f"there is no model of people's maps in {folder}: {error}") from error

    @classmethod
    def of(cls, weights: Mapping[str, Floats]) -> "PeopleGraph":
        """A source of these weights, as training makes them."""
        made = cls.__new__(cls)
        made._weights = dict(weights)
        return made

    @classmethod
    def shipped(cls) -> "PeopleGraph":
        """The model that comes with ramify."""
        return _shipped()

    def __call__(self, document: Document) -> RelationGraph:
        if len(document) == 1:
            return RelationGraph(np.ones((1, 1), np.float32), np.ones(1), np.ones(1))
        found = features(document)
        sentences = self.sentences(found.sentences)
        salience = self.network("kept", sentences)
        scores = self._pairs(sentences, found.pairs, salience_features(salience))
        np.fill_diagonal(scores, -np.inf)
        centrality = _chances(self.network("centre", sentences)).astype(np.float64)
        leaning = salience - _LEANING * centrality[0] * np.log1p(np.arange(len(document))) / np.log(len(document) + 1)
        return RelationGraph(_chances(scores), 1 / (1 + np.exp(-leaning)), centrality)

    def read(self, raw: Floats) -> Floats:
        """What the networks read of each sentence: its features, and how like a highlight it is."""
        weights = self._weights
        standard = _standard(raw, weights["article_mean"], weights["article_deviation"])
        return np.column_stack([raw, self.network("highlight", standard)])

    def sentences(self, raw: Floats) -> Floats:
        """The same as deviations from what maps have."""
        return _standard(self.read(raw), self._weights["mean"], self._weights["deviation"])

    def network(self, name: str, sentences: Floats) -> Floats:
        """One hidden layer beside a linear one; shape (N,)."""
        weights = self._weights
        hidden = np.maximum(sentences @ weights[f"{name}_hidden"] + weights[f"{name}_bias"], 0)
        found: Floats = (
            hidden @ weights[f"{name}_out"] + sentences @ weights[f"{name}_linear"] + weights[f"{name}_base"]
        )
        return found

    def _pairs(self, sentences: Floats, pairs: Floats, by_salience: Floats) -> Floats:
        """The log-odds, up to a constant for each j, that i governs j; shape (N, N). Some governors at a time."""
        weights = self._weights
        count = len(sentences)
        linear, layer = weights["pair_linear"], weights["pair_hidden"]
        kinds = len(pairs)
        above = weights["governor_hidden"] @ sentences.T
        below = weights["governed_hidden"] @ sentences.T + weights["pair_bias"][:, None]
        found = np.empty((count, count), np.float32)
        step = max(1, _AT_ONCE // count)
        for start in range(0, count, step):
            some, more = (block[:, start : start + step].reshape(len(block), -1) for block in (pairs, by_salience))
            hidden = (layer[:, :kinds] @ some + layer[:, kinds:] @ more).reshape(len(layer), -1, count)
            hidden += above[:, start : start + step, None]
            hidden += below[:, None, :]
            np.maximum(hidden, 0, out=hidden)
            answers = weights["pair_out"] @ hidden.reshape(len(layer), -1)
            answers += linear[:kinds] @ some + linear[kinds:] @ more
            found[start : start + step] = answers.reshape(-1, count)
        return found


def _standard(values: Floats, mean: Floats, deviation: Floats) -> Floats:
    return ((values - mean) / deviation).clip(-FARTHEST, FARTHEST)


def _chances(values: Floats) -> Floats:
    """Softmax down the columns."""
    raised = np.exp(values - values.max(axis=0))
    return np.asarray(raised / raised.sum(axis=0))


def people_graph(model: Path | None = None) -> PeopleGraph:
    """The model of a folder, or the one that comes with ramify."""
    return PeopleGraph(model) if model else PeopleGraph.shipped()


@cache
def _shipped() -> PeopleGraph:
    with as_file(files("ramify") / "models" / "people") as folder:
        return PeopleGraph(folder)
