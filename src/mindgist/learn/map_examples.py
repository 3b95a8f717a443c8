"""Training examples of ``map_networks``: highlights, annotated maps, and maps that were drawn for this project.

The drawn maps are of CNN articles; ``news_maps.jsonl`` holds no text of them. A row is
``{"id": …, "map": [[place, parent], …]}``: the article's id in the corpus, and for each node the place of its sentence
in the article and the place of its parent's, null for the root. A place is the number of characters before the
sentence, without white space, so that it does not depend on how sentences are split.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.evaluate.similarity import SimilarityTo
from mindgist.graph.features import Features, features
from mindgist.graph.relation_graph import Floats
from mindgist.graph.terms import Lexicon
from mindgist.learn.corpus import read_corpus

UNKNOWN = -2
CENTRE = -1


@dataclass(frozen=True, eq=False, slots=True)
class MapExample:
    """The features of a document and its annotated map."""

    features: Features
    kept: NDArray[np.bool_]
    """Which sentences the map keeps."""
    governors: NDArray[np.intp]
    """The governor of each sentence: ``CENTRE`` for the root, ``UNKNOWN`` if it is not kept or none is known."""
    weight: float = 1.0
    """In the loss over all examples."""
    is_news: bool = False


def map_example(
    article: BenchmarkArticle, weight: float = 1.0, is_news: bool = False, lexicon: Lexicon | None = None
) -> MapExample:
    """An annotated article as an example.

    A node that is no sentence of the article is left out, and its children get its parent. If the root is none (some
    maps have the title there), the first sentence takes its place.
    """
    sentences = ArticleScorer(article).aligned
    nodes = article.map
    roots = [sentence for node, sentence in zip(nodes, sentences, strict=True) if node.parent is None]
    centre = next((sentence for sentence in roots if sentence is not None), 0)
    kept = np.zeros(len(article.document), bool)
    governors = np.full(len(article.document), UNKNOWN, np.intp)
    kept[centre], governors[centre] = True, CENTRE
    for node, sentence in zip(nodes, sentences, strict=True):
        if sentence is None or governors[sentence] != UNKNOWN:
            continue
        parent = node.parent
        while parent is not None and sentences[parent] is None:
            parent = nodes[parent].parent
        governor = centre if parent is None else sentences[parent]
        kept[sentence] = True
        if governor is not None and governor != sentence:
            governors[sentence] = governor
    return MapExample(features(article.document, lexicon), kept, governors, weight, is_news)


def highlight_targets(document: Document, highlights: Sequence[str]) -> Floats:
    """How similar each sentence is to a highlight, standardized within the article; shape (N,)."""
    texts = [sentence.text for sentence in document.sentences]
    nearest = SimilarityTo(list(highlights)).rouge(texts).mean(axis=2).max(axis=0)
    targets: Floats = ((nearest - nearest.mean()) / (nearest.std() + 1e-3)).astype(np.float32)
    return targets


def drawn_maps(corpus: Path) -> list[BenchmarkArticle]:
    """The articles of the drawn maps, in the order of the file, with their maps."""
    rows = read_places()
    articles = {article.id: article for article in read_corpus(corpus, rows.keys())}
    if missing := len(rows.keys() - articles.keys()):
        raise CorpusError(
            f"{corpus} lacks {missing} of the {len(rows)} articles whose maps are trained on; name the whole CNN part "
            "of CNN/DailyMail"
        )
    found = []
    for name, places in rows.items():
        article = articles[name]
        starts = np.cumsum([0, *(len("".join(sentence.split())) for sentence in article.sentences[:-1])])
        sentences = np.searchsorted(starts, [place for place, _ in places], side="right") - 1
        number_of = {place: number for number, (place, _) in enumerate(places)}
        nodes = tuple(
            AnnotatedNode(article.sentences[sentence], None if parent is None else number_of[parent])
            for sentence, (_, parent) in zip(sentences, places, strict=True)
        )
        found.append(BenchmarkArticle(name, article.paragraphs, article.highlights, nodes, ()))
    return found


def read_places() -> dict[str, list[tuple[int, int | None]]]:
    """The rows of ``news_maps.jsonl``: the (place, parent) of each node by the article's id."""
    lines = (files("mindgist.learn") / "news_maps.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["map"] for row in map(json.loads, lines)}
