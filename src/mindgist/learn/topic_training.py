"""Training of the topic model: two logistic regressions.

The first finds the words of a hidden heading in its section. The second finds the phrases that readers judged to
name their branch, in ``topic_judgements.tsv``: for each phrase the verdict and its features in a map, not its words.
"""

import csv
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from mindgist.errors import CorpusError
from mindgist.evaluate.similarity import word_f1
from mindgist.files import make_folder, write_json
from mindgist.labels.topic_features import FEATURES
from mindgist.labels.topic_phrases import PHRASE_FEATURES
from mindgist.labels.topic_words import Floats, Integers
from mindgist.labels.topics import FILE, TopicModel
from mindgist.learn.topic_examples import (
    Example,
    OnProgress,
    Rows,
    SectionedText,
    content_words,
    sectioned_discourse,
    sectioned_documents,
)

NEWTON_STEPS = 20
KEPT_SHARE = 0.4  # of the sentences in the second, thinned copy of each document: maps leave out sentences


def regression(features: Floats, target: Floats, weight: Floats) -> Floats:
    """The weights of a logistic regression, the intercept last, by Newton's method."""
    mean, scale = features.mean(axis=0), features.std(axis=0)
    rows = np.column_stack([(features - mean) / scale, np.ones(len(features))])
    found = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-rows @ found))
        curvature = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + np.eye(len(found))
        found += np.linalg.solve(curvature, rows.T @ (weight * (target - chance)) - found)
    found[:-1] /= scale
    found[-1] -= found[:-1] @ mean
    return found


def _fitted(rows: Sequence[tuple[Rows, Rows]]) -> TopicModel:
    """The model of examples and of the judged topics."""
    features, wanted, weight = (
        np.concatenate([getattr(own, name) for pair in rows for own in pair])
        for name in ("features", "wanted", "weight")
    )
    return TopicModel(regression(features, wanted.astype(float), weight / weight.mean()), judged_weights())


def judged_weights() -> Floats:
    """The weights of the features of phrases, from the judged topics."""
    text = (files("mindgist") / "learn" / "topic_judgements.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    features = np.array([[float(row[name]) for name in PHRASE_FEATURES] for row in rows])
    return regression(features, np.array([float(row["verdict"] == "yes") for row in rows]), np.ones(len(rows)))


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
    whole = [Example(text) for text in texts]
    rng = np.random.default_rng(seed)
    thinned = [Example(text, _some_sentences(text, rng)) for text in texts]
    rows = [(one.rows(), thin.rows()) for one, thin in zip(whole, thinned, strict=True)]
    halves = [slice(0, None, 2), slice(1, None, 2)]
    measured: list[float] = []
    for number, (learned, tested) in enumerate((halves, halves[::-1])):
        on_progress("measuring", number, 3)
        measured += _measure(whole[tested], _fitted(rows[learned]))
    on_progress("training", 2, 3)
    model = _fitted(rows)
    figures = {"sections": float(len(measured)), "word_f1": 100 * float(np.mean(measured))}
    weights, phrase_weights = (
        dict(zip((*names, "intercept"), values.tolist(), strict=True))
        for names, values in ((FEATURES, model.weights), (PHRASE_FEATURES, model.phrase_weights))
    )
    content = {"weights": weights, "phrase weights": phrase_weights, "documents": len(texts), "seed": seed}
    write_json(make_folder(output) / FILE, content | figures)
    return figures


def _some_sentences(text: SectionedText, rng: np.random.Generator) -> Integers:
    kept = rng.random(len(text.sentences)) < KEPT_SHARE
    kept[[section.governor for section in text.sections]] = True
    return np.flatnonzero(kept)


def _measure(examples: Sequence[Example], model: TopicModel) -> list[float]:
    """The F1 of the best phrase of each section against the hidden heading."""
    chosen = [best for example in examples for best in example.best(model)]
    headings, topics = zip(*chosen, strict=True)
    return word_f1(list(map(content_words, headings)), list(map(content_words, topics))).tolist()
