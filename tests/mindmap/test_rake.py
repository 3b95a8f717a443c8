import pytest

from ramify.mindmap.rake import key_snippet, phrase_scores


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


def test_a_taken_phrase_gives_way_only_to_one_as_good() -> None:
    sentence = "Underground testing is safer than surface testing, with much care."
    assert key_snippet(sentence) == "underground testing"
    assert key_snippet(sentence, taken={"underground testing"}) == "surface testing"
    assert key_snippet("Deep marsh grass grows", taken={"deep marsh grass grows"}) == "Deep marsh grass grows"
    assert key_snippet("A very deep marsh is a marsh.", taken={"deep marsh"}) == "deep marsh"


def test_other_scripts_do_no_harm() -> None:
    assert key_snippet("海面が上昇している。") == "海面が上昇している。"
    assert key_snippet("") == ""
