"""Validation scores of a network, which decide when training stops."""

from collections.abc import Sequence

from mindgist.evaluate.benchmark import BenchmarkArticle
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer, predict
from mindgist.graph import EmgnGraph
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.learn.refinement import DECISIONS, choose, greedy, rewards_of
from mindgist.learn.training import Validate
from mindgist.mapper import MindMapper
from mindgist.tree import recursive_tree


def map_validator(articles: Sequence[BenchmarkArticle]) -> Validate:
    """Return what scores networks on annotated maps with the paper's tree generator: SSM, KSM and their mean."""
    scorers = [(article, ArticleScorer(article)) for article in articles]

    def validate(network: EmgnGraph) -> dict[str, float]:
        mapper = MindMapper(network, recursive_tree)
        found = measures([scorer.score(predict(mapper, article)) for article, scorer in scorers])
        ssm, ksm = found["ssm_avg"], found["ksm_avg"]
        return {"validation": (ssm + ksm) / 2, "validation_ssm": ssm, "validation_ksm": ksm}

    return validate


def highlight_validator(examples: Sequence[AnnotatedArticle]) -> Validate:
    """Return what scores networks without annotated maps: the mean reward of root and children, in percent."""

    def validate(network: EmgnGraph) -> dict[str, float]:
        graphs = network.relate_all([example.article.document for example in examples])
        chosen = [choose(graph.scores, greedy, DECISIONS["children"]) for graph in graphs]
        return {"validation": 100 * float(rewards_of(chosen, examples).mean())}

    return validate
