"""The default graph source: a model trained on annotated maps scores who is kept, who governs whom, who is the centre.

Small networks read the features of sentences and pairs (``features``). They were trained with
torch (``mindgist train map``) and run here as a few matrix products.

News has a structure of its own: the first sentence says it all, and most others are below it. So there are two models,
one for news and one for other texts. A linear classifier gives the probability that a document is news. From
``NEWS_BLEND_START`` on, the scores of both models are blended; from ``NEWS_BLEND_END`` on, those of the news model are
used alone.

The networks learned from English. For a text in another language they read the mean of every feature that depends on
English words. Its centre and salience come from weights of features that know no language: a sentence is the centre the
earlier it comes and the more of the text's words it shares, above all the first one, unless it is as short as a title.
A sentence is salient if it comes early, is long, is like the first one and unlike the one before it.
"""

from collections.abc import Mapping
from importlib.resources import as_file, files
from math import tanh
from pathlib import Path

import numpy as np

from mindgist.document import Document
from mindgist.errors import MindgistError, ModelError
from mindgist.graph.features import ENGLISH_FEATURES, PAIR_FEATURES, SENTENCE_FEATURES, features, salience_features
from mindgist.graph.relation_graph import Floats, RelationGraph
from mindgist.graph.terms import Lexicon

WEIGHTS_FILE = "weights.npz"
NEWS, OTHER = KINDS = ("news", "other")
NEWS_BLEND_START, NEWS_BLEND_END = 0.5, 0.9  # probabilities of news

# The salience of a sentence falls with its index, because the benchmark's annotators keep more early sentences than the
# networks: with the logarithm of the index, up to FLAT_FROM of the document, in log-odds, times the probability that
# the first sentence is the centre. Chosen together with the preferences of the tree (docs/experiments.md).
POSITION_PENALTY = 5.0
FLAT_FROM = 0.7  # of the sentences; later ones pay the same
BRANCHES = {NEWS: 5.0, OTHER: 8.0}  # main branches of a text of 30 sentences; annotated maps have 4.1 and 8.1
MAX_DEVIATIONS = 4.0  # features are clipped to so many standard deviations

# The weights for other languages in log-odds, set by hand: features and signs are those of a regression on the English
# maps that the networks were trained on; the sizes were chosen on maps of seven languages (docs/experiments.md).
CENTRE_WEIGHTS = {
    "whole so far": -1.2, "place": 1.6, "like the first": 7.0, "centroid": 8.0, "novelty": 1.5, "ends openly": -2.5,
    "starts with a quotation": -3.0,
}  # fmt: skip
FIRST_BONUS = 0.5  # for the first sentence, times the logarithm of the number of sentences
NO_TITLE_BONUS = 3.0  # for the first sentence, if it is no title
MAX_TITLE_LENGTH = -0.5  # logarithm of a title's length, less that of the mean sentence
SALIENCE_WEIGHTS = {
    "index": -0.6, "relative length": 0.5, "like the first": 3.6, "like the one before": -4.0, "recurs": 1.4,
}  # fmt: skip
# Main branches of such texts: most kept sentences are right below the centre, as far as a glance takes them in.
OTHER_BRANCHES_SHARE = 0.6  # of the sentences
MAX_OTHER_BRANCHES = 20
_SAMPLE = 2_000  # characters, by which the script of a text is recognised

BLOCK_PAIRS = 1_024  # scored at once, so that hidden layers stay in the processor's cache
_COSINE = PAIR_FEATURES.index("cosine")


class SupervisedGraph:
    """The model with these weights as a source of relation graphs, with the shipped lexicon unless another is given."""

    def __init__(self, weights: Mapping[str, Floats], lexicon: Lexicon | None = None) -> None:
        self._weights, self._lexicon = weights, lexicon

    def __call__(self, document: Document) -> RelationGraph:
        count = len(document)
        if count == 1:
            return RelationGraph(np.ones((1, 1), np.float32), np.ones(1), np.ones(1))
        found = features(document, self._lexicon)
        is_english = not is_other_language(document)
        if not is_english:
            found.sentences[:, ENGLISH_FEATURES] = self._weights["mean"][ENGLISH_FEATURES]
        sentences = self.standardized(found.sentences)
        shares = self.kind_shares(sentences) if is_english else {OTHER: 1.0}
        scores = np.zeros((count, count), np.float32)
        of_sentences = np.zeros((2, count), np.float32)
        for kind, share in shares.items():
            if is_english:
                kept, centre = (self.network(f"{kind}_{name}", sentences) for name in ("kept", "centre"))
            else:
                kept, centre = _weighted(found.sentences, SALIENCE_WEIGHTS), _centre_logits(found.sentences)
            scores += share * _softmax(self._pair_logits(kind, sentences, found.pairs, kept))
            of_sentences += share * np.stack([kept, _softmax(centre)])
        salience, centrality = of_sentences.astype(np.float64)
        branches = min(OTHER_BRANCHES_SHARE * count, MAX_OTHER_BRANCHES)
        if is_english:
            branches = sum(share * BRANCHES[kind] for kind, share in shares.items())
            index = np.minimum(np.arange(count), FLAT_FROM * count)
            salience -= POSITION_PENALTY * centrality[0] * np.log1p(index) / np.log(count + 1)
        return RelationGraph(
            scores, 1 / (1 + np.exp(-salience)), centrality / centrality.sum(), found.pairs[_COSINE], found.starts,
            branches, is_english,
        )  # fmt: skip

    def kind_shares(self, sentences: Floats) -> dict[str, float]:
        """The share of each kind's model in the scores of a document, without those of 0."""
        weights = self._weights
        mean = sentences.mean(axis=0)
        logit = mean @ weights["kind_mean"] + sentences[0] @ weights["kind_first"] + weights["kind_base"]
        distance = (((mean - weights["kind_usual"]) * weights["kind_scale"]) ** 2).sum()  # from the usual news
        is_usual = distance <= weights["kind_farthest"]
        probability = (1 + tanh(float(logit) / 2)) / 2 if is_usual else 0.0  # the sigmoid, without overflow
        news = min(max((probability - NEWS_BLEND_START) / (NEWS_BLEND_END - NEWS_BLEND_START), 0.0), 1.0)
        return {kind: share for kind, share in ((NEWS, news), (OTHER, 1 - news)) if share}

    def with_highlight_score(self, raw: Floats) -> Floats:
        """The features of sentences with one more: how similar each is to an editor's highlight, as predicted."""
        standard = _standardize(raw, self._weights["article_mean"], self._weights["article_deviation"])
        return np.column_stack([raw, self.network("highlight", standard)])

    def standardized(self, raw: Floats) -> Floats:
        """The same, standardized by the mean and the deviation in these texts: the input of the networks."""
        return _standardize(self.with_highlight_score(raw), self._weights["mean"], self._weights["deviation"])

    def network(self, name: str, sentences: Floats) -> Floats:
        """The output of a network with one hidden layer and a linear shortcut, shape (N,)."""
        layer, bias, out, linear, base = (
            self._weights[f"{name}_{part}"] for part in ("hidden", "bias", "out", "linear", "base")
        )
        return np.asarray(np.maximum(sentences @ layer + bias, 0) @ out + sentences @ linear + base)

    def _pair_logits(self, kind: str, sentences: Floats, pairs: Floats, salience: Floats) -> Floats:
        """The logits that i governs j, up to a constant for each j, shape (N, N); computed in blocks of governors."""
        pairs = np.concatenate([pairs, salience_features(salience)])
        pair_hidden, bias, out, linear, governor_hidden, governed_hidden = (
            self._weights[f"{kind}_{name}"]
            for name in ("pair_hidden", "pair_bias", "pair_out", "pair_linear", "governor_hidden", "governed_hidden")
        )
        count = len(sentences)
        of_governor = sentences @ governor_hidden.T
        of_governed = sentences @ governed_hidden.T + bias
        logits, zeros = np.empty((count, count), np.float32), np.zeros_like(bias)
        step = max(1, BLOCK_PAIRS // count)
        for start in range(0, count, step):
            block = pairs[:, start : start + step].reshape(len(pairs), -1)
            hidden = block.T @ pair_hidden.T
            by_governor = hidden.reshape(-1, count, hidden.shape[1])
            by_governor += of_governor[start : start + step, None]
            by_governor += of_governed
            np.maximum(hidden, zeros, out=hidden)  # twice as fast as with the number 0
            logits[start : start + step] = (linear @ block + hidden @ out).reshape(-1, count)
        np.fill_diagonal(logits, -np.inf)
        return logits


def is_other_language(document: Document) -> bool:
    """Whether a document is in another language than English: in one that is recognised, or in another script."""
    if document.language:
        return document.language != "en"
    sample = document.text[:_SAMPLE]
    return len(sample.encode("ascii", "ignore")) < len(sample) / 2


def _centre_logits(sentences: Floats) -> Floats:
    """The logits that each sentence is the centre, up to a constant, from the raw features; shape (N,)."""
    logits = _weighted(sentences, CENTRE_WEIGHTS)
    is_title = sentences[0, SENTENCE_FEATURES.index("relative length")] <= MAX_TITLE_LENGTH
    logits[0] += FIRST_BONUS * (np.log(len(logits) + 1) - 1) + (0 if is_title else NO_TITLE_BONUS)
    return logits


def _weighted(sentences: Floats, weights: Mapping[str, float]) -> Floats:
    columns = [SENTENCE_FEATURES.index(name) for name in weights]
    return np.asarray(sentences[:, columns] @ np.array(list(weights.values()), np.float32))


def _standardize(values: Floats, mean: Floats, deviation: Floats) -> Floats:
    return ((values - mean) / deviation).clip(-MAX_DEVIATIONS, MAX_DEVIATIONS)


def _softmax(values: Floats) -> Floats:
    """Over the columns."""
    exponentials = np.exp(values - values.max(axis=0))
    return np.asarray(exponentials / exponentials.sum(axis=0))


def _try(weights: Mapping[str, Floats]) -> None:
    """Relate some sentences as sure news and as surely other text; arrays that do not fit together raise an error."""
    trial = Document.from_sentences([["The tide rises.", "It falls again.", "Why?"], ["Walls cost money.", "A lot."]])
    for news in (-1e9, 1e9):
        sure = {"kind_base": weights["kind_base"] + news, "kind_farthest": weights["kind_farthest"] + np.inf}
        SupervisedGraph({**weights, **sure})(trial)


def supervised_graph(model: str | Path | None = None) -> SupervisedGraph:
    """The model of a folder (``weights.npz`` and ``words.txt``), or the one that comes with mindgist."""
    with as_file(Path(model) if model else files("mindgist") / "models" / "supervised") as folder:
        try:
            with (folder / WEIGHTS_FILE).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                weights = {name: np.asarray(arrays[name], np.float32) for name in arrays.files}
            if model:
                _try(weights)
            return SupervisedGraph(weights, Lexicon.read(folder) if model else None)
        except (OSError, ValueError, KeyError, IndexError, TypeError, MindgistError) as error:
            raise ModelError(f"there is no supervised model in {folder}: {error}") from error
