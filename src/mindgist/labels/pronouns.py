"""Replaces a pronoun at the beginning of a gist by a name, if that is certain.

It is certain if the sentence follows its parent in the text, the gist begins with 'he' or 'she', and the parent names
one person, whose first name is usual for the pronoun, before any other name. The name is in square brackets, as an
addition.
"""

import re

from mindgist.languages import language

_ENGLISH = language("en")
_PRONOUN = re.compile(r"(?:He|She|he|she)(?= \w)")
_NAME = re.compile(r"\b[A-Z][\w’'-]*(?: [A-Z]\.)?(?: (?:de |van |von |der |al-|bin )*[A-Z][\w’'-]+)+")
_TITLED = re.compile(rf"\b({'|'.join(_ENGLISH.honorifics)})\.? [A-Z]\w+")
_PLACE = re.compile(
    rf"\b(?:{_ENGLISH.place_prefixes}) [A-Z]\w+|\b(?:in|on|of|last|next|since) (?:April|June|May|August)\b"
)


def with_antecedent(gist: str, parent: str, most_words: int) -> str:
    """The gist with the name that its pronoun stands for; unchanged if that is not certain."""
    pronoun = _PRONOUN.match(gist)
    name = pronoun and _only_person(parent, pronoun[0].lower())
    if pronoun is None or name is None:
        return gist
    rest = gist[pronoun.end() :]
    for shown in (name, name.split()[-1]):
        if len(re.findall(r"\w+", shown + rest)) <= most_words:
            return f"[{shown}]{rest}"
    return gist


def _only_person(text: str, pronoun: str) -> str | None:
    """The one person whom the text names, if the pronoun fits; None if it names several or none."""
    text = _PLACE.sub("", text)  # places and months that look like names
    people: dict[str, tuple[str, str]] = {}  # name and pronoun, by family name
    for found in _TITLED.finditer(text):
        family = found[0].split()[-1]
        people[family] = family, _ENGLISH.honorifics[found[1]]
    for found in _NAME.finditer(text):
        words = re.sub(r"[’']s$", "", found[0]).split()
        while len(words) > 1 and words[0].lower() not in _ENGLISH.first_names:
            words = words[1:]
        if len(words) > 1:
            people[words[-1]] = " ".join(words), _ENGLISH.first_names[words[0].lower()]
        elif not people:
            return None  # perhaps a person with a rare first name
    if len(people) != 1:
        return None
    ((name, of),) = people.values()
    others = re.findall(r"(?<![.!?“\"] )(?<!^)\b(?:[A-Z][a-z]+)\b", text)
    strangers = {word for word in others if word.lower() in _ENGLISH.first_names}.difference(name.split())
    return None if of != pronoun or strangers else name
