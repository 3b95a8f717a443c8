from hypothesis import given
from hypothesis import strategies as st

from mindgist.document.tokens import words


def test_words() -> None:
    assert words("The well-known U.S. author's 3 books!") == ["the", "well-known", "u", "s", "author's", "3", "books"]


def test_unspaced_scripts_are_read_by_character() -> None:
    assert words("海面が上昇 rises") == ["海", "面", "が", "上", "昇", "rises"]


def test_other_alphabets() -> None:
    assert words("Море поднимается, да?") == ["море", "поднимается", "да"]
    assert words("l’été") == ["l’été"]


def test_the_fast_path_for_ascii_agrees_with_the_general_one() -> None:
    text = "It's a rock-and-roll state_of the 'art', x2 -- isn't it? 'quoted' -dash"
    assert words(text) == [*words(text + "é")[:-1], "dash"]


@given(st.text("aB1'-_ .\n", max_size=30))
def test_the_fast_path_for_ascii_agrees_on_any_punctuation(text: str) -> None:
    assert words(text) == words(f"{text} é")[:-1]
