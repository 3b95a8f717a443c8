"""Lines that help to find one's way in a PDF and are no part of its text: running heads, page numbers, contents."""

import re
from collections import Counter
from itertools import groupby

from mindgist.document.boilerplate import CONTENTS_HEADING
from mindgist.document.pdf.line import Line

_FOOT, _HEAD = 0.12, 0.9  # heights below and above which lines are at the edge of a page
_MAX_HEAD_SIZE = 1.3  # times the body size
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|p\.|seite)\W*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*$", re.IGNORECASE
)

_LEADER = re.compile(r"(?:\.\s?){4,}\s*\w*$|(?:…\s?){2,}\s*\w*$")
_ENTRY_END = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,7})$|^\W*\d[\d\s.]*$", re.IGNORECASE)
_MAX_OTHER_LINES = 3  # in a row inside a table of contents: entries of several lines, parts of a book
_MAX_ENTRY = 100  # characters

_NOTE = re.compile(r"[∗*†‡§¶#]{1,3} ?\S|\d{1,3}(?: ?(?=[^\W\d_a-z])|(?= https?:| www\.))|\d{1,3} [a-z]\w+ ")
_MAX_NOTE_SIZE = 0.93  # times the body size
_MAX_NOTE_HEIGHT = 0.4  # share of the page's height


def without_running_heads(pages: list[list[Line]], body: float) -> list[list[Line]]:
    """The pages without running heads, which return at the same height near an edge of pages, and page numbers."""
    seen = Counter(key for page in pages for key in {_running_key(line) for line in page if _is_at_edge(line)})
    min_heads = 2 if len(pages) <= 4 else 3

    def is_head(line: Line) -> bool:
        is_repeated = seen[_running_key(line)] >= min_heads and line.size <= _MAX_HEAD_SIZE * body
        return _is_at_edge(line) and (is_repeated or bool(_PAGE_NUMBER.match(line.text)))

    return [[line for line in page if not is_head(line)] for page in pages]


def _is_at_edge(line: Line) -> bool:
    return not _FOOT < line.height < _HEAD


def _running_key(line: Line) -> tuple[str, int]:
    """What is the same for a running head on all pages: its text without numbers, and roughly its height."""
    return _NUMBER.sub("#", line.text.casefold()), round(line.height * 100)


def without_footnotes(lines: list[Line], body: float) -> tuple[list[Line], list[list[Line]]]:
    """The lines without footnotes, and these: small print at the foot of a column that begins with a mark."""
    kept: list[Line] = []
    notes: list[list[Line]] = []
    for _, column in groupby(lines, key=lambda line: (line.page, line.column)):
        members = list(column)
        foot = len(members)
        while foot and members[foot - 1].size < _MAX_NOTE_SIZE * body and members[foot - 1].height < _MAX_NOTE_HEIGHT:
            foot -= 1
        while foot < len(members) and not _NOTE.match(members[foot].text):
            foot += 1
        kept += members[:foot]
        for line in members[foot:]:
            if _NOTE.match(line.text):
                notes.append([line])
            else:
                notes[-1].append(line)
    return kept, notes


def without_contents(lines: list[Line]) -> list[Line]:
    """The lines without tables of contents: entries with leaders, or ending in numbers under such a heading."""
    kept: list[Line] = []
    others: list[Line] = []  # lines inside a table of contents that do not look like entries
    is_inside = False
    for line in lines:
        if _LEADER.search(line.text[-_MAX_ENTRY:]):
            others = []
        elif CONTENTS_HEADING.match(line.text):
            is_inside = True
            others = [line]
        elif is_inside and _ENTRY_END.search(line.text):
            others = []
        elif is_inside and len(others) < _MAX_OTHER_LINES and len(line.text) < _MAX_ENTRY:
            others.append(line)
        else:
            is_inside = False
            kept += [*others, line]
            others = []
    return kept + others
