"""Training of the topic model: boosted trees that find the words of a hidden heading in the text of its section.

The trees are symmetric: all nodes of one level compare the same feature with the same number, so that numpy evaluates
them fast.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mindgist.errors import CorpusError
from mindgist.evaluate.similarity import word_f1
from mindgist.files import make_folder, write_file, write_json
from mindgist.labels.topic_words import Floats, Integers, Vocabulary
from mindgist.labels.topics import TopicModel, read_classes
from mindgist.learn.topic_examples import (
    Example,
    OnProgress,
    Rows,
    SectionedText,
    content_words,
    sectioned_discourse,
    sectioned_documents,
)

TREES, DEPTH, RATE = 100, 4, 0.12
BINS = 48  # cuts that are tried for each feature
SHRINKAGE = 10.0  # of the values of small leaves
FEATURE_SHARE = 0.5  # of the features that a tree may use
KEPT_SHARE = 0.4  # of the sentences in the second, thinned copy of each document: maps leave out sentences


def boost(rows: Rows, seed: int) -> dict[str, Any]:
    """Gradient boosting of symmetric trees for the log-likelihood; returns the arrays of a model."""
    features, target, weight = rows.features, rows.wanted.astype(float), rows.weight / rows.weight.mean()
    rng = np.random.default_rng(seed)
    shares = np.linspace(0, 1, BINS + 1)[1:-1]
    cuts = [np.unique(np.quantile(column, shares).astype(np.float32)) for column in features.T]
    bins = [np.searchsorted(own, column.astype(np.float32)) for own, column in zip(cuts, features.T, strict=True)]
    mean = np.average(target, weights=weight)
    scores = np.full(len(target), np.log(mean / (1 - mean)))
    base = scores[0]
    trees = []
    for _ in range(TREES):
        chance = 1 / (1 + np.exp(-scores))
        gradient, curvature = weight * (target - chance), weight * chance * (1 - chance)
        leaf = np.zeros(len(target), np.intp)
        usable = rng.permutation(len(cuts))[: round(len(cuts) * FEATURE_SHARE)].tolist()
        levels = []
        for level in range(DEPTH):
            gains = [
                _best_cut(leaf, bins[number], len(cuts[number]), gradient, curvature, 2**level) for number in usable
            ]
            place = max(range(len(usable)), key=lambda place: gains[place][0])
            number, cut = usable[place], gains[place][1]
            levels.append((number, cuts[number][cut]))
            leaf = 2 * leaf + (bins[number] > cut)
        sums = (np.bincount(leaf, values, 2**DEPTH) for values in (gradient, curvature))
        values = RATE * next(sums) / (next(sums) + SHRINKAGE)
        scores += values[leaf]
        trees.append((*zip(*levels, strict=True), values))
    numbers, places, values = (np.array(part) for part in zip(*trees, strict=True))
    return {
        "features": numbers.astype(np.uint8), "cuts": places.astype(np.float32), "values": values.astype(np.float32),
        "base": np.float32(base), "calibration": np.array([1, 0], np.float32),
    }  # fmt: skip


def _best_cut(
    leaf: Integers, bins: Integers, cuts: int, gradient: Floats, curvature: Floats, leaves: int
) -> tuple[float, int]:
    """(Gain, number) of the best cut of a feature."""
    if not cuts:
        return -1.0, 0
    key, shape = leaf * (cuts + 1) + bins, (leaves, cuts + 1)
    slope = np.bincount(key, gradient, leaves * (cuts + 1)).reshape(shape).cumsum(axis=1)
    bend = np.bincount(key, curvature, leaves * (cuts + 1)).reshape(shape).cumsum(axis=1)
    below, total = slope[:, :-1] ** 2 / (bend[:, :-1] + SHRINKAGE), slope[:, -1:] - slope[:, :-1]
    gain = (below + total**2 / (bend[:, -1:] - bend[:, :-1] + SHRINKAGE)).sum(axis=0)
    return float(gain.max()), int(gain.argmax())


def train_topics(
    data: Path, output: Path, seed: int = 0, on_progress: OnProgress = lambda *_: None
) -> dict[str, float]:
    """Make a topic model in ``output`` and return its figures on documents that were not used for learning.

    Args:
        data: a folder with ``documents/`` (files of any kind that mindgist reads, in folders of their own), with
            ``discourse/train.jsonl``, or with both.
        output: the folder of the model.
        seed: seed of all random numbers.
        on_progress: called with (name of the step, units done, units in total).
    """
    texts = [
        *sectioned_documents(data / "documents", on_progress),
        *sectioned_discourse(data / "discourse" / "train.jsonl"),
    ]
    texts = [text for text in texts if any(section.is_example for section in text.sections)]
    if len(texts) < 2:
        raise CorpusError(f"{data} has no two documents with headings and sections below them")
    vocabulary = Vocabulary("en", read_classes())
    whole = [Example(text, vocabulary) for text in texts]
    rng = np.random.default_rng(seed)
    thin = (Example(text, vocabulary, _some_sentences(text, rng)) for text in texts)
    rows = [_joined([example.rows(), thinned.rows()]) for example, thinned in zip(whole, thin, strict=True)]
    halves = [slice(0, None, 2), slice(1, None, 2)]
    measured: list[tuple[float, float]] = []
    for number, (learned, tested) in enumerate((halves, halves[::-1])):
        on_progress("measuring", number, 3)
        arrays = boost(_joined(rows[learned]), seed)
        measured += _measure(whole[tested], TopicModel(arrays, vocabulary.classes))
    on_progress("training", 2, 3)
    arrays = boost(_joined(rows), seed)
    arrays["calibration"] = _calibration(measured)
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    write_file(make_folder(output) / "model.npz", packed.getvalue())
    figures = {"sections": float(len(measured)), "word_f1": 100 * float(np.mean([f1 for _, f1 in measured]))}
    write_json(
        output / "config.json", {"documents": len(texts), "seed": seed, "trees": TREES, "depth": DEPTH} | figures
    )
    return figures


def _some_sentences(text: SectionedText, rng: np.random.Generator) -> Integers:
    kept = rng.random(len(text.sentences)) < KEPT_SHARE
    kept[[section.governor for section in text.sections]] = True
    return np.flatnonzero(kept)


def _joined(rows: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate([getattr(own, name) for own in rows]) for name in ("features", "wanted", "weight")))


def _measure(examples: Sequence[Example], model: TopicModel) -> list[tuple[float, float]]:
    """(Expected F1, F1 against the hidden heading) of the best phrase of each section."""
    chosen = [best for example in examples for best in example.best(model)]
    found = word_f1(
        [content_words(section.heading) for section, _, _ in chosen], [content_words(text) for _, text, _ in chosen]
    )
    return [(expected, float(f1)) for (_, _, expected), f1 in zip(chosen, found, strict=True)]


def _calibration(measured: Sequence[tuple[float, float]]) -> Floats:
    """Slope and base of a logistic regression: from the logarithm of the expected F1 to the chance of an F1 of 1/2."""
    expected, found = np.array(measured).T
    rows = np.stack([np.log(np.maximum(expected, 1e-6)), np.ones(len(expected))], axis=1)
    target, weights = found >= 0.5, np.zeros(2)
    for _ in range(20):  # Newton's method
        chance = 1 / (1 + np.exp(-rows @ weights))
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + 1e-3 * np.eye(2)
        weights += np.linalg.solve(curvature, rows.T @ (target - chance) - 1e-3 * weights)
    return weights.astype(np.float32)
