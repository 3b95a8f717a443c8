"""The model behind the default map: `mindgist.graph.supervised`, trained, cross-validated and scored.

    python research/people.py highlights     --corpus DIR --work DIR
    python research/people.py cross-validate --benchmark DIR --discourse DIR --work DIR
    python research/people.py train          --benchmark DIR --discourse DIR --work DIR
    python research/people.py score          --benchmark DIR --discourse DIR
    python research/people.py beside         --benchmark DIR --discourse DIR

`highlights` reads articles once and keeps their features in WORK. `cross-validate` trains one model for each fold of
dev.jsonl (on the others and on the discourse maps that may be shipped) and one for maps-dev.jsonl, which no model is
trained on; every model is kept in WORK, so that a run that was stopped goes on. `train` makes the shipped model, on
all of dev.jsonl. `score` scores the shipped model as `mindgist map` runs it. `beside` scores only the other systems, on
maps-dev.jsonl: for when one of them has changed. Results go to research/results.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import library
from library import DEV, OPEN, fingerprints, provenance
from mindgist.evaluate.benchmark import BenchmarkArticle, Prediction, read_benchmark
from mindgist.evaluate.evaluation import predict
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.files import atomic_write, file_fingerprint, make_folder
from mindgist.graph.supervised import SupervisedGraph
from mindgist.mapper import MindMapper
from mindgist.tree import nested_tree

MODEL = Path(__file__).parent.parent / "src" / "mindgist" / "models" / "supervised"
MAPS_TRAIN, MAPS_DEV, TREES = "maps-train.jsonl", "maps-dev.jsonl", "train.jsonl"
ARTICLES = 5_000  # whose highlights are learned from
FOLDS = 5
ALL = -1  # in place of a fold: nothing is left out
NEWS_WEIGHT = 4.0  # a news map counts as much as so many of the others, which are seven times as many

# What is shipped is the mean of two models that differ in shape and dropout: a mean errs less than either.
CONFIGS: dict[str, dict[str, Any]] = {
    "wide": {},
    "narrow": {"kept_members": 16, "pair_members": 8, "pair_hidden": 8, "pair_dropout": 0.25,
               "pair_feature_dropout": 0.15},
}  # fmt: skip

BESIDE = {"lead star": ("lead", "star"), "emgn": ("emgn", None), "lexrank": ("lexrank", None)}

Weights = dict[str, Any]


def main() -> None:
    """Run the step that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=tuple(STEPS))
    parser.add_argument("--corpus", type=Path, help="articles with highlights")
    parser.add_argument("--benchmark", type=Path, help="the folder of dev.jsonl and test-open.jsonl")
    parser.add_argument("--discourse", type=Path, help="the folder of maps-train.jsonl, maps-dev.jsonl and train.jsonl")
    parser.add_argument("--work", type=Path, help="where to keep what takes long")
    options = parser.parse_args()
    STEPS[options.step](options)


def highlights(options: argparse.Namespace) -> None:
    """The features of articles and how like a highlight their sentences are."""
    from mindgist.learn.corpus import TRAIN, read_corpus
    from mindgist.learn.map_examples import highlight_examples

    articles = (article for article in read_corpus(options.corpus) if article.split == TRAIN)
    rows, targets = highlight_examples(articles, ARTICLES)
    _save(options.work / "highlights.npz", {"rows": rows, "targets": targets})


def cross_validate(options: argparse.Namespace) -> None:
    """Score dev.jsonl fold by fold and maps-dev.jsonl by models that have not seen them."""
    news, others = _read(options.benchmark / DEV), _read(options.discourse / MAPS_DEV)
    fold_of = _fold_of(news)
    models = {fold: SupervisedGraph.of(_fitted(options, fold)) for fold in (ALL, *range(FOLDS))}
    predictions = {article.id: _predicted(models[fold_of.get(article.id, ALL)], article) for article in news + others}
    result = {
        "dev": _figures(news, predictions),
        "maps-dev": _figures(others, predictions),
        "maps-dev by genre": _by_genre(others, predictions),
        "calibration": calibration(news + others, predictions, models, fold_of),
        "run": provenance(options.benchmark) | {"discourse": _fingerprints(options.discourse)},
    }
    library.write_json(library.RESULTS / "people-cross-validation.json", result)
    for name in ("dev", "maps-dev", "maps-dev by genre", "calibration"):
        print(name, json.dumps(result[name]))


def train(options: argparse.Namespace) -> None:
    """The model that is shipped."""
    from mindgist.learn.supervised import PeopleConfig

    weights = _fitted(options, ALL)
    _save(MODEL / "weights.npz", weights)
    maps = len(_shippable(options.discourse)) + len(_read(options.benchmark / DEV))
    config = {
        "model": "supervised",
        "weights": int(sum(array.size for array in weights.values())),
        "training": {name: asdict(PeopleConfig(**own)) for name, own in CONFIGS.items()}
        | {"maps": maps, "articles": ARTICLES, "news_weight": NEWS_WEIGHT},
        "data": {"benchmark": fingerprints(options.benchmark)[DEV]} | _fingerprints(options.discourse),
    }
    library.write_json(MODEL / "config.json", config)


def score(options: argparse.Namespace) -> None:
    """The shipped model on all there is: dev.jsonl was trained on, test-open.jsonl and maps-dev.jsonl were not."""
    mapper = MindMapper.named()
    result: dict[str, Any] = {}
    for name, path in (
        ("dev", options.benchmark / DEV), ("open", options.benchmark / OPEN), ("maps-dev", options.discourse / MAPS_DEV)
    ):  # fmt: skip
        articles = _read(path)
        predictions = {article.id: predict(mapper, article) for article in articles}
        result[name] = _figures(articles, predictions)
        result[f"{name} articles"] = {
            article.id: [100 * float(found.ssm.mean()), 100 * float(found.ksm.mean())]
            for article in articles
            for found in [ArticleScorer(article).score(predictions[article.id])]
        }
        if name == "maps-dev":
            result["maps-dev by genre"] = _by_genre(articles, predictions)
            result |= _beside(articles)
    result["model"] = {"weights": file_fingerprint(MODEL / "weights.npz")[:16]}
    result["run"] = provenance(options.benchmark) | {"discourse": _fingerprints(options.discourse)}
    library.write_json(library.RESULTS / "default.json", result)
    for name in ("dev", "open", "maps-dev", "maps-dev by genre"):
        print(name, json.dumps(result[name]))


def beside(options: argparse.Namespace) -> None:
    """The other systems once more, what is known of the default kept as it is."""
    path = library.RESULTS / "default.json"
    known = library.read_json(path) or {}
    run = provenance(options.benchmark) | {"discourse": _fingerprints(options.discourse)}
    library.write_json(path, known | _beside(_read(options.discourse / MAPS_DEV)) | {"run, other systems": run})


def _beside(articles: list[BenchmarkArticle]) -> dict[str, dict[str, float]]:
    found = {}
    for name, (graph, tree) in BESIDE.items():
        mapper = MindMapper.named(graph, tree)
        found[f"maps-dev, {name}"] = _figures(articles, {one.id: predict(mapper, one) for one in articles})
    return found


def calibration(
    articles: list[BenchmarkArticle], predictions: dict[str, Prediction], models: dict[int, SupervisedGraph],
    fold_of: dict[str, int],
) -> dict[str, Any]:  # fmt: skip
    """How often a parent is right, by the score of its edge: over the edges that the attachment counts."""
    pairs: list[tuple[float, bool]] = []
    for article in articles:
        nodes = MindMapper(models[fold_of.get(article.id, ALL)], nested_tree)(article.document).nodes
        right = ArticleScorer(article).attachments(predictions[article.id], len(article.map))
        score_of = {node.sentence: node.score for node in nodes}
        pairs += [(score_of[sentence], correct) for sentence, correct in right.items()]
    scores = np.array([found for found, _ in pairs])
    correct = np.array([found for _, found in pairs], float)
    bins = np.minimum((scores * 10).astype(int), 9)
    table = [
        {"from": number / 10, "edges": int(chosen.sum()), "mean_score": float(scores[chosen].mean()),
         "right": float(correct[chosen].mean())}
        for number in range(10)
        if (chosen := bins == number).any()
    ]  # fmt: skip
    error = sum(row["edges"] * abs(row["mean_score"] - row["right"]) for row in table) / len(pairs)
    return {"edges": len(pairs), "expected_calibration_error": error, "table": table}


def _fold_of(news: list[BenchmarkArticle]) -> dict[str, int]:
    return {article.id: place % FOLDS for place, article in enumerate(sorted(news, key=lambda article: article.id))}


def _fitted(options: argparse.Namespace, fold: int) -> Weights:
    """The weights trained without a fold of dev.jsonl (``ALL``: with all of it), from WORK where they are there."""
    from mindgist.learn.supervised import merged

    paths = {name: options.work / f"without-{fold}-{name}.npz" for name in CONFIGS}
    for name, path in paths.items():
        if not path.is_file():
            news = _read(options.benchmark / DEV)
            fold_of = _fold_of(news)
            _save(path, _fit(options, [article for article in news if fold_of[article.id] != fold], name))
    return merged([_load(path) for path in paths.values()])


def _fit(options: argparse.Namespace, news: list[BenchmarkArticle], name: str) -> Weights:
    import torch

    from mindgist.learn.map_examples import article_rows, map_example
    from mindgist.learn.supervised import PeopleConfig, fit_highlight, fit_people

    torch.set_num_threads(1)  # small products, and the same sums on every machine
    config = PeopleConfig(**CONFIGS[name])
    known = options.work / "highlight-network.npz"
    if not known.is_file():
        examples = _load(options.work / "highlights.npz")
        _save(known, fit_highlight(examples["rows"], examples["targets"], config))
    maps = [map_example(article, NEWS_WEIGHT, news=True) for article in news]
    maps += [map_example(article) for article in _shippable(options.discourse)]
    articles = article_rows(_load(options.work / "highlights.npz")["rows"])
    return fit_people(_load(known), articles, maps, config)


@cache
def _read(path: Path) -> list[BenchmarkArticle]:
    return read_benchmark(path)


def _shippable(discourse: Path) -> list[BenchmarkArticle]:
    """The maps of texts that a shipped model may be trained on."""
    rows = map(json.loads, (discourse / TREES).read_text(encoding="utf-8").splitlines())
    allowed = {row["id"] for row in rows if row["shippable"]}
    return [article for article in _read(discourse / MAPS_TRAIN) if article.id in allowed]


def _predicted(graph: SupervisedGraph, article: BenchmarkArticle) -> Prediction:
    return predict(MindMapper(graph, nested_tree), article)


def _figures(articles: Iterable[BenchmarkArticle], predictions: dict[str, Prediction]) -> dict[str, float]:
    """The benchmark's measures, and the shape of the maps at the size that the system gives them."""
    return measures([ArticleScorer(article).score(predictions[article.id]) for article in articles])


def _by_genre(articles: list[BenchmarkArticle], predictions: dict[str, Prediction]) -> dict[str, dict[str, float]]:
    genres = sorted({_genre(article) for article in articles})
    return {genre: _figures((one for one in articles if _genre(one) == genre), predictions) for genre in genres}


def _genre(article: BenchmarkArticle) -> str:
    return article.id.split("_")[1]  # GUM_academic_art


def _fingerprints(discourse: Path) -> dict[str, str]:
    return {name: file_fingerprint(discourse / name)[:16] for name in (MAPS_TRAIN, MAPS_DEV)}


def _save(path: Path, arrays: Weights) -> None:
    make_folder(path.parent)
    with atomic_write(path) as waiting, waiting.open("wb") as file:
        np.savez_compressed(file, **arrays)


def _load(path: Path) -> Weights:
    with np.load(path, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


STEPS = {
    "highlights": highlights,
    "cross-validate": cross_validate,
    "train": train,
    "score": score,
    "beside": beside,
}

if __name__ == "__main__":
    main()
