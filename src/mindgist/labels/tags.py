"""The word class of each word of an English sentence.

Each word has the tags that it can have, the most frequent first: its class. Which one it has depends on the tag before
it and the class after it. Both tables are in ``models/tags`` (``research/word_classes.py`` makes them).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import files

from mindgist.labels.words import CLOSES, COMMA, DASH, OPENS, QUOTE, STRONG
from mindgist.languages import language

# The tags: N noun, J adjective, V verb in the past, Z in the present, M modal, B infinitive, P participle, G "-ing",
# R adverb, I preposition, T "to", D determiner, O pronoun, Y pronoun with its verb ("it's"), W "which", C "and",
# Q number, X the rest.
FINITE = frozenset("VZMY")
START, END, ANY = "^", "$", "*"
_BREAK = ","
_BREAKS = COMMA | STRONG | DASH | OPENS | CLOSES | QUOTE
_NUMBER_SIGNS = "$€£¥"
_ENDINGS = (  # of unknown words, with their classes in lower case
    (("ly",), "r"), (("ing",), "gn"), (("ed",), "vp"), (("al",), "jn"),
    (("ous", "ful", "ive", "able", "ible", "ic", "less", "ary"), "j"), (("s",), "nz"), (("",), "nj"),
)  # fmt: skip
_CAPITAL = "n"  # the class of a capitalised word inside a sentence
_FUNCTION_WORDS = language("en").word_classes["function"]
_MIN_FUNCTION_SHARE, _MIN_KNOWN_SHARE, _SURE_KNOWN_SHARE = 0.18, 0.5, 0.85  # of an English sentence's words
_WORDS_READ = 24  # to tell the language

Context = tuple[str, str, str]


def word_class(word: str, classes: Mapping[str, str]) -> str:
    """The class of a word inside a sentence."""
    if word in classes:
        return classes[word]
    if word[0].isdigit() or word[0] in _NUMBER_SIGNS:
        return "Q"
    if word[0].isupper():
        return "O" if word == "I" else _CAPITAL
    if "’" in word or "'" in word:
        return classes.get(word.replace("’", "'"), "N")
    return "j" if "-" in word else next(own for endings, own in _ENDINGS if word.endswith(endings))


def first_class(word: str, classes: Mapping[str, str]) -> str:
    """The class of a word at the beginning of a sentence."""
    small = word.lower().replace("’", "'") if word[0].isupper() else word
    return classes.get(small) or word_class(word, classes)


def contexts_of(named: Sequence[str], flags: Sequence[int]) -> Iterator[Context]:
    """For each word what a mark before it adds to the tag before, its class, and the class after it."""
    marks, after = [""] * len(flags), [*named[1:], END]
    for place in [place for place, flag in enumerate(flags[: len(named)]) if flag & _BREAKS]:
        marks[place] = after[place - 1] = _BREAK
    after[-1] = END
    return zip(marks, named, after, strict=False)


class Tagger:
    """The two tables."""

    def __init__(self, classes: dict[str, str], contexts: dict[Context, str]) -> None:
        self.classes, self._contexts = classes, contexts
        self._other_class = lru_cache(30_000)(partial(word_class, classes=classes))
        self._tag = cache(self._find_tag)  # there are not many contexts

    def tags(self, words: Sequence[str], flags: Sequence[int]) -> list[str]:
        """The tag of each word, one letter each; ``flags`` are those of the gaps before the words."""
        classes, other = self.classes, self._other_class
        named = [classes.get(word) or other(word) for word in words]
        named[0] = first_class(words[0], classes)
        found, before = [], START
        for mark, own, after in contexts_of(named, flags):
            before = self._tag(before + mark, own, after)
            found.append(before)
        return found

    def _find_tag(self, before: str, own: str, after: str) -> str:
        """The tag in a context, from the most special one that is known to the most general."""
        get = self._contexts.get
        return get((before, own, after)) or get((before, own, ANY)) or get((ANY, own, ANY)) or own[0].upper()

    def is_english(self, words: Sequence[str]) -> bool:
        """Whether a sentence is English, by the shares of function words and of known words."""
        letters = "\n".join([word for word in words[:_WORDS_READ] if word[0].isalpha()]).lower().split("\n")
        function = sum(map(_FUNCTION_WORDS.__contains__, letters))
        known = sum(map(self.classes.__contains__, letters))
        if function >= _MIN_FUNCTION_SHARE * len(letters) and known >= _MIN_KNOWN_SHARE * len(letters):
            return bool(letters)
        return known >= _SURE_KNOWN_SHARE * len(letters) and len(letters) >= 3


def _lines(name: str) -> list[list[str]]:
    text = (files("mindgist") / "models" / "tags" / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines()]


@cache
def tagger() -> Tagger:
    """The shipped tables of word classes."""
    return Tagger(
        {word: name for name, *own in _lines("words.txt") for word in own},
        {(before, name, after): tag for before, name, after, tag in _lines("contexts.txt")},
    )
