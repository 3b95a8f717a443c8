"""Scores of the default system, for docs/results.md.

    python research/default_map.py cross-validate --data DIR --work DIR
    python research/default_map.py score          --data DIR
    python research/default_map.py languages      --data DIR

DIR is the data folder of `mindgist train map`, with ``benchmark/test-open.jsonl`` and ``discourse/maps-dev.jsonl``.
`cross-validate` trains a model for each fold of dev.jsonl on the other folds, and scores dev.jsonl and maps-dev.jsonl
with models that were not trained on them. `score` scores the shipped model and, on maps-dev.jsonl, other systems.
`languages` scores it and lead star on ``languages/maps-dev.jsonl``, language by language (docs/formats-in.md).
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import library
from library import provenance
from mindgist.evaluate.benchmark import BenchmarkArticle, Prediction, read_benchmark
from mindgist.evaluate.scoring import ArticleScorer, measures, predict
from mindgist.files import file_fingerprint
from mindgist.graph import supervised_graph
from mindgist.learn.map_training import NEWS_MAPS, train_map_model
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.tree import nested_tree

WEIGHTS = Path(__file__).parent.parent / "src" / "mindgist" / "models" / "supervised" / "weights.npz"
OPEN, OTHERS = "benchmark/test-open.jsonl", "discourse/maps-dev.jsonl"
LANGUAGES = "languages/maps-dev.jsonl"
FOLDS = 5
OTHER_SYSTEMS = {"lead star": ("lead", "star"), "emgn": ("emgn", None), "lexrank": ("lexrank", None)}


def main() -> None:
    """Run the step that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("cross-validate", "score", "languages"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, help="where to keep the models of the folds")
    options = parser.parse_args()
    run = provenance(options.data / "benchmark") | {"discourse": file_fingerprint(options.data / OTHERS)[:16]}
    if options.step == "score":
        library.write_json(library.RESULTS / "default.json", score(options.data) | {"run": run})
    elif options.step == "languages":
        run |= {"languages": file_fingerprint(options.data / LANGUAGES)[:16]}
        library.write_json(library.RESULTS / "languages.json", score_languages(options.data) | {"run": run})
    else:
        result = cross_validate(options.data, options.work) | {"run": run}
        library.write_json(library.RESULTS / "default-cross-validation.json", result)


def cross_validate(data: Path, work: Path) -> dict[str, Any]:
    """Return the measures and the calibration of models on articles that they were not trained on."""
    news, others = read_benchmark(data / NEWS_MAPS), read_benchmark(data / OTHERS)
    in_order = sorted(article.id for article in news)
    maps: dict[str, MindMap] = {}
    for fold in (*range(FOLDS), None):  # None: trained on all of news, for the other texts
        held_out = set(in_order[fold::FOLDS]) if fold is not None else set()
        folder = work / f"without-{fold}"
        if not (folder / "config.json").is_file():
            train_map_model(data, folder, leave_out=held_out)
        mapper = MindMapper(supervised_graph(folder), nested_tree)
        chosen = others if fold is None else [article for article in news if article.id in held_out]
        maps |= {article.id: mapper(article.document) for article in chosen}
    predictions = {one.id: Prediction.of_map(one, maps[one.id]) for one in news + others}
    return {
        "dev": _figures(news, predictions),
        "maps-dev": _figures(others, predictions),
        "calibration": calibration(news + others, predictions, maps),
    }


def score(data: Path) -> dict[str, Any]:
    """Return the measures of the shipped model; dev.jsonl was trained on, the others were not."""
    result: dict[str, Any] = {}
    mapper = MindMapper.named()
    for name, path in (("dev", NEWS_MAPS), ("open", OPEN), ("maps-dev", OTHERS)):
        articles = read_benchmark(data / path)
        predictions = {article.id: predict(mapper, article) for article in articles}
        scores = {one.id: ArticleScorer(one).score(predictions[one.id]) for one in articles}
        result[name] = measures(list(scores.values()))
        result[f"{name} articles"] = {
            article: [100 * float(one.ssm.mean()), 100 * float(one.ksm.mean())] for article, one in scores.items()
        }
    others = read_benchmark(data / OTHERS)
    for name, (graph, tree) in OTHER_SYSTEMS.items():
        other = MindMapper.named(graph, tree)
        result[f"maps-dev, {name}"] = _figures(others, {one.id: predict(other, one) for one in others})
    return result | {"model": {"weights": file_fingerprint(WEIGHTS)[:16]}}


def score_languages(data: Path) -> dict[str, Any]:
    """Return SSM, node F1 and attachment of the shipped model and of lead star, for each language and all together."""
    articles = read_benchmark(data / LANGUAGES)
    mappers = {"default": MindMapper.named(), "lead star": MindMapper.named(*OTHER_SYSTEMS["lead star"])}
    result: dict[str, Any] = {}
    for name, mapper in mappers.items():
        predictions = {one.id: predict(mapper, one) for one in articles}
        for language in ("all", *sorted({one.language for one in articles})):
            figures = _figures([one for one in articles if language in ("all", one.language)], predictions)
            shown = {measure: figures[measure] for measure in ("ssm_avg", "node_f1", "attachment")}
            result.setdefault(language, {})[name] = shown
    return result


def calibration(
    articles: Iterable[BenchmarkArticle], predictions: dict[str, Prediction], maps: dict[str, MindMap]
) -> dict[str, Any]:
    """Return how often a parent is right, by the score of its edge, over the edges that the attachment counts."""
    pairs: list[tuple[float, bool]] = []
    for article in articles:
        is_right = ArticleScorer(article).attachments(predictions[article.id], len(article.map))
        score_of = {node.sentence: node.score for node in maps[article.id].nodes}
        pairs += [(score_of[sentence], right) for sentence, right in is_right.items()]
    scores = np.array([found for found, _ in pairs])
    right = np.array([found for _, found in pairs], float)
    bins = np.minimum((scores * 10).astype(int), 9)
    table = [
        {"from": number / 10, "edges": int(chosen.sum()), "mean_score": float(scores[chosen].mean()),
         "right": float(right[chosen].mean())}
        for number in range(10)
        if (chosen := bins == number).any()
    ]  # fmt: skip
    error = sum(row["edges"] * abs(row["mean_score"] - row["right"]) for row in table) / len(pairs)
    return {"edges": len(pairs), "expected_calibration_error": error, "table": table}


def _figures(articles: Iterable[BenchmarkArticle], predictions: dict[str, Prediction]) -> dict[str, float]:
    return measures([ArticleScorer(article).score(predictions[article.id]) for article in articles])


if __name__ == "__main__":
    main()
