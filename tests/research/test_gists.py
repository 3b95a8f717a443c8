import pytest

from gists import _pairs, rouge_l
from mindgist.evaluate.benchmark import Article


def score(label: str, highlight: str) -> float:
    return rouge_l([highlight], [label])[0].fmeasure


def test_the_score_of_the_protocol() -> None:
    highlight = "An FBI tactical agent fatally shot DiMaggio"
    assert score("An FBI agent shot DiMaggio", highlight) == pytest.approx(2 * 5 / 12)
    assert score("one two", "three") == score("", "") == 0
    assert score("The END.", "the end") == 1


def test_a_highlight_is_paired_with_the_sentence_that_has_its_words_in_order() -> None:
    sentences = (
        "Walls were built when the sea rose fast that year.",
        "The sea rose, and then walls were built at once.",
    )
    found = list(_pairs(Article("1", (sentences,), ("sea rose, walls were built", "nothing like it at all"))))
    assert found == [(sentences[1], "sea rose, walls were built", 1.0)]
