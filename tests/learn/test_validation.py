import pytest

from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.graph import EmgnGraph, RelationGraph
from mindgist.learn.detector import GraphDetector
from mindgist.learn.emgn_recipe import highlight_scores, map_scores
from mindgist.learn.training import batch_of, choose, rewards_of


@pytest.fixture
def detector(vectors):
    return GraphDetector(vectors, deviation=0.5)


@pytest.fixture
def network(detector, vocabulary):
    return EmgnGraph({name: tensor.numpy() for name, tensor in detector.state_dict().items()}, vocabulary)


def test_the_score_of_maps_is_the_benchmarks(network):
    article = BenchmarkArticle("a", (("W1 w2.",),), ("W1.",), (AnnotatedNode("W1 w2.", None),), ((None, "W1 w2."),))
    found = map_scores([(article, ArticleScorer(article))], network)
    assert found == {"validation": pytest.approx(100), "validation_ssm": 100, "validation_ksm": 100}


def test_without_maps_the_upper_nodes_are_compared_with_highlights(detector, network, vocabulary, examples):
    found = highlight_scores(examples, network)["validation"]
    scores = detector(batch_of(examples, vocabulary)[0]).detach().numpy()
    graphs = [RelationGraph(one[: len(example.article.sentences), : len(example.article.sentences)])
              for one, example in zip(scores, examples, strict=True)]  # fmt: skip
    rewards = rewards_of([choose(graph.scores, 3) for graph in graphs], examples)
    assert found == pytest.approx(100 * rewards.mean())
    assert 0 < found < 100
