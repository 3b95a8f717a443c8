"""What the package knows about one language. Every field but the code has a default that means "nothing is known"."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
_NO_WORDS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Language:
    """The data of a language.

    It is written in ``CODE.toml``, with the fields of this class as keys. Words are in lower case, unless stated
    otherwise, and separated by white space. A field of type ``str`` is a regular expression that is matched without
    regard to case; a long one may be written as a list of alternatives.
    """

    code: str  # ISO 639-1
    name: str = ""
    script: str = "latin"  # a name in ``mindgist.languages.scripts``, or ``latin``
    frequent_words: frozenset[str] = _NO_WORDS  # some twenty, by which the language is recognised

    # Where sentences end
    abbreviations: frozenset[str] = _NO_WORDS  # before a full stop that ends no sentence; nupunkt knows "u.s", "z.b"
    short_words: frozenset[str] = _NO_WORDS  # of up to three letters, which nupunkt takes for abbreviations
    final_abbreviations: str = ""  # abbreviations that may end a phrase ("Inc."), as written
    number_abbreviations: str = ""  # abbreviations that a number follows ("Fig. 3"), as written
    false_ends: tuple[tuple[str, str], ...] = ()  # (end before, start after) of a full stop that ends no sentence

    # Dates, names, and lines that say nothing about the subject
    months: frozenset[str] = _NO_WORDS  # names, inflected as in dates, and abbreviations
    weekdays: frozenset[str] = _NO_WORDS
    date_words: frozenset[str] = _NO_WORDS  # what may stand beside a date in a line of its own ("last updated on")
    name_particles: str = ""  # parts of names in small letters ("von")
    name_joiners: str = ""  # words between two names ("and")
    bylines: str = ""  # what stands before the name of an author ("written by")
    credits: str = ""  # what stands before the source of a picture ("photo")
    credit_joiners: str = ""  # what stands between these and the source ("courtesy")
    further_reading: str = ""  # what leads to other pages ("read more")
    navigation: str = ""  # what leads to the previous or next page
    invitations: str = ""  # how a site asks for subscriptions ("sign up") …
    subscriptions: str = ""  # … and to what ("newsletter")
    greetings: str = ""  # how letters begin
    farewells: str = ""  # how letters end
    boilerplate: str = ""  # other whole lines about nothing, in small letters; each alternative ends with ``$``
    prompt_phrases: tuple[str, ...] = ()  # words inside sentences that say nothing about the subject ("click here")
    interface_labels: str = ""  # what pages write between paragraphs ("Share", "Advertisement")

    # Headings
    callouts: str = ""  # headings of boxes ("Note", "Warning")
    section_names: str = ""  # usual headings of sections ("Introduction")
    contents_names: str = ""  # headings of tables of contents
    front_matter: str = ""  # parts of a book before its text ("Title page", "Cover")
    back_matter: str = ""  # headings of what follows the text ("References", "Index")
    part_names: str = ""  # parts of a book ("chapter")
    number_words: str = ""  # numbers of such parts ("one", "first")
    figure_names: str = ""  # how captions of figures begin ("Figure")
    table_names: str = ""  # how captions of tables begin ("Table")
    results: str = ""  # what items of minutes begin with that record a result ("Decision", "Action"), before a colon
    conjunctions: str = ""  # words before the second part of "pre- and post-war"

    # E-mail
    email_headers: str = ""
    subject_headers: str = ""
    sender_headers: str = ""
    date_headers: str = ""
    reply_lines: str = ""  # the line above the mail that is answered ("On Monday Ida wrote:"); case counts

    # Grammar
    connectives: frozenset[str] = _NO_WORDS  # tie a clause to the one before it ("and"); no label begins with one
    dependent_words: frozenset[str] = _NO_WORDS  # open what cannot stand alone, or limit the clause before ("if")
    articles: frozenset[str] = _NO_WORDS  # those of ``dependent_words`` that are articles where they open a sentence
    negations: frozenset[str] = _NO_WORDS
    determiners: frozenset[str] = _NO_WORDS  # before a noun phrase ("the"); prepositions where there are no articles
    article_prefix: str = ""  # the article, where it is written as a part of its noun
    noun_links: frozenset[str] = _NO_WORDS  # words inside a noun phrase ("of")
    not_nouns: frozenset[str] = _NO_WORDS  # frequent words that are part of no topic, but no stop words: verbs, adverbs
    noun_breaks: frozenset[str] = _NO_WORDS  # characters that are in no noun, in scripts without spaces
    no_noun_start: frozenset[str] = _NO_WORDS  # what no noun begins with, in scripts without spaces …
    no_noun_end: frozenset[str] = _NO_WORDS  # … and what none ends with
    operators: frozenset[str] = _NO_WORDS  # deny, doubt, limit or condition ("not", "only"); a label must not lose one
    # Classes of words by name. A word may be in several. The order of the last two is that of the graph's features.
    word_classes: Mapping[str, frozenset[str]] = field(default_factory=dict)  # for the rules of gists
    opening_words: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of a sentence that they open
    cue_words: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of a sentence wherever they stand in it
    honorifics: Mapping[str, str] = field(default_factory=dict)  # before a family name, with a pronoun ("Mrs": "she")
    place_prefixes: str = ""  # words before a name that make it the name of a place ("Fort"), as written

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """Words that separate key phrases, from ``data/CODE-stop-words.txt``."""
        return frozenset(self._data("stop-words").split())

    @cached_property
    def first_names(self) -> Mapping[str, str]:
        """The pronoun of each first name, from ``data/CODE-first-names.txt``: lines of a pronoun and its names."""
        lines = [line.split() for line in self._data("first-names").splitlines()]
        return {name: pronoun for pronoun, *names in lines for name in names}

    def _data(self, name: str) -> str:
        file = _FOLDER / "data" / f"{self.code}-{name}.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else ""


def read_language(code: str, script: str) -> Language:
    """The language of a code, from its file; one without a file has its script and no other data."""
    file = _FOLDER / f"{code}.toml"
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    types = {one.name: one.type for one in fields(Language)}
    return Language(code, **{"script": script} | {name: _value(data[name], types[name]) for name in data})


def _value(written: Any, type_: Any) -> Any:
    if type_ == frozenset[str]:
        return frozenset(written.split())
    if type_ == Mapping[str, frozenset[str]]:
        return {name: frozenset(words.split()) for name, words in written.items()}
    if type_ == tuple[str, ...]:
        return tuple(written)
    if type_ is str and isinstance(written, list):
        return "|".join(written)
    return tuple(map(tuple, written)) if isinstance(written, list) else written
