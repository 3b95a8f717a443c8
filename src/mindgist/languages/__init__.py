"""The data of languages: one module for each, loaded when it is first used, and one table of all."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from mindgist.languages.language import Language

SCRIPT_OF = {
    "en": "latin",
    "de": "latin",
    "fr": "latin",
    "es": "latin",
    "pt": "latin",
    "it": "latin",
    "nl": "latin",
    "pl": "latin",
    "cs": "latin",
    "sv": "latin",
    "da": "latin",
    "no": "latin",
    "fi": "latin",
    "tr": "latin",
    "ro": "latin",
    "hu": "latin",
    "id": "latin",
    "vi": "latin",
    "af": "latin",
    "ca": "latin",
    "ru": "cyrillic",
    "uk": "cyrillic",
    "bg": "cyrillic",
    "sr": "cyrillic",
    "ar": "arabic",
    "fa": "arabic",
    "ur": "arabic",
    "zh": "han",
    "ja": "kana",
    "ko": "hangul",
    "he": "hebrew",
    "hi": "devanagari",
    "bn": "bengali",
    "ta": "tamil",
    "th": "thai",
    "el": "greek",
    "hy": "armenian",
    "ka": "georgian",
    "am": "ethiopic",
    "my": "myanmar",
    "km": "khmer",
}
"""The languages that are recognised, by ISO 639-1 code. Those without a module have no data but their script."""


@cache
def language(code: str, script: str = "latin") -> Language:
    """The language of this code ("pt", "pt-BR"); one that is not in the table has its script and no other data."""
    code = code.replace("_", "-").partition("-")[0].lower()
    if code not in SCRIPT_OF or not find_spec(f"{__name__}.{code}"):
        return Language(code, script=SCRIPT_OF.get(code, script))
    found: Language = import_module(f"{__name__}.{code}").LANGUAGE
    return found


@cache
def all_languages() -> tuple[Language, ...]:
    """Every language of the table."""
    return tuple(map(language, SCRIPT_OF))


def words_of_all(words: Callable[[Language], frozenset[str]]) -> frozenset[str]:
    """The words of some field in all languages."""
    return frozenset().union(*map(words, all_languages()))


def any_of(pattern: Callable[[Language], str]) -> str:
    """A regular expression that matches what some field matches in any language."""
    alternatives = dict.fromkeys(found for found in map(pattern, all_languages()) if found)
    return f"(?:{'|'.join(alternatives)})"
