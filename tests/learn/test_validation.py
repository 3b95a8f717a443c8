import pytest

from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.graph import EmgnGraph, RelationGraph
from mindgist.learn.detector import GraphDetector
from mindgist.learn.emgn_recipe import highlight_validator, map_validator
from mindgist.learn.refinement import choose, greedy, rewards_of
from mindgist.learn.training import batch_of


@pytest.fixture
def detector(vectors):
    return GraphDetector(vectors).initialize(0, deviation=0.5)


@pytest.fixture
def network(detector, vocabulary):
    return EmgnGraph({name: tensor.numpy() for name, tensor in detector.state_dict().items()}, vocabulary)


def test_the_score_of_maps_is_the_benchmarks(network):
    article = BenchmarkArticle("a", (("W1 w2.",),), ("W1.",), (AnnotatedNode("W1 w2.", None),), ((None, "W1 w2."),))
    found = map_validator([article])(network)
    assert found == {"validation": pytest.approx(100), "validation_ssm": 100, "validation_ksm": 100}


def test_without_maps_the_upper_nodes_are_compared_with_highlights(detector, network, vocabulary, examples):
    found = highlight_validator(examples)(network)["validation"]
    scores = detector(batch_of(examples, vocabulary)[0]).detach().numpy()
    graphs = [RelationGraph(one[: len(example.sentences), : len(example.sentences)])
              for one, example in zip(scores, examples, strict=True)]  # fmt: skip
    rewards = rewards_of([choose(graph.scores, greedy, 3) for graph in graphs], examples)
    assert found == pytest.approx(100 * rewards.mean())
    assert 0 < found < 100
