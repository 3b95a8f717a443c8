import pytest

from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.learn.detector import DetectorConfig, GraphDetector
from mindgist.learn.examples import batch_of
from mindgist.learn.refinement import greedy_rewards
from mindgist.learn.validation import HighlightValidator, MapValidator


@pytest.fixture
def detector(vectors):
    return GraphDetector(DetectorConfig(deviation=0.5), vectors).initialize(0)


def test_the_score_of_maps_is_the_benchmarks(detector, vocabulary):
    article = BenchmarkArticle("a", (("W1 w2.",),), ("W1.",), (AnnotatedNode("W1 w2.", None),), ((None, "W1 w2."),))
    found = MapValidator([article])(detector, vocabulary)
    assert found == {"validation": pytest.approx(100), "validation_ssm": 100, "validation_ksm": 100}


def test_without_maps_the_upper_nodes_are_compared_with_highlights(detector, vocabulary, examples):
    found = HighlightValidator(examples)(detector, vocabulary)["validation"]
    scores = detector(batch_of(examples, vocabulary)[0])
    rewards = greedy_rewards(scores, [one.sentences for one in examples], [one.highlights for one in examples])
    assert found == pytest.approx(100 * rewards.mean())
    assert 0 < found < 100
