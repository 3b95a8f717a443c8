import pytest

from mindgist.labels.snippets import best_phrases, key_snippet, node_snippets, phrase_scores, shown_snippet
from mindgist.mindmap import Node


def test_phrases_and_scores_by_hand() -> None:
    # "sea wall" once alone and once in "grey sea wall": degree of sea = 2 + 3, frequency 2.
    scores = phrase_scores("The sea wall is a grey sea wall, of 1931 stone.")
    assert scores == {
        "sea wall": pytest.approx(5.0),
        "grey sea wall": pytest.approx(3 + 5.0),
        "1931 stone": pytest.approx(1.0),  # a pure number is no word, but stays in its phrase
    }


def test_hyphens() -> None:
    assert list(phrase_scores("A well-known high-wattage half-time show - mostly fun")) == [
        "well-",
        "high-wattage half-time show",
        "fun",
    ]


def test_the_best_phrase() -> None:
    assert key_snippet("Players stretched on the field.") == "players stretched"


def test_whole_sentence_where_all_phrases_tie_or_there_is_none() -> None:
    assert key_snippet("The brand bowl") == "The brand bowl"
    assert key_snippet("It was and is.") == "It was and is."
    assert key_snippet("Birds sing, dogs bark.") == "Birds sing, dogs bark."


def test_the_first_of_equally_good_phrases_whatever_else_the_map_has() -> None:
    sentence = "Underground testing is safer than surface testing, with much care."
    assert best_phrases(sentence) == ["underground testing", "surface testing"]
    assert key_snippet(sentence) == "underground testing"
    nodes = [Node(index, None, 1.0, 0, 0, sentence) for index in (0, 1)]
    assert node_snippets(nodes, None) == ["Underground testing"] * 2


def test_other_scripts_do_no_harm() -> None:
    assert key_snippet("海面が上昇している。") == "海面が上昇している。"
    assert key_snippet("") == ""


@pytest.mark.parametrize(
    ("sentence", "compared", "shown"),
    [
        ("They'll make great ships, and ships sail well.", "ll make great ships", "great ships"),
        ("Our ancestors wouldn’t know this coast, and it was new.", "ancestors wouldn", "ancestors"),
        ("On Wednesday Johnson suffered a stroke.", "wednesday johnson suffered", "Johnson"),
        ("The O'Hare airport control tower was shut.", "hare airport control tower", "O'Hare airport control tower"),
        ("Water of the sea and of the lake differ.", "lake differ", "Water"),
        (
            "The command mindgist map text.md --nodes 24 - prints it.",
            "command mindgist map text",
            "command mindgist map text.md",
        ),
        ("It was and is.", "It was and is.", "It was and is."),
    ],
)
def test_people_see_noun_phrases_in_their_own_case(sentence: str, compared: str, shown: str) -> None:
    assert key_snippet(sentence) == compared  # what the benchmark compares
    assert shown_snippet(sentence) == shown
