import re
from dataclasses import fields

import pytest

from mindgist.languages import SCRIPT_OF, any_language, language
from mindgist.languages.language import Language
from mindgist.languages.scripts import SCRIPTS

TEXTS = [field.name for field in fields(Language) if field.type in (str, "str")]
PATTERNS = [name for name in TEXTS if name not in ("code", "name", "script")]
WORDS = [
    field.name for field in fields(Language) if "frozenset" in str(field.type) and "Mapping" not in str(field.type)
]

LANGUAGES = [language(code) for code in SCRIPT_OF]


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
    shared = [one for one in LANGUAGES if list(SCRIPT_OF.values()).count(one.script) > 1]
    assert all(one.frequent_words for one in shared)


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_compile_and_capture_nothing(name: str) -> None:
    for one in LANGUAGES:
        pattern = re.compile(getattr(one, name))
        assert pattern.groups == 0
        assert not getattr(one, name) or not pattern.fullmatch("")
    combined = re.compile(getattr(any_language(), name))
    assert combined.groups == 0
    assert not combined.fullmatch("")


@pytest.mark.parametrize("name", WORDS)
def test_words_are_in_lower_case(name: str) -> None:
    found = getattr(any_language(), name)
    assert found
    assert all(word == word.lower() for word in found)


def test_any_language_has_the_words_and_patterns_of_all() -> None:
    assert {"mr", "bzw", "núm"} <= any_language().abbreviations
    assert re.fullmatch(any_language().part_names, "kapitel")
    assert re.fullmatch(any_language().part_names, "глава")
    assert any_language().false_ends


@pytest.mark.parametrize("code", "en de fr es pt it nl ru pl tr ar fa he hi zh ja ko th".split())
def test_the_larger_languages_have_words(code: str) -> None:
    found = language(code)
    assert found.name
    assert len(found.stop_words) > 80
    assert found.connectives
    assert all(word == word.lower() and not word.isdigit() for word in found.stop_words)
    assert found.months or found.script in ("han", "kana", "hangul")  # these write months with numbers
