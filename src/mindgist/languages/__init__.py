"""The data of languages: one file for each, read when it is first used, and one table of all."""

from dataclasses import fields
from functools import cache
from itertools import chain
from typing import Any

from mindgist.languages.language import Language, read_language
from mindgist.languages.scripts import SCRIPT_OF

__all__ = ["SCRIPT_OF", "any_language", "language"]


@cache
def language(code: str, script: str = "latin") -> Language:
    """The language of this code ("pt", "pt-BR"); one that is not in the table has its script and no other data."""
    code = code.replace("_", "-").partition("-")[0].lower()
    return read_language(code, SCRIPT_OF[code]) if code in SCRIPT_OF else Language(code, script=script)


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
