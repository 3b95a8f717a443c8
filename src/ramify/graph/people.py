"""Relations learned from maps that people drew: who would be kept, who would govern whom, who would be the centre.

Small networks judge the features of sentences and of pairs (``features``). They were trained with torch
(``ramify.learn.people``) and run here as a few products of matrices.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from ramify.document import Document
from ramify.errors import ModelError
from ramify.graph.features import PAIR_FEATURES, features_together
from ramify.graph.layout import Floats, Layout
from ramify.graph.relation_graph import RelationGraph
from ramify.graph.salience_features import SALIENCE_FEATURES, fill_salience_features

WEIGHTS = "weights.npz"
_AT_ONCE = 1_024  # pairs: what they become in between stays in the processor's cache
_TOGETHER = 40_000  # pairs of documents that are looked at side by side
_ALL = (slice(None),)
# Where the first sentence is likely the centre, as in news, what comes early is kept: that is truer than fifteen maps
# of news can teach. Chosen together with the tree's prices (docs/experiments.md).
_LEANING = 1.5
FARTHEST = 4.0  # deviations from the mean; what lies beyond is no more unusual


class PeopleGraph:
    """The model of a folder (``weights.npz``) as a source of relation graphs."""

    def __init__(self, folder: str | Path) -> None:
        path = Path(folder) / WEIGHTS
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
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
        return self.relate_all([document])[0]

    def relate_all(self, documents: Sequence[Document]) -> list[RelationGraph]:
        """The graphs of several documents, some at a time: faster than one by one, and the same."""
        found: list[RelationGraph] = []
        some: list[Document] = []
        pairs = 0
        for document in documents:
            pairs += len(document) ** 2
            if some and pairs > _TOGETHER:
                found += self._graphs(some)
                some, pairs = [], len(document) ** 2
            some.append(document)
        return found + (self._graphs(some) if some else [])

    def _graphs(self, documents: Sequence[Document]) -> list[RelationGraph]:
        layout = Layout.of(documents)
        found = features_together(documents, layout, more=len(SALIENCE_FEATURES))
        sentences = self.sentences(found.sentences, layout.own)
        salience = self.network("kept", sentences, layout.own)
        centre = self.network("centre", sentences, layout.own)
        fill_salience_features(found.pairs[len(PAIR_FEATURES) :], salience, layout)
        scores = self._pairs(sentences, found.pairs, layout)
        scores[layout.rows + layout.index] = -np.inf
        return [
            _graph(scores[square].reshape(count, count), salience[first : first + count], centre[first : first + count])
            for square, first, count in zip(layout.squares, layout.firsts.tolist(), layout.counts.tolist(), strict=True)
        ]

    def read(self, raw: Floats, own: Sequence[slice] = _ALL) -> Floats:
        """What the networks read of each sentence: its features, and how like a highlight it is."""
        weights = self._weights
        standard = _standard(raw, weights["article_mean"], weights["article_deviation"])
        return np.column_stack([raw, self.network("highlight", standard, own)])

    def sentences(self, raw: Floats, own: Sequence[slice] = _ALL) -> Floats:
        """The same as deviations from what maps have."""
        return _standard(self.read(raw, own), self._weights["mean"], self._weights["deviation"])

    def network(self, name: str, sentences: Floats, own: Sequence[slice] = _ALL) -> Floats:
        """One hidden layer beside a linear one; shape (N,).

        Where there are several documents, ``own`` are the sentences of each. Matrices are multiplied document by
        document: a product's last bit depends on the row that a sentence stands in, and so on who stands before it.
        """
        layer, out, linear = (self._weights[f"{name}_{part}"] for part in ("hidden", "out", "linear"))
        hidden = np.empty((len(sentences), len(out)), np.float32)
        for rows in own:
            np.matmul(sentences[rows], layer, out=hidden[rows])
        hidden += self._weights[f"{name}_bias"]
        _rectify(hidden)
        found = np.empty(len(sentences), np.float32)
        for rows in own:
            found[rows] = hidden[rows] @ out + sentences[rows] @ linear
        return np.asarray(found + self._weights[f"{name}_base"])

    def _pairs(self, sentences: Floats, pairs: Floats, layout: Layout) -> Floats:
        """The log-odds, up to a constant for each j, that i governs j, for each pair. Some governors at a time."""
        weights = self._weights
        layer = weights["pair_hidden"].T
        found = np.empty(pairs.shape[1], np.float32)
        for square, first, count in zip(layout.squares, layout.firsts.tolist(), layout.counts.tolist(), strict=True):
            own = sentences[first : first + count]
            above = own @ weights["governor_hidden"].T
            below = own @ weights["governed_hidden"].T + weights["pair_bias"]
            step = max(1, _AT_ONCE // count)
            for start in range(0, count, step):
                some = slice(square.start + start * count, min(square.start + (start + step) * count, square.stop))
                hidden = pairs[:, some].T @ layer
                of_pairs = hidden.reshape(-1, count, hidden.shape[1])
                of_pairs += above[start : start + step, None]
                of_pairs += below
                found[some] = weights["pair_linear"] @ pairs[:, some]
                found[some] += _rectify(hidden) @ weights["pair_out"]
        return found


def _rectify(values: Floats) -> Floats:
    """What is below zero becomes zero, in place. numpy does that seven times as fast with an array as with a number."""
    zeros = _zeros(1 << max(values.size - 1, 0).bit_length())
    return np.asarray(np.maximum(values, zeros[: values.size].reshape(values.shape), out=values))


@lru_cache(4)
def _zeros(count: int) -> Floats:
    return np.zeros(count, np.float32)


def _graph(scores: Floats, salience: Floats, centre: Floats) -> RelationGraph:
    count = len(scores)
    if count == 1:
        return RelationGraph(np.ones((1, 1), np.float32), np.ones(1), np.ones(1))
    centrality = _chances(centre).astype(np.float64)
    leaning = salience - _LEANING * centrality[0] * np.log1p(np.arange(count)) / np.log(count + 1)
    return RelationGraph(_chances(scores), 1 / (1 + np.exp(-leaning)), centrality)


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
