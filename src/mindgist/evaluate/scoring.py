"""How near a predicted map comes to the annotated one (the paper's Algorithm 2, and what it hides)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import BenchmarkArticle, Edge, Prediction
from mindgist.evaluate.shape import Shape
from mindgist.evaluate.similarity import ROUGE, Likeness

ALIGNED = 0.5  # an annotated node is a sentence of the article where their Sim is at least this

Rouge = NDArray[np.float64]
"""R-1, R-2 and R-L, shape (3,), each between 0 and 1."""


@dataclass(frozen=True, slots=True, eq=False)
class MapScore:
    """The scores of one prediction, each between 0 and 1 (but for the counts and the depth)."""

    ssm: Rouge
    ksm: Rouge
    free_ssm: float  # the unknown-size score: the map as large as the system made it
    free_ksm: float
    node_f1: float
    root_right: bool
    attached_right: int
    attached: int
    depth: float
    sentences: int
    shape: Shape  # of the map as large as the system made it


class ArticleScorer:
    """Scores predictions for one article; what two predictions share is compared once."""

    def __init__(self, article: BenchmarkArticle) -> None:
        self._article = article
        self._sentences = EdgeMatcher(article.edges)
        self._snippets = EdgeMatcher(article.snippet_edges)
        self.aligned = self._align()
        """For each annotated node the index of its sentence, or None."""

    def score(self, prediction: Prediction) -> MapScore:
        """Score a prediction, cut to as many nodes as the annotation has."""
        article = self._article
        if prediction.id != article.id:
            raise BenchmarkError(f"the prediction is for article {prediction.id}, not {article.id}")
        count = len(article.map)
        attachments = self.attachments(prediction, count)
        return MapScore(
            ssm=self._sentences.score(prediction.sentence_edges(count)),
            ksm=self._snippets.score(prediction.snippet_edges(len(article.snippet_edges))),
            free_ssm=float(self._sentences.score(prediction.sentence_edges(prediction.size)).mean()),
            free_ksm=float(self._snippets.score(prediction.snippet_edges(prediction.size)).mean()),
            node_f1=self._node_f1(prediction, count),
            root_right=self._root_right(prediction),
            attached_right=sum(attachments.values()),
            attached=len(attachments),
            depth=_mean_depth(prediction, count),
            sentences=len(article.document),
            shape=Shape.of([node.parent for node in prediction.nodes[: prediction.size]]),
        )

    def _align(self) -> list[int | None]:
        """For each annotated node the most similar sentence, where it is similar enough."""
        texts = [sentence.text for sentence in self._article.document.sentences]
        likeness = Likeness([node.text for node in self._article.map]).rouge(texts).mean(axis=2)
        nearest = likeness.argmax(axis=1)
        return [int(best) if row[best] >= ALIGNED else None for best, row in zip(nearest, likeness, strict=True)]

    def _node_f1(self, prediction: Prediction, count: int) -> float:
        annotated = {sentence for sentence in self.aligned if sentence is not None}
        predicted = {node.sentence for node in prediction.nodes[:count]}
        return 2 * len(annotated & predicted) / max(1, len(annotated) + len(predicted))

    def _root_right(self, prediction: Prediction) -> bool:
        """Whether the strongest node is the sentence of an annotated root."""
        roots = {
            sentence
            for node, sentence in zip(self._article.map, self.aligned, strict=True)
            if node.parent is None and sentence is not None
        }
        return bool(prediction.nodes) and prediction.nodes[0].sentence in roots

    def attachments(self, prediction: Prediction, count: int) -> dict[int, bool]:
        """Of the annotated sentences that were predicted with their parent: whether they hang under the right one."""
        nodes = prediction.nodes[:count]
        governor = {node.sentence: None if node.parent is None else nodes[node.parent].sentence for node in nodes}
        annotated: dict[int, int | None] = {}  # each sentence counts once, though two nodes may be aligned to it
        for node, sentence in zip(self._article.map, self.aligned, strict=True):
            if node.parent is not None and sentence is not None:
                annotated[sentence] = self.aligned[node.parent]
        return {
            sentence: governor[sentence] == parent
            for sentence, parent in annotated.items()
            if parent in governor and governor.get(sentence) is not None
        }


class EdgeMatcher:
    """Matches predicted edges to one list of annotated edges.

    ROUGE-2 knows no text of a single word, so that by the protocol even such a text and itself are not alike. Where
    ``same_is_alike``, equal texts are.
    """

    def __init__(self, edges: Sequence[Edge], same_is_alike: bool = False) -> None:
        self._same_is_alike = same_is_alike
        self._texts = list(dict.fromkeys(text for edge in edges for text in edge if text is not None))
        place = {text: index for index, text in enumerate(self._texts)}
        self._parents = [-1 if parent is None else place[parent] for parent, _ in edges]
        self._children = [place[child] for _, child in edges]
        self._likeness = Likeness(self._texts)

    def score(self, predicted: Sequence[Edge]) -> Rouge:
        """Each annotated edge in turn takes the most similar free edge; the mean of what they got."""
        total = np.zeros(len(ROUGE))
        if not predicted or not self._children:
            return total
        table = self._edge_likeness(predicted)
        mean = table.mean(axis=2)
        for row in range(len(mean)):
            best = int(mean[row].argmax())
            if mean[row, best] > 0:
                total += table[row, best]
                mean[:, best] = -1
        return total / len(mean)

    def _edge_likeness(self, predicted: Sequence[Edge]) -> NDArray[np.float64]:
        """F of every annotated edge with every predicted one; shape (annotated, predicted, 3)."""
        texts = list(dict.fromkeys(text for edge in predicted for text in edge if text is not None))
        place = {text: index for index, text in enumerate(texts)}
        # One more row and column stand for "no parent", which is like itself and nothing else.
        rouge = np.zeros((len(self._texts) + 1, len(texts) + 1, len(ROUGE)))
        rouge[:-1, :-1] = self._likeness.rouge(texts)
        rouge[-1, -1] = 1
        if self._same_is_alike:
            for row, text in enumerate(self._texts):
                if text in place:
                    rouge[row, place[text]] = 1
        parents = [-1 if parent is None else place[parent] for parent, _ in predicted]
        children = [place[child] for _, child in predicted]
        of_parents = rouge[np.ix_(self._parents, parents)]
        of_children = rouge[np.ix_(self._children, children)]
        return np.asarray((of_parents + of_children) / 2)


def _mean_depth(prediction: Prediction, count: int) -> float:
    depths: list[int] = []
    for node in prediction.nodes[:count]:
        depths.append(0 if node.parent is None else depths[node.parent] + 1)
    return float(np.mean(depths)) if depths else 0.0
