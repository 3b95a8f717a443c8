"""How good the maps of a network are, on a benchmark: what decides when training stops."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from ramify.document import Document
from ramify.evaluate.benchmark import Article
from ramify.evaluate.report import Measures, measures
from ramify.evaluate.scoring import ArticleScorer
from ramify.evaluate.systems import predict
from ramify.graph import RelationGraph
from ramify.graph.vocabulary import Vocabulary
from ramify.learn.detector import Batch, GraphDetector
from ramify.mapper import MindMapper
from ramify.tree import RecursiveTree


@dataclass(frozen=True, eq=False)
class DetectorGraph:
    """A torch network as a source of relation graphs."""

    detector: GraphDetector
    vocabulary: Vocabulary

    def __call__(self, document: Document) -> RelationGraph:
        numbers = [self.vocabulary.numbers(sentence.plain) for sentence in document.sentences]
        with torch.inference_mode():
            return RelationGraph(self.detector(Batch.of([numbers]))[0].numpy())


class Validator:
    """Scores networks on the same articles, again and again: what stays the same is computed once."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = [(article, ArticleScorer(article)) for article in articles]

    def __call__(self, detector: GraphDetector, vocabulary: Vocabulary, seed: int = 0) -> Measures:
        """The benchmark's measures with the paper's tree generator."""
        mapper = MindMapper(DetectorGraph(detector, vocabulary), RecursiveTree(seed))
        return measures([scorer.score(predict(mapper, article)) for article, scorer in self._articles])
