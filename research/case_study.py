"""The case study: the annotated map of one dev article and EMGN's, as key snippets.

python research/case_study.py --benchmark DIR
"""

import argparse
from pathlib import Path

from library import DEV, RESULTS
from mindgist.evaluate.benchmark import BenchmarkArticle, Prediction, read_benchmark
from mindgist.evaluate.scoring import ArticleScorer, SimilarityTo, predict
from mindgist.graph import emgn_graph
from mindgist.labels.snippets import key_snippet
from mindgist.mapper import MindMapper
from mindgist.systems import tree_named

MIN_NODES = 8  # of the annotated map; the article with the smallest such map is taken
MAX_WORDS = 8  # of a snippet


def main() -> None:
    """Write the maps to results/case.txt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", type=Path, required=True)
    options = parser.parse_args()
    articles = [article for article in read_benchmark(options.benchmark / DEV) if len(article.map) >= MIN_NODES]
    article = min(articles, key=lambda one: (len(one.map), one.id))
    prediction = predict(MindMapper(emgn_graph(), tree_named("recursive")), article)
    score = ArticleScorer(article).score(prediction)
    parts = [
        f"Article `{article.id}` of the dev set: {len(article.document)} sentences, {len(article.map)} nodes in the "
        "annotated map. A node is its sentence's number, counted from 1, and its key snippet.\n",
        "### Annotated\n\n" + _outline(*_annotated(article)),
        f"### EMGN: SSM {100 * score.ssm.mean():.1f}, KSM {100 * score.ksm.mean():.1f}\n\n"
        + _outline(*_predicted(prediction, len(article.map))),
    ]
    (RESULTS / "case.txt").write_text("\n".join(parts), encoding="utf-8")


def _annotated(article: BenchmarkArticle) -> tuple[list[str], list[int | None]]:
    sentences = [sentence.text for sentence in article.document.sentences]
    nearest = SimilarityTo([node.text for node in article.map]).rouge(sentences).mean(axis=2).argmax(axis=1)
    labels = [f"{place + 1}: {_short(node.text)}" for place, node in zip(nearest, article.map, strict=True)]
    return labels, [node.parent for node in article.map]


def _predicted(prediction: Prediction, size: int) -> tuple[list[str], list[int | None]]:
    nodes = prediction.nodes[:size]
    return [f"{node.sentence + 1}: {_short(node.text)}" for node in nodes], [node.parent for node in nodes]


def _short(text: str) -> str:
    words = key_snippet(text).split()
    return " ".join(words[:MAX_WORDS]) + (" …" if len(words) > MAX_WORDS else "")


def _outline(labels: list[str], parents: list[int | None]) -> str:
    lines: list[str] = []

    def add(parent: int | None, depth: int) -> None:
        for index, above in enumerate(parents):
            if above == parent:
                lines.append(f"{'  ' * depth}- {labels[index]}")
                add(index, depth + 1)

    add(None, 0)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
