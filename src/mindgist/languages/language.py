"""What the package knows about one language. Every field but the code has a default that means "nothing is known"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files


def word_set(text: str) -> frozenset[str]:
    """The words of a string, split at white space."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Language:
    """The data of a language. All words are in lower case unless stated otherwise."""

    code: str
    """ISO 639-1."""
    name: str = ""
    script: str = "latin"
    """A name in ``mindgist.languages.scripts``."""

    word_classes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Grammatical word classes for the rules of gists (``determiner``, ``preposition`` …). A word may be in several."""
    opening_words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Classes of words that say something about a sentence when they open it. The order is that of the features."""
    cue_words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Classes of words that say something about a sentence wherever they stand. The order is that of the features."""
    honorifics: Mapping[str, str] = field(default_factory=dict)
    """Titles before a family name, as written, with the pronoun of the person ("Mrs": "she")."""

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """Words that separate key phrases, from ``data/CODE-stop-words.txt``."""
        return word_set(self._data("stop-words"))

    @cached_property
    def first_names(self) -> Mapping[str, str]:
        """The pronoun of each first name, from ``data/CODE-first-names.txt``: lines of a pronoun and its names."""
        lines = [line.split() for line in self._data("first-names").splitlines()]
        return {name: pronoun for pronoun, *names in lines for name in names}

    def _data(self, name: str) -> str:
        file = files(__package__) / "data" / f"{self.code}-{name}.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else ""
