from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st

from mindgist.evaluate.similarity import gist_score, in_common

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


def plain_common(left: list[str], right: list[str]) -> int:
    row = [0] * (len(right) + 1)
    for word in left:
        above = row[:]
        for place, other in enumerate(right, start=1):
            row[place] = above[place - 1] + 1 if word == other else max(above[place], row[place - 1])
    return row[-1]


@given(WORDS, WORDS)
def test_words_in_common_are_those_of_the_textbook(left: list[str], right: list[str]) -> None:
    assert in_common(left, right) == plain_common(left, right)
    assert in_common(left, right) >= sum(b.size for b in SequenceMatcher(None, left, right).get_matching_blocks())


def test_the_score_of_the_protocol() -> None:
    assert gist_score("An FBI agent shot DiMaggio", "An FBI tactical agent fatally shot DiMaggio") == 2 * 5 / 12
    assert gist_score("one two", "three") == gist_score("", "") == 0
    assert gist_score("The END.", "the end") == 1
