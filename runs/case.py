"""The case study: the map of one validation article by every system, as key snippets with their sentences' numbers."""

import argparse
from pathlib import Path

import store
from mindgist.evaluate.benchmark import BenchmarkArticle, Prediction, read_benchmark
from mindgist.evaluate.evaluation import predict
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.evaluate.similarity import Likeness
from mindgist.graph import EmgnGraph, Relate
from mindgist.labels.snippets import key_snippet
from mindgist.mapper import MindMapper
from mindgist.systems import graph_named, tree_named

_MOST_WORDS = 8  # of a snippet that is shown


def study(options: argparse.Namespace) -> None:
    """Write the maps of the validation article with the smallest annotated map of at least eight nodes."""
    articles = [article for article in read_benchmark(options.benchmark / "dev.jsonl") if len(article.map) >= 8]
    article = min(articles, key=lambda one: (len(one.map), one.id))
    parts = [
        f"Article `{article.id}` of the validation set: {len(article.document)} sentences, {len(article.map)} nodes in "
        "the annotated map. A node is its sentence's number, counted from 1, and its key snippet.\n",
        "### Annotated\n\n" + _outline(*_annotated(article)),
    ]
    scorer = ArticleScorer(article)
    for name, relate in _systems(options).items():
        prediction = predict(MindMapper(relate, tree_named("recursive")), article)
        score = scorer.score(prediction)
        figures = f"SSM {100 * score.ssm.mean():.1f}, KSM {100 * score.ksm.mean():.1f}"
        parts.append(f"### {name}: {figures}\n\n" + _outline(*_predicted(prediction, len(article.map))))
    (store.RESULTS / "case.md").write_text("\n".join(parts), encoding="utf-8")


def _systems(options: argparse.Namespace) -> dict[str, Relate]:
    systems: dict[str, Relate] = {
        "Random": graph_named("random"),
        "LexRank, ours": graph_named("lexrank"),
        "lead": graph_named("lead"),
    }
    folders: list[tuple[str, Path | None]] = [
        ("MRDMF", options.mrdmf),
        ("Teacher, cross-encoder", options.teacher),
        ("Teacher, fast", options.fast_teacher),
        ("EMGN-GR", options.work and options.work / "paper-emgn-gr" / "0"),
    ]
    for name, folder in folders:
        if folder and (folder / "mindgist.json").is_file():
            from mindgist.learn.learned_graph import learned_graph

            systems[name] = learned_graph(folder)
    return systems | {"EMGN": EmgnGraph.shipped()}


def _annotated(article: BenchmarkArticle) -> tuple[list[str], list[int | None]]:
    sentences = [sentence.text for sentence in article.document.sentences]
    nearest = Likeness([node.text for node in article.map]).rouge(sentences).mean(axis=2).argmax(axis=1)
    labels = [f"{place + 1}: {_short(node.text)}" for place, node in zip(nearest, article.map, strict=True)]
    return labels, [node.parent for node in article.map]


def _predicted(prediction: Prediction, size: int) -> tuple[list[str], list[int | None]]:
    nodes = prediction.nodes[:size]
    return [f"{node.sentence + 1}: {_short(node.text)}" for node in nodes], [node.parent for node in nodes]


def _short(text: str) -> str:
    words = key_snippet(text).split()
    return " ".join(words[:_MOST_WORDS]) + (" …" if len(words) > _MOST_WORDS else "")


def _outline(labels: list[str], parents: list[int | None]) -> str:
    lines: list[str] = []

    def add(parent: int | None, depth: int) -> None:
        for index, above in enumerate(parents):
            if above == parent:
                lines.append(f"{'  ' * depth}- {labels[index]}")
                add(index, depth + 1)

    add(None, 0)
    return "\n".join(lines) + "\n"
