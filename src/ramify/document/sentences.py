"""Where sentences begin and end.

nupunkt decides, and errs in two ways that are mended here: it does not know the sentence-final marks of scripts
other than Latin, Greek and Cyrillic, and its list of abbreviations holds ordinary words ("bank.", "can.", "story."),
after which it sees no end.
"""

import re

# Sentence-final marks of other scripts (CJK, Devanagari, Arabic, Urdu, Ethiopic, Burmese, Khmer, Armenian), with
# the quotation marks and brackets that close right after them.
_OTHER_SCRIPTS_END = re.compile(r"[。！？｡।॥؟۔።။៕։]+[」』）】》”’\"')\]]*")

# A full stop after an ordinary word in lower case, with a capital to follow.
_MISSED_END = re.compile(r"(?<![.\w])([a-z]{2,})\.[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z])")
_ABBREVIATIONS = frozenset(
    "al approx art ca cf ch co corp dept ed eds eg est etc ext feat fig figs govt ie inc lib ltd max min misc no nos "
    "op para pp pt resp rev sec seq sp spp st tel univ viz vol vols vs".split()
)

# nupunkt looks ahead within what it is given; a paragraph of a megabyte is cut into parts of this size (at white
# space) so that the time stays linear in its length.
_PART = 50_000

# Without white space, nupunkt's time is quadratic, and it finds nothing: this is data, or a script without spaces,
# whose own marks are found all the same.
_ENDLESS_WORD = re.compile(r"\S{1000,}")

# Where nothing that could end a sentence is followed by white space, there is one sentence, and no need to ask.
_POSSIBLE_END = re.compile(r"[^\w\s,;:'’-]\s|[。！？｡।॥؟۔።။៕։]")


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
        if any(character.isalnum() for character in stripped):
            spans.append((start, end))
        elif spans and len(stripped) <= 3:
            spans[-1] = (spans[-1][0], end)
    return spans


def _raw_spans(text: str) -> list[tuple[int, int]]:
    if not _POSSIBLE_END.search(text):
        return [(0, len(text))]
    from nupunkt import sent_spans  # 30 ms to import: paid by those who split, not by `ramify --help`

    spans: list[tuple[int, int]] = []
    for part_start, part_end in _parts(text):
        part = text[part_start:part_end]
        for start, end in [(0, len(part))] if _ENDLESS_WORD.match(part) else sent_spans(part):
            start, end = part_start + start, part_start + end
            for missed in _missed_ends(text, start, end):
                spans.append((start, missed))
                start = missed
            spans.append((start, end))
    return spans


def _missed_ends(text: str, start: int, end: int) -> list[int]:
    """Where sentences end inside what nupunkt takes for one."""
    ends = [mark.end() for mark in _OTHER_SCRIPTS_END.finditer(text, start, end)]
    ends += [mark.end() for mark in _MISSED_END.finditer(text, start, end) if mark[1] not in _ABBREVIATIONS]
    return sorted(ends)


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
