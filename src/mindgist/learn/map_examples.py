"""Annotated maps and highlights as training examples of ``map_networks``."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.evaluate.similarity import SimilarityTo
from mindgist.graph.features import Features, features
from mindgist.graph.relation_graph import Floats
from mindgist.graph.terms import Lexicon

UNKNOWN = -2
CENTRE = -1
IGNORED = -100  # the target that torch's cross entropy leaves out


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

    @property
    def centre(self) -> int:
        """The index of the root."""
        return int(np.flatnonzero(self.governors == CENTRE)[0])


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
