import re
from dataclasses import fields

import pytest

from mindgist.languages import SCRIPT_OF, all_languages, any_of, language, words_of_all
from mindgist.languages.language import Language
from mindgist.languages.scripts import SCRIPTS

TEXTS = [field.name for field in fields(Language) if field.type in (str, "str")]
PATTERNS = [name for name in TEXTS if name not in ("code", "name", "script")]
WORDS = [
    field.name for field in fields(Language) if "frozenset" in str(field.type) and "Mapping" not in str(field.type)
]


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


def test_languages_that_share_a_script_have_frequent_words() -> None:
    shared = [one for one in all_languages() if list(SCRIPT_OF.values()).count(one.script) > 1]
    assert all(one.frequent_words for one in shared)


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_compile_and_capture_nothing(name: str) -> None:
    for one in all_languages():
        pattern = re.compile(getattr(one, name))
        assert pattern.groups == 0
        assert not getattr(one, name) or not pattern.fullmatch("")
    assert re.compile(any_of(lambda one: getattr(one, name))).groups == 0


@pytest.mark.parametrize("name", WORDS)
def test_words_are_in_lower_case(name: str) -> None:
    found = words_of_all(lambda one: getattr(one, name))
    assert found
    assert all(word == word.lower() for word in found)
