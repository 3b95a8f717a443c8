import pytest

from mindgist.errors import ModelError
from mindgist.graph.emgn import LONGEST_SENTENCE, PADDING, UNKNOWN, Vocabulary, parts


def test_numbers_leave_room_for_padding_and_the_unknown():
    vocabulary = Vocabulary(["sea", "wall"])
    assert vocabulary.numbers("Sea, wall, sea!") == [2, 3, 2]
    assert {PADDING, UNKNOWN} == {0, 1}
    assert len(vocabulary) == 4


def test_unknown_words_share_a_number_and_no_words_are_one_unknown():
    vocabulary = Vocabulary(["sea"])
    assert vocabulary.numbers("The sea rises") == [UNKNOWN, 2, UNKNOWN]
    assert vocabulary.numbers("…") == [UNKNOWN]


def test_unknown_words_are_tried_in_parts():
    vocabulary = Vocabulary(["john", "'s", "did", "n't", "tax", "free", "well-known"])
    assert vocabulary.numbers("John’s") == [2, 3]
    assert vocabulary.numbers("didn't") == [4, 5]
    assert vocabulary.numbers("tax-free") == [6, 7]
    assert vocabulary.numbers("well-known") == [8]


@pytest.mark.parametrize(
    ("word", "expected"), [("o'clock", ["o", "'clock"]), ("can't", ["ca", "n't"]), ("plain", ["plain"])]
)
def test_parts(word, expected):
    assert parts(word) == expected


def test_long_sentences_are_cut():
    assert len(Vocabulary(["a"]).numbers("a " * 80)) == LONGEST_SENTENCE


def test_a_word_twice_is_refused():
    with pytest.raises(ModelError, match="once"):
        Vocabulary(["a", "a"])
