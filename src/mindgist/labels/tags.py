"""The word class of each word of an English sentence.

Each word has the tags that it can have, the most frequent first: its class. Which one it has depends on the tag before
it and the class after it. Both tables are in ``models/tags`` (``research/word_classes.py`` makes them), and a third one
of the words that need what follows them (``research/needed_words.py``).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from mindgist.labels.words import CLOSES, COMMA, DASH, OPENS, QUOTE, STRONG, gap_flags
from mindgist.languages import language

TAG_NAMES = {
    "N": "NN NNS NNP NNPS", "J": "JJ JJR JJS", "V": "VBD", "Z": "VBZ VBP", "M": "MD", "B": "VB", "P": "VBN", "G": "VBG",
    "R": "RB RBR RBS RP", "I": "IN", "T": "TO", "D": "DT PDT PRP$", "O": "PRP EX", "W": "WDT WP WP$ WRB", "C": "CC",
    "Q": "CD $",
}  # fmt: skip
"""The tags and those of the Penn Treebank that they stand for; Y is a pronoun with its verb ("it's"), X the rest."""
FINITE = frozenset("VZMY")
START, END, ANY = "^", "$", "*"
_BREAK = ","
_BREAKS = COMMA | STRONG | DASH | OPENS | CLOSES | QUOTE
_NUMBER_SIGNS = "$€£¥"
_ENDINGS = (
    (("ly",), "r"), (("ing",), "gn"), (("ed",), "vp"), (("al",), "jn"),
    (("ous", "ful", "ive", "able", "ible", "ic", "less", "ary"), "j"), (("s",), "nz"), (("",), "nj"),
)  # fmt: skip
"""The classes of unknown words, in lower case."""
_CAPITAL = "n"  # the class of a capitalised word inside a sentence
_FUNCTION_WORDS = language("en").word_classes["function"]
_MIN_FUNCTION_SHARE, _MIN_KNOWN_SHARE, _SURE_KNOWN_SHARE = 0.18, 0.5, 0.85  # of an English sentence's words
_WORDS_READ = 24  # to tell the language

Context = tuple[str, str, str]


def word_classes(words: Sequence[str], classes: Mapping[str, str]) -> list[str]:
    """The class of each word of a sentence."""
    found = [classes.get(word) or _other_class(word, classes) for word in words]
    first = words[0].lower().replace("’", "'")
    return [classes.get(first) or found[0], *found[1:]] if words[0][0].isupper() else found


def _other_class(word: str, classes: Mapping[str, str]) -> str:
    """The class of a word that is not listed as it is written."""
    if word[0].isdigit() or word[0] in _NUMBER_SIGNS:
        return "Q"
    if word[0].isupper():
        return "O" if word == "I" else _CAPITAL
    if "’" in word or "'" in word:
        return classes.get(word.replace("’", "'"), "N")
    return "j" if "-" in word else next(own for endings, own in _ENDINGS if word.endswith(endings))


def classes_after(named: Sequence[str], gaps: Sequence[str]) -> tuple[list[bool], list[str]]:
    """For each word whether a mark stands before it, and the class after it."""
    marked = [bool(gap_flags(gap) & _BREAKS) for gap in gaps[: len(named)]]
    after = [_BREAK if mark else own for mark, own in zip(marked[1:], named[1:], strict=True)]
    return marked, [*after, END]


class Tagger:
    """The two tables."""

    def __init__(self, classes: dict[str, str], contexts: dict[Context, str]) -> None:
        self.classes, self._contexts = classes, contexts

    def tags(self, words: Sequence[str], gaps: Sequence[str]) -> str:
        """The tag of each word, one letter each; ``gaps`` stand before the words."""
        named = word_classes(words, self.classes)
        found, before, get = "", START, self._contexts.get
        for own, marked, after in zip(named, *classes_after(named, gaps), strict=True):
            if marked:
                before += _BREAK
            before = (
                get((before, own, after)) or get((before, own, ANY)) or get((ANY, own, ANY)) or own[0].upper()
            )  # from the most special context to the most general
            found += before
        return found

    def is_english(self, words: Sequence[str]) -> bool:
        """Whether a sentence is English, by the shares of function words and of known words."""
        letters = [word.lower() for word in words[:_WORDS_READ] if word[0].isalpha()]
        function = sum(map(_FUNCTION_WORDS.__contains__, letters))
        known = sum(map(self.classes.__contains__, letters))
        if function >= _MIN_FUNCTION_SHARE * len(letters) and known >= _MIN_KNOWN_SHARE * len(letters):
            return bool(letters)
        return known >= _SURE_KNOWN_SHARE * len(letters) and len(letters) >= 3


def _lines(name: str) -> list[list[str]]:
    """The lines of a table, as words."""
    text = (files("mindgist") / "models" / "tags" / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines()]


@cache
def tagger() -> Tagger:
    """The shipped tables of word classes."""
    return Tagger(
        {word: name for name, *own in _lines("words.txt") for word in own},
        {(before, name, after): tag for before, name, after, tag in _lines("contexts.txt")},
    )


@cache
def needs() -> dict[str, frozenset[str]]:
    """The words that need a word after them, by that word; by a tag, those with it that hardly ever end a clause."""
    return {name: frozenset(own) for name, *own in _lines("needs.txt")}
