"""The data of languages: one module for each, loaded when it is first used, and one table of all."""

from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import Any

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
def any_language() -> Language:
    """All languages in one, for a text in any of them (code "mul").

    Its words are those of all languages, and its patterns match what the pattern of any language matches. It has no
    word classes and names, which make sense in one language only.
    """
    languages = [language(code) for code in SCRIPT_OF]
    combined: dict[str, Any] = {}
    for field in fields(Language):
        values = [getattr(one, field.name) for one in languages]
        if isinstance(values[0], frozenset):
            combined[field.name] = frozenset().union(*values)
        elif isinstance(values[0], tuple):
            combined[field.name] = tuple(chain.from_iterable(values))
        elif isinstance(values[0], str):
            combined[field.name] = f"(?:{'|'.join(dict.fromkeys(filter(None, values)))})"
    return Language(**(combined | {"code": "mul", "name": "any language", "script": "any"}))
