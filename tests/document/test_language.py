import pytest

from mindgist.document import read_text
from mindgist.document.language import language_of

TEXTS = {
    "en": "The tide rises twice a day, and it is the moon that lifts the sea.",
    "de": "Die Flut steigt zweimal am Tag, und es ist der Mond, der das Meer hebt.",
    "fr": "La marée monte deux fois par jour, et c'est la lune qui soulève la mer.",
    "es": "La marea sube dos veces al día y es la luna la que levanta el mar.",
    "ru": "Прилив поднимается дважды в день, и это луна, что поднимает море.",
    "zh": "潮水每天上涨两次，是月亮把海水抬了起来。",
    "ja": "潮は一日に二度満ちます。月が海を持ち上げるのです。",
    "ko": "조수는 하루에 두 번 올라오고 바다를 들어 올리는 것은 달이다.",
    "ar": "يرتفع المد مرتين في اليوم من كل أسبوع على هذا الساحل.",
    "hi": "ज्वार दिन में दो बार उठता है।",
    "th": "น้ำขึ้นวันละสองครั้ง",
    "he": "הגאות עולה פעמיים ביום.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_languages(code: str) -> None:
    assert language_of(TEXTS[code]) == code


def test_too_little_text_has_no_language() -> None:
    assert language_of("") is None
    assert language_of("12 – 14") is None
    assert language_of("Xyz qrst uvw abcdefg hijkl mnopq") is None


def test_a_document_knows_its_language() -> None:
    assert read_text(TEXTS["de"]).language == "de"


def test_names_and_code_in_another_script_do_not_hide_the_language() -> None:
    assert language_of("dpkg-buildpackage debuild lintian " * 3 + TEXTS["zh"] * 3) == "zh"


def test_letters_alone_are_no_language() -> None:
    assert language_of("I Am A Header Title") is None


def test_a_text_that_begins_with_names_is_read_further() -> None:
    assert language_of("dpkg-buildpackage debuild lintian " * 60 + TEXTS["de"] * 60) == "de"
