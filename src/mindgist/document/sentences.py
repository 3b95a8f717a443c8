"""Where sentences begin and end, in any language.

nupunkt decides, with a list of abbreviations of our own: its own was learned from court papers in bad print and holds
some thousand ordinary words ("bank.", "can.", "story."), after which it sees no end. What no list can tell is mended
here: marks of other scripts, ordinals and dates, names with an exclamation mark, numbers of references.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from mindgist.document.abbreviations import ABBREVIATIONS, MONTHS

if TYPE_CHECKING:
    from nupunkt import PunktSentenceTokenizer

# Sentence-final marks of other scripts (CJK, Devanagari, Arabic, Urdu, Ethiopic, Burmese, Khmer, Armenian), with
# the quotation marks and brackets that close right after them.
_OTHER_SCRIPTS_END = re.compile(r"[。！？｡।॥؟۔።။៕។։]++[」』）】》”’\"')\]]*+(?![とっ])")

_LEARNED_AND_SHORT = 2  # letters of an abbreviation: what nupunkt learned of one or two letters is mostly right

# Where what looks like an end is none: (how the part before it ends, how the part after it begins).
_GOES_ON = tuple(
    (re.compile(before), re.compile(after, re.IGNORECASE if flags else 0))
    for before, after, flags in (
        (r"(?:^|[\s(])\d{1,2}\.$", rf"(?:{'|'.join(MONTHS)})\b", True),  # 25. Juni
        (
            r"\b(?:[Dd](?:er|ie|as|en|em|es)|[Zz]um|[Zz]ur|[Bb]eim|[Vv]om|[Ii]m) \d{1,3}\.$",
            r"[^\W\d_]",
            False,
        ),  # der 2. Weltkrieg
        (r"\b[IVX]{1,5}\.$", r"[a-zà-ÿ]", False),  # Wilhelm II. dankte ab
        (
            r"^\d{1,3}(?:\.\d{1,3}){0,4}\.$",
            r"[^\W\d_]",
            False,
        ),  # a number that stands alone: "2. Second item.", "1.1. Scope"
        (r"\b(?:[Ee]l|[Aa]l|[Dd]el) Sr\.$", r"[A-ZÀ-Þ]", False),  # el Sr. García; nupunkt knows "Sr." at a name's end
        (r"\w[!?]$", r"\(?[a-zà-ÿа-я]", False),  # Yahoo! said
        (r"\b(?:ref|refs|cf|vgl|fig|see|Abb|Tab|Nr|No|S|p|pp)\.$", r"[\[(]?\d", False),
    )
)
_LOOKED_BACK = 40  # characters
# None of that comes after five small letters and a full stop, which is how most sentences end.
_PLAIN_END = re.compile(r"[a-z]{5}[.][\"'”’)]?$")
_WORDS = frozenset("am as at be by do go he if in is it me my of on or so to up us we an the and".split())
_THAI = re.compile(r"[\u0e00-\u0e7f]{10}")
_THAI_SPACE = re.compile(r"(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])")
_LONG_WITHOUT_MARKS, _SHORTEST_THAI = 90, 45  # characters
_REPEATED = re.compile(r"(\w+[!?])$")  # Choir! Choir! Choir!
_NOTE_MARK = re.compile(r"\d{1,2}$|[,;]? ?\d{1,2}[,–]\d{1,2}$")  # a note's, raised in print
_REFERENCE = re.compile(r"(?:\[\d{1,3}(?:[,–-] ?\d{1,3})*\])+(?=\s|$)")  # [1], which belongs to what it proves

# nupunkt looks ahead within what it is given; a paragraph of a megabyte is cut into parts of this size (at white
# space) so that the time stays linear in its length.
_PART = 50_000

# Without white space, nupunkt's time is quadratic, and it finds nothing: this is data, or a script without spaces,
# whose own marks are found all the same.
_ENDLESS_WORD = re.compile(r"\S{1000,}")

# Where nothing that could end a sentence is followed by white space, there is one sentence, and no need to ask.
_POSSIBLE_END = re.compile(r"[^\w\s,;:'’-]\s|[。！？｡।॥؟۔።။៕។։]|[\u0e00-\u0e7f] +[\u0e00-\u0e7f]")
_POSSIBLE_ASCII_END = re.compile(r"[^\w\s,;:'-]\s", re.ASCII)
_PLAIN_BEGINNING = re.compile(r"\"?[A-Z][A-Za-z' ]")
# A mark that may end a sentence, what closes after it and the space behind that.
_POSSIBLE_STOP = re.compile(r"[.!?](?!\w)(?:[\")\]]*(\s|\Z))?")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a paragraph as (start, end), in order, without the white space around them.

    A short piece without a single letter or digit (stray quotes, a bracket) belongs to the sentence before it; a
    longer one, such as a row of stars, is decoration and is dropped.
    """
    if plain := _plain_spans(text):
        return plain
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
        if spans and stripped and (_NOTE_MARK.match(stripped) or _goes_on(text, *spans[-1], stripped)):
            spans[-1] = (spans[-1][0], end)
        elif any(character.isalnum() for character in stripped):
            spans.append((start, end))
        elif spans and 0 < len(stripped) <= 3:
            spans[-1] = (spans[-1][0], end)
    return spans


def _goes_on(text: str, start: int, end: int, following: str) -> bool:
    """Whether a sentence goes on after what looks like its end."""
    before = text[max(start, end - _LOOKED_BACK) : end]
    if _PLAIN_END.search(before, max(0, len(before) - 7)):
        return False
    after = following[:_LOOKED_BACK]
    repeated = _REPEATED.search(before)
    if repeated and after.startswith(repeated[1]) and len(repeated[1]) > 2:
        return True
    return any(ending.search(before) and beginning.match(after) for ending, beginning in _GOES_ON)


@cache
def _splitter() -> "PunktSentenceTokenizer":
    """The splitter with our abbreviations. Importing it takes 30 ms, which `mindgist --help` does not pay."""
    from nupunkt import PunktSentenceTokenizer, load_default_model

    parameters = load_default_model()._params
    learned = {one for one in parameters.abbrev_types if not one.isalpha() or len(one) <= _LEARNED_AND_SHORT}
    parameters.abbrev_types = learned - _WORDS | ABBREVIATIONS
    parameters.invalidate_patterns()
    return PunktSentenceTokenizer(parameters)


def _raw_spans(text: str) -> list[tuple[int, int]]:
    if not (_POSSIBLE_ASCII_END if text.isascii() else _POSSIBLE_END).search(text):
        return [(0, len(text))]
    spans: list[tuple[int, int]] = []
    for part_start, part_end in _parts(text):
        part = text[part_start:part_end]
        found = [] if _ENDLESS_WORD.match(part) else _splitter().tokenize_with_spans(part)
        for start, end in [span for _, span in found] or [(0, len(part))]:
            start, end = part_start + start, part_start + end
            for missed in _missed_ends(text, start, end):
                spans.append((start, missed))
                start = missed
            spans.append((start, end))
    return spans


def _plain_spans(text: str) -> list[tuple[int, int]]:
    """The sentences where there is no doubt: they end with full stops after words, and begin with capitals.

    Nothing where there is any doubt; most paragraphs in English leave none, and are sooner done so. What is found is
    what nupunkt finds (tests/document/test_sentences.py).
    """
    if not text.isascii() or text[:1].isspace() or text[-1:].isspace() or not any(map(str.isalnum, text)):
        return []
    abbreviations = _splitter()._params.abbrev_types
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _POSSIBLE_STOP.finditer(text):
        if found[1] == "":  # the text's own end
            continue
        stop, end = found.span()
        word = text[text.rfind(" ", 0, stop) + 1 : stop].lstrip("\"('")
        if found[1] != " " or text[stop] != ".":
            return []
        if word.lower() in abbreviations:
            if end == stop + 2 and text[end : end + 1].islower():
                continue
            return []
        if not _ends_plainly(word) or not _PLAIN_BEGINNING.match(text, end):
            return []
        spans.append((start, end - 1))
        start = end
    return [*spans, (start, len(text))]


def _ends_plainly(word: str) -> bool:
    """Whether a full stop after this word ends a sentence: it is no initial, no number of an item."""
    last = word.rpartition("-")[2].replace("'", "")
    if last.isalpha():
        return len(last) > _LEARNED_AND_SHORT or (len(last) == _LEARNED_AND_SHORT and word.islower())
    return word.isdigit() and len(word) == len("1984")


def _missed_ends(text: str, start: int, end: int) -> list[int]:
    """Where sentences end inside what nupunkt takes for one."""
    ends = [mark.end() for mark in _OTHER_SCRIPTS_END.finditer(text, start, end)]
    if not ends and end - start > _LONG_WITHOUT_MARKS and _THAI.search(text, start, end):
        last = start
        for space in _THAI_SPACE.finditer(text, start, end):  # Thai parts sentences by spaces, and phrases, too
            if space.start() - last >= _SHORTEST_THAI:
                ends.append(space.end())
                last = space.end()
    return ends


def _parts(text: str) -> list[tuple[int, int]]:
    parts = []
    start = 0
    for word in _ENDLESS_WORD.finditer(text):
        parts += _parts_of_prose(text, start, word.start())
        parts.append(word.span())
        start = word.end()
    return parts + _parts_of_prose(text, start, len(text))


def _parts_of_prose(text: str, start: int, end: int) -> list[tuple[int, int]]:
    parts = []
    while end - start > _PART:
        cut = text.rfind(" ", start, start + _PART) + 1 or start + _PART
        parts.append((start, cut))
        start = cut
    return [*parts, (start, end)] if end > start else parts
