import pytest

from mindgist.languages import SCRIPT_OF, language
from mindgist.languages.scripts import SCRIPTS


@pytest.mark.parametrize("code", SCRIPT_OF)
def test_every_language_of_the_table_loads(code: str) -> None:
    found = language(code)
    assert found.code == code
    assert found.script == SCRIPT_OF[code]
    assert found.script in {"latin", *SCRIPTS}


def test_regions_belong_to_their_language() -> None:
    assert language("en-GB") == language("en_US") == language("en")


def test_an_unknown_language_has_its_script_and_no_data() -> None:
    unknown = language("mn", "cyrillic")
    assert unknown.script == "cyrillic"
    assert not unknown.stop_words
    assert not unknown.first_names
    assert not unknown.word_classes


def test_english_has_stop_words_and_first_names() -> None:
    english = language("en")
    assert {"the", "afterwards"} <= english.stop_words
    assert english.first_names["james"] == "he"
    assert english.first_names["mary"] == "she"
