"""Where sentences begin and end, in any language.

nupunkt decides, with our own lists of abbreviations: its own was learned from badly printed court papers and holds some
thousand ordinary words ("bank.", "can.", "story."), after which it sees no end. What no list can decide is repaired
here: marks of other scripts, ordinals and dates, names with an exclamation mark, references.
"""

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from mindgist.languages import any_language

if TYPE_CHECKING:
    from nupunkt import PunktSentenceTokenizer

# The marks that end sentences in other scripts (CJK, Devanagari, Arabic, Urdu, Ethiopic, Burmese, Khmer, Armenian),
# and the quotation marks and brackets that close right after them.
_MARKS = "。！？｡।॥؟۔።။៕។։"
_OTHER_SCRIPTS_END = re.compile(rf"[{_MARKS}]++[」』）】》”’\"')\]]*+(?![とっ])")

_CONTEXT = 40  # characters around an end that decide whether it is one
_COMMON_END = re.compile(r"[a-z]{5}[.][\"'”’)]?$")  # how most sentences end; none of the exceptions does
_NOTE_MARK = re.compile(r"\d{1,2}$|[,;]? ?\d{1,2}[,–]\d{1,2}$")  # of a footnote, raised in print
# [1], or "[1] after a quotation, which belongs to the sentence before.
_REFERENCE = re.compile(r"[\"”]?(?:\[\d{1,3}(?:[,–-] ?\d{1,3})*\])+(?=\s|$)")

# Thai has spaces between sentences, and between phrases, too.
_THAI = re.compile(r"[\u0e00-\u0e7f]{10}")
_THAI_SPACE = re.compile(r"(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])")
_MIN_THAI_TEXT, _MIN_THAI_SENTENCE = 90, 45  # characters

# nupunkt looks ahead within what it is given: a longer paragraph is cut at white space, so that time stays linear.
_MAX_PART = 50_000  # characters
# Without white space, nupunkt's time is quadratic and it finds nothing: this is data, or a script without spaces, whose
# own marks are found all the same.
_ENDLESS = 1000  # characters
_ENDLESS_WORD = re.compile(rf"\S{{{_ENDLESS},}}")

# A text without any of these is one sentence.
_POSSIBLE_END = re.compile(rf"[^\w\s,;:'’-]\s|[{_MARKS}]|[\u0e00-\u0e7f] +[\u0e00-\u0e7f]")
_POSSIBLE_ASCII_END = re.compile(r"[!\"#$%&()*+./<=>?@[\\\]^`{|}~]\s")
_NUPUNKT_END = re.compile(r"[.!?…]\W+\S")  # nupunkt finds no end in a text without this


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a paragraph as (start, end), in order, without the white space around them.

    A short piece without a single letter or digit (stray quotes, a bracket) belongs to the sentence before it; a
    longer one, such as a row of stars, is decoration and is dropped.
    """
    spans: list[tuple[int, int]] = []
    for start, end in _raw_spans(text):
        stripped = text[start:end].strip()
        if not stripped:
            continue
        start = text.index(stripped, start)
        end = start + len(stripped)
        reference = _REFERENCE.match(stripped) if spans and not text[spans[-1][1] : start].strip() else None
        if reference and text[spans[-1][1] - 1] in ".!?”\"'":
            spans[-1] = (spans[-1][0], start + reference.end())
            rest = stripped[reference.end() :].lstrip()
            start, stripped = end - len(rest), rest
        if spans and stripped and (_NOTE_MARK.match(stripped) or _is_false_end(text, *spans[-1], stripped)):
            spans[-1] = (spans[-1][0], end)
        elif any(map(str.isalnum, stripped)):
            spans.append((start, end))
        elif spans and 0 < len(stripped) <= 3:
            spans[-1] = (spans[-1][0], end)
    return spans


def _is_false_end(text: str, start: int, end: int, following: str) -> bool:
    before = text[max(start, end - _CONTEXT) : end]
    if _COMMON_END.search(before, max(0, len(before) - 7)):
        return False
    after = following[:_CONTEXT]
    return any(beginning.match(after) and ending.search(before) for ending, beginning in _false_ends())


@cache
def _false_ends() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """How the text before ends and how the text after begins, where a mark between them ends no sentence."""
    months = "|".join(sorted(any_language().months))
    pairs = [
        (r"(?:^|[\s(])\d{1,2}\.$", rf"(?i:{months})\b"),  # 25. Juni
        (r"\b[IVX]{1,5}\.$", r"[a-zà-ÿ]"),  # Wilhelm II. dankte ab
        (r"^\d{1,3}(?:\.\d{1,3}){0,4}\.$", r"[^\W\d_]"),  # a number alone: "2. Second item.", "1.1. Scope"
        (r"\w[!?]$", r"\(?[a-zà-ÿа-я]"),  # Yahoo! said
        (rf"\b{any_language().number_abbreviations}\.$", r"[\[(]?\d"),  # Fig. 3
        *any_language().false_ends,
    ]
    return tuple((re.compile(before), re.compile(after)) for before, after in pairs)


@cache
def _splitter() -> "PunktSentenceTokenizer":
    """The splitter with our abbreviations; importing nupunkt takes 30 ms."""
    from nupunkt import PunktSentenceTokenizer, load_default_model

    parameters = load_default_model()._params
    learned = {one for one in parameters.abbrev_types if not one.isalpha() or len(one) <= 2}  # mostly right
    learned -= any_language().short_words
    parameters.abbrev_types = learned | any_language().abbreviations
    parameters.invalidate_patterns()
    return PunktSentenceTokenizer(parameters)


def _raw_spans(text: str) -> list[tuple[int, int]]:
    """The sentences as nupunkt and the marks of other scripts give them, with white space."""
    is_ascii = text.isascii()
    if not (_POSSIBLE_ASCII_END if is_ascii else _POSSIBLE_END).search(text):
        return [(0, len(text))]
    spans: list[tuple[int, int]] = []
    for part_start, part_end in _parts(text):
        part = text[part_start:part_end]
        has_end = _NUPUNKT_END.search(part) and not _ENDLESS_WORD.match(part)
        found = list(_splitter().span_tokenize(part)) if has_end else []
        for start, end in found or [(0, len(part))]:
            start, end = part_start + start, part_start + end
            for missed in [] if is_ascii else _missed_ends(text, start, end):
                spans.append((start, missed))
                start = missed
            spans.append((start, end))
    return spans


def _missed_ends(text: str, start: int, end: int) -> list[int]:
    """Where sentences end inside what nupunkt takes for one."""
    ends = [mark.end() for mark in _OTHER_SCRIPTS_END.finditer(text, start, end)]
    if not ends and end - start > _MIN_THAI_TEXT and _THAI.search(text, start, end):
        last = start
        for space in _THAI_SPACE.finditer(text, start, end):
            if space.start() - last >= _MIN_THAI_SENTENCE:
                ends.append(space.end())
                last = space.end()
    return ends


def _parts(text: str) -> list[tuple[int, int]]:
    """The text as endless words, and prose in parts of limited length."""
    if len(text) < _ENDLESS:
        return [(0, len(text))]
    parts = []
    edges = [edge for word in _ENDLESS_WORD.finditer(text) for edge in word.span()]
    for start, end in pairwise([0, *edges, len(text)]):
        while end - start > _MAX_PART and not _ENDLESS_WORD.match(text, start):
            cut = text.rfind(" ", start, start + _MAX_PART) + 1 or start + _MAX_PART
            parts.append((start, cut))
            start = cut
        if end > start:
            parts.append((start, end))
    return parts
