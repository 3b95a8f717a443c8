"""Maps that people drew, and highlights that editors wrote, as what the networks of ``supervised`` learn from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.evaluate.similarity import Likeness
from mindgist.graph.features import SENTENCE_FEATURES, Features, features
from mindgist.learn.corpus import CorpusArticle

UNKNOWN = -2
CENTRE = -1


@dataclass(frozen=True, eq=False, slots=True)
class MapExample:
    """A document's features, which sentences its map keeps, and each kept one's governor (a sentence's index).

    ``CENTRE`` marks the root; ``UNKNOWN`` what the map does not keep, or whose parent is no sentence. ``weight`` is how
    much the example counts where all learn together; ``news`` whether it is news.
    """

    features: Features
    kept: NDArray[np.bool_]
    governors: NDArray[np.intp]
    weight: float = 1.0
    news: bool = False

    @property
    def centre(self) -> int:
        """The root's index."""
        return int(np.flatnonzero(self.governors == CENTRE)[0])


def map_example(article: BenchmarkArticle, weight: float = 1.0, news: bool = False) -> MapExample:
    """An annotated article as an example.

    Some maps have the article's title at the root, which is no sentence of it; the first sentence then stands for it.
    A node that is no sentence hands its children to its own parent.
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
        above = node.parent
        while above is not None and sentences[above] is None:
            above = nodes[above].parent
        governor = centre if above is None else sentences[above]
        kept[sentence] = True
        if governor is not None and governor != sentence:
            governors[sentence] = governor
    return MapExample(features(article.document), kept, governors, weight, news)


def highlight_targets(document: Document, highlights: Sequence[str]) -> NDArray[np.float32]:
    """How like a highlight each sentence is, as deviations from the article's mean; shape (N,)."""
    texts = [sentence.text for sentence in document.sentences]
    nearest = Likeness(list(highlights)).rouge(texts).mean(axis=2).max(axis=0)
    found: NDArray[np.float32] = ((nearest - nearest.mean()) / (nearest.std() + 1e-3)).astype(np.float32)
    return found


def highlight_examples(articles: Iterable[CorpusArticle], most: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(features of sentences, their targets) of so many articles, those of an article's usual size."""
    rows, targets = [], []
    for article in articles:
        if 8 <= len(article.sentences) <= 90 and len(article.highlights) > 1:
            rows.append(features(article.document).sentences)
            targets.append(highlight_targets(article.document, article.highlights))
            if len(rows) == most:
                break
    return np.concatenate(rows), np.concatenate(targets)


def article_rows(rows: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The rows of ``highlight_examples``, article by article."""
    firsts = np.flatnonzero(rows[:, SENTENCE_FEATURES.index("first")])
    return np.split(rows, firsts[1:])
