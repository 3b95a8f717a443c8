"""Relations learned from maps that people drew: who would be kept, who would govern whom, who would be the centre.

Small networks judge the features of sentences and of pairs (``features``). They were trained with torch
(``mindgist.learn.supervised``) and run here as a few products of matrices.

News is built otherwise than other texts: the first sentence says it all, and most hangs under it. Who governs whom is
therefore learned twice, for news from its own maps and for other texts from all, and a document between the two is told
by both.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from math import tanh
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.errors import ModelError
from mindgist.graph.features import PAIR_FEATURES, SENTENCE_FEATURES, features_together
from mindgist.graph.layout import Floats, Layout
from mindgist.graph.relation_graph import RelationGraph
from mindgist.graph.salience_features import SALIENCE_FEATURES, fill_salience_features
from mindgist.graph.scraps import scraps

WEIGHTS = "weights.npz"
_LENGTH = SENTENCE_FEATURES.index("length")
_AT_ONCE = 1_024  # pairs: what they become in between stays in the processor's cache
_TOGETHER = 40_000  # pairs of documents that are looked at side by side
_ALL = (slice(None),)
# What a scrap (``scraps``) loses, in log-odds: it is kept after all others, even where it comes first.
_SCRAP_PRICE = 6.0
FARTHEST = 4.0  # deviations from the mean; what lies beyond is no more unusual
NEWS, OTHER = KINDS = ("news", "other")
# Where the first sentence is likely the centre, what comes early is kept, above all in news: that is truer than fifteen
# maps of news can teach. In log-odds from the first sentence to the last; chosen together with the tree's prices
# (docs/experiments.md).
_LEANING = {NEWS: 8.0, OTHER: 1.5}
# A document is told by the maps of news from the first chance of being news on, and by them alone from the second on:
# few documents lie between, and only those are judged twice.
_PERHAPS, _SURELY = 0.5, 0.9


class SupervisedGraph:
    """The model of a folder (``weights.npz``) as a source of relation graphs."""

    def __init__(self, folder: str | Path) -> None:
        path = Path(folder) / WEIGHTS
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                self._weights = {name: np.asarray(arrays[name], np.float32) for name in arrays.files}
            _check(self._weights)
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise ModelError(f"there is no model of people's maps in {folder}: {error}") from error

    @classmethod
    def of(cls, weights: Mapping[str, Floats]) -> "SupervisedGraph":
        """A source of these weights, as training makes them."""
        made = cls.__new__(cls)
        made._weights = dict(weights)
        return made

    @classmethod
    def shipped(cls) -> "SupervisedGraph":
        """The model that comes with mindgist."""
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
        centres = {kind: self.network(f"{kind}_centre", sentences, layout.own) for kind in KINDS}
        fill_salience_features(found.pairs[len(PAIR_FEATURES) :], salience, layout)
        lengths = np.expm1(found.sentences[:, _LENGTH]).round()
        scrappy = scraps([sentence.plain for document in documents for sentence in document.sentences], lengths)
        graphs = []
        for rows, square in zip(layout.own, layout.squares, strict=True):
            if square.stop - square.start == 1:  # a sentence alone: nothing to relate
                graphs.append(RelationGraph(np.ones((1, 1), np.float32), np.ones(1), np.ones(1)))
                continue
            shares = self.shares(sentences[rows])
            relations = sum(
                share * _chances(self._pairs(kind, sentences[rows], found.pairs[:, square]))
                for kind, share in shares.items()
            )
            centre = sum(share * _chances(centres[kind][rows]) for kind, share in shares.items())
            leaning = sum(share * _LEANING[kind] for kind, share in shares.items())
            graphs.append(_graph(np.asarray(relations), salience[rows], np.asarray(centre), scrappy[rows], leaning))
        return graphs

    def shares(self, sentences: Floats) -> dict[str, float]:
        """How far a document is like each kind; without those that it is not like at all."""
        weights = self._weights
        mean = sentences.mean(axis=0)
        odds = mean @ weights["kind_mean"] + sentences[0] @ weights["kind_first"] + weights["kind_base"]
        unlike = (((mean - weights["kind_usual"]) * weights["kind_scale"]) ** 2).sum()
        chance = (1 + tanh(float(odds) / 2)) / 2 if unlike <= weights["kind_farthest"] else 0.0  # exp would overflow
        news = min(max((chance - _PERHAPS) / (_SURELY - _PERHAPS), 0.0), 1.0)
        return {kind: share for kind, share in ((NEWS, news), (OTHER, 1 - news)) if share}

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

    def _pairs(self, kind: str, sentences: Floats, pairs: Floats) -> Floats:
        """The log-odds, up to a constant for each j, that i governs j, (N, N). Some governors at a time."""
        hidden_of, bias, out, linear, governor, governed = (
            self._weights[f"{kind}_{name}"]
            for name in ("pair_hidden", "pair_bias", "pair_out", "pair_linear", "governor_hidden", "governed_hidden")
        )
        count = len(sentences)
        above = sentences @ governor.T
        below = sentences @ governed.T + bias
        found = np.empty(count * count, np.float32)
        step = max(1, _AT_ONCE // count)
        for start in range(0, count, step):
            some = slice(start * count, (start + step) * count)
            hidden = pairs[:, some].T @ hidden_of.T
            of_pairs = hidden.reshape(-1, count, hidden.shape[1])
            of_pairs += above[start : start + step, None]
            of_pairs += below
            found[some] = linear @ pairs[:, some]
            found[some] += _rectify(hidden) @ out
        scores = found.reshape(count, count)
        np.fill_diagonal(scores, -np.inf)
        return scores


def _rectify(values: Floats) -> Floats:
    """What is below zero becomes zero, in place. numpy does that seven times as fast with an array as with a number."""
    zeros = _zeros(1 << max(values.size - 1, 0).bit_length())
    return np.asarray(np.maximum(values, zeros[: values.size].reshape(values.shape), out=values))


@lru_cache(4)
def _zeros(count: int) -> Floats:
    return np.zeros(count, np.float32)


def _check(weights: Mapping[str, Floats]) -> None:
    """Refuse weights that do not fit together: a document of one kind would not show those of the other to be wrong."""
    of_sentence, of_pair = len(SENTENCE_FEATURES), len(PAIR_FEATURES) + len(SALIENCE_FEATURES)
    read = of_sentence + 1  # how like a highlight it is
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("article_mean", "article_deviation"), (of_sentence,))
    shapes |= dict.fromkeys(("mean", "deviation", "kind_mean", "kind_first", "kind_usual", "kind_scale"), (read,))
    shapes |= dict.fromkeys(("kind_base", "kind_farthest"), ())
    for name, inputs in (
        ("highlight", of_sentence),
        *((name, read) for name in ("kept", *map("{}_centre".format, KINDS))),
    ):
        hidden = weights[f"{name}_out"].shape[0]
        shapes |= {f"{name}_hidden": (inputs, hidden), f"{name}_bias": (hidden,), f"{name}_out": (hidden,)}
        shapes |= {f"{name}_linear": (inputs,), f"{name}_base": (1,)}
    for kind in KINDS:
        hidden = weights[f"{kind}_pair_out"].shape[0]
        shapes |= {f"{kind}_pair_hidden": (hidden, of_pair), f"{kind}_pair_linear": (of_pair,)}
        shapes |= dict.fromkeys((f"{kind}_governor_hidden", f"{kind}_governed_hidden"), (hidden, read))
        shapes |= dict.fromkeys((f"{kind}_pair_bias", f"{kind}_pair_out"), (hidden,))
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise ValueError(f"{name} has the shape {weights[name].shape}, not {shape}")


def _graph(
    relations: Floats, salience: Floats, centre: Floats, scrappy: NDArray[np.bool_], leaning: float
) -> RelationGraph:
    """``leaning`` is how much less the last sentence is kept than the first, in log-odds, where that is the centre."""
    count = len(relations)
    centrality = centre.astype(np.float64)
    kept = salience - leaning * centrality[0] * np.log1p(np.arange(count)) / np.log(count + 1)
    odds = np.exp(-_SCRAP_PRICE * scrappy)
    centrality *= odds
    return RelationGraph(relations, odds / (odds + np.exp(-kept)), centrality / centrality.sum())


def _standard(values: Floats, mean: Floats, deviation: Floats) -> Floats:
    return ((values - mean) / deviation).clip(-FARTHEST, FARTHEST)


def _chances(values: Floats) -> Floats:
    """Softmax down the columns."""
    raised = np.exp(values - values.max(axis=0))
    return np.asarray(raised / raised.sum(axis=0))


def supervised_graph(model: Path | None = None) -> SupervisedGraph:
    """The model of a folder, or the one that comes with mindgist."""
    return SupervisedGraph(model) if model else SupervisedGraph.shipped()


@cache
def _shipped() -> SupervisedGraph:
    with as_file(files("mindgist") / "models" / "supervised") as folder:
        return SupervisedGraph(folder)
