"""Scores of a predicted map against the annotated one: the paper's Algorithm 2, and further measures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import BenchmarkArticle, Edge, Prediction
from mindgist.evaluate.shape import Coverage, Shape, depths_of
from mindgist.evaluate.similarity import ROUGE, SimilarityTo
from mindgist.mapper import MindMapper

MIN_ALIGNED_SIM = 0.5  # an annotated node is a sentence of the article if their Sim is at least this

Rouge = NDArray[np.float64]
"""R-1, R-2 and R-L, shape (3,), each between 0 and 1."""


@dataclass(frozen=True, slots=True, eq=False)
class MapScore:
    """The scores of one prediction, each between 0 and 1 (but for the counts and the depth)."""

    ssm: Rouge
    ksm: Rouge
    free_ssm: float  # at the size that the system suggests
    free_ksm: float
    node_f1: float
    root_right: bool
    attached_right: int
    attached: int
    depth: float
    sentences: int
    shape: Shape  # at the size that the system suggests
    coverage: Coverage


class ArticleScorer:
    """Scores predictions for one article; the same texts are compared only once."""

    def __init__(self, article: BenchmarkArticle) -> None:
        self._article = article
        self._any_script = article.language != "en"
        self._sentences = EdgeMatcher(article.edges, any_script=self._any_script)
        self._snippets = EdgeMatcher(article.snippet_edges, any_script=self._any_script)
        self.aligned = self._align()
        """For each annotated node the index of its sentence, or None."""

    def score(self, prediction: Prediction) -> MapScore:
        """Score a prediction, cut to as many nodes as the annotation has."""
        article = self._article
        if prediction.id != article.id:
            raise BenchmarkError(f"the prediction is for article {prediction.id}, not {article.id}")
        count = len(article.map)
        attachments = self.attachments(prediction, count)
        parents = [node.parent for node in prediction.nodes]
        sentences = [node.sentence for node in prediction.nodes[:count]]
        depths = depths_of(parents[:count])
        return MapScore(
            ssm=self._sentences.score(prediction.edges("text", count)),
            ksm=self._snippets.score(prediction.edges("snippet", len(article.snippet_edges))),
            free_ssm=float(self._sentences.score(prediction.edges("text", prediction.size)).mean()),
            free_ksm=float(self._snippets.score(prediction.edges("snippet", prediction.size)).mean()),
            node_f1=self._node_f1(sentences),
            root_right=self._root_right(sentences),
            attached_right=sum(attachments.values()),
            attached=len(attachments),
            depth=sum(depths) / max(1, len(depths)),
            sentences=len(article.document),
            shape=Shape.of(parents[: prediction.size]),
            coverage=Coverage.of(article.document, sentences, parents[:count]),
        )

    def _align(self) -> list[int | None]:
        """For each annotated node the most similar sentence, or None if it is not similar enough."""
        texts = [sentence.text for sentence in self._article.document.sentences]
        similarity = SimilarityTo([node.text for node in self._article.map], self._any_script)
        similarities = similarity.rouge(texts).mean(axis=2)
        nearest = similarities.argmax(axis=1)
        return [
            int(best) if row[best] >= MIN_ALIGNED_SIM else None for best, row in zip(nearest, similarities, strict=True)
        ]

    def _node_f1(self, sentences: Sequence[int]) -> float:
        annotated, predicted = {one for one in self.aligned if one is not None}, set(sentences)
        return 2 * len(annotated & predicted) / max(1, len(annotated) + len(predicted))

    def _root_right(self, sentences: Sequence[int]) -> bool:
        """Whether the strongest node is the sentence of an annotated root."""
        roots = [one for node, one in zip(self._article.map, self.aligned, strict=True) if node.parent is None]
        return bool(sentences) and sentences[0] in roots

    def attachments(self, prediction: Prediction, count: int) -> dict[int, bool]:
        """Whether the parent is right, for each annotated sentence that was predicted together with its parent."""
        nodes = prediction.nodes[:count]
        predicted = {node.sentence: None if node.parent is None else nodes[node.parent].sentence for node in nodes}
        annotated: dict[int, int | None] = {}  # two nodes may be aligned to one sentence, which counts once
        for node, sentence in zip(self._article.map, self.aligned, strict=True):
            if node.parent is not None and sentence is not None:
                annotated[sentence] = self.aligned[node.parent]
        return {
            sentence: predicted[sentence] == parent
            for sentence, parent in annotated.items()
            if parent in predicted and predicted.get(sentence) is not None
        }


class EdgeMatcher:
    """Matches predicted edges to a list of annotated edges.

    ROUGE-2 of a text of one word is 0, even with itself. With ``equal_is_one``, equal texts have the similarity 1.
    """

    def __init__(self, edges: Sequence[Edge], equal_is_one: bool = False, any_script: bool = False) -> None:
        self._equal_is_one = equal_is_one
        self._texts = list(dict.fromkeys(text for edge in edges for text in edge if text is not None))
        place = {text: index for index, text in enumerate(self._texts)}
        self._parents = [-1 if parent is None else place[parent] for parent, _ in edges]
        self._children = [place[child] for _, child in edges]
        self._similarity_to_texts = SimilarityTo(self._texts, any_script)

    def score(self, predicted: Sequence[Edge]) -> Rouge:
        """The mean similarity when each annotated edge in turn takes the most similar free edge."""
        total = np.zeros(len(ROUGE))
        if not predicted or not self._children:
            return total
        table = self._edge_similarities(predicted)
        mean = table.mean(axis=2)
        for row in range(len(mean)):
            best = int(mean[row].argmax())
            if mean[row, best] > 0:
                total += table[row, best]
                mean[:, best] = -1
        return total / len(mean)

    def _edge_similarities(self, predicted: Sequence[Edge]) -> NDArray[np.float64]:
        """The similarities of all pairs of edges, shape (annotated, predicted, 3)."""
        texts = list(dict.fromkeys(text for edge in predicted for text in edge if text is not None))
        place = {text: index for index, text in enumerate(texts)}
        # The last row and column stand for "no parent", which is similar to itself only.
        rouge = np.zeros((len(self._texts) + 1, len(texts) + 1, len(ROUGE)))
        rouge[:-1, :-1] = self._similarity_to_texts.rouge(texts)
        rouge[-1, -1] = 1
        if self._equal_is_one:
            for row, text in enumerate(self._texts):
                if text in place:
                    rouge[row, place[text]] = 1
        parents = [-1 if parent is None else place[parent] for parent, _ in predicted]
        children = [place[child] for _, child in predicted]
        of_parents = rouge[np.ix_(self._parents, parents)]
        of_children = rouge[np.ix_(self._children, children)]
        return np.asarray((of_parents + of_children) / 2)


def predict(mapper: MindMapper, article: BenchmarkArticle) -> Prediction:
    """The map of an article as ``mindgist map`` shows it; the paper's systems choose among all sentences."""
    if not getattr(mapper.arrange, "adjustable", False):
        mapper = replace(mapper, keep_all=True)
    return Prediction.of_map(article, mapper(article.document))


def evaluate_system(
    system: Callable[[int], MindMapper], articles: Sequence[BenchmarkArticle], seeds: Sequence[int]
) -> Iterator[tuple[int, Prediction, MapScore]]:
    """(seed, prediction, score) for every article and seed, one article after the other.

    Sentences of an article are compared with its annotation once for all seeds, so this order is much faster than one
    seed after the other.
    """
    mappers = {seed: system(seed) for seed in seeds}
    for article in articles:
        scorer = ArticleScorer(article)
        for seed, mapper in mappers.items():
            prediction = predict(mapper, article)
            yield seed, prediction, scorer.score(prediction)


def score_predictions(predictions: Sequence[Prediction], articles: Sequence[BenchmarkArticle]) -> list[MapScore]:
    """The scores of predictions made elsewhere: one for each article of the benchmark."""
    by_id = {prediction.id: prediction for prediction in predictions}
    missing = [article.id for article in articles if article.id not in by_id]
    if missing:
        raise BenchmarkError(
            f"the predictions lack {len(missing)} of the benchmark's {len(articles)} articles, {missing[0]} among them"
        )
    return [ArticleScorer(article).score(by_id[article.id]) for article in articles]
