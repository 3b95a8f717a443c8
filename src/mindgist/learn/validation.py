"""Validation scores of a network, which decide when training stops."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer, predict
from mindgist.graph import RelationGraph
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.detector import Batch, GraphDetector
from mindgist.learn.examples import batch_of
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.learn.refinement import greedy_rewards
from mindgist.mapper import MindMapper
from mindgist.tree import RecursiveTree


@dataclass(frozen=True, eq=False)
class DetectorGraph:
    """A torch network as a graph source."""

    detector: GraphDetector
    vocabulary: Vocabulary

    def __call__(self, document: Document) -> RelationGraph:
        numbers = [self.vocabulary.numbers(sentence.plain) for sentence in document.sentences]
        with torch.inference_mode():
            return RelationGraph(self.detector(Batch.of([numbers]))[0].numpy())


class MapValidator:
    """Scores networks on annotated maps with the paper's tree generator."""

    def __init__(self, articles: Sequence[BenchmarkArticle]) -> None:
        self._articles = [(article, ArticleScorer(article)) for article in articles]

    def __call__(self, detector: GraphDetector, vocabulary: Vocabulary) -> dict[str, float]:
        """Return SSM, KSM and their mean."""
        mapper = MindMapper(DetectorGraph(detector, vocabulary), RecursiveTree())
        found = measures([scorer.score(predict(mapper, article)) for article, scorer in self._articles])
        ssm, ksm = found["ssm_avg"], found["ksm_avg"]
        return {"validation": (ssm + ksm) / 2, "validation_ssm": ssm, "validation_ksm": ksm}


class HighlightValidator:
    """For a corpus without annotated maps: similarity of the upper nodes of held-out articles to their highlights."""

    def __init__(self, examples: Sequence[AnnotatedArticle]) -> None:
        self._examples = list(examples)

    def __call__(self, detector: GraphDetector, vocabulary: Vocabulary) -> dict[str, float]:
        """Return the mean reward of the greedily chosen root and children, in percent."""
        rewards = []
        for start in range(0, len(self._examples), 64):
            examples = self._examples[start : start + 64]
            with torch.inference_mode():
                scores = detector(batch_of(examples, vocabulary)[0])
            sentences = [example.sentences for example in examples]
            rewards.append(greedy_rewards(scores, sentences, [example.highlights for example in examples]))
        return {"validation": 100 * float(np.concatenate(rewards).mean())}
