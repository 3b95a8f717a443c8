"""Lines that help to find one's way in a PDF and are no part of its text: running heads, page numbers, contents."""

import re
from collections import Counter
from itertools import groupby, pairwise
from statistics import median

from mindgist.document.boilerplate import CONTENTS_HEADING
from mindgist.document.pdf.line import Line

_EDGE_LINES = 2  # at the top and at the bottom of a page
_EDGE_HEIGHT = 0.15  # share of the page's height
_MIN_EDGE_GAP = 1.3  # times the usual distance of lines
_MAX_HEAD_SIZE = 1.3  # times the body size
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite)?\W*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*$", re.IGNORECASE
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
    edges = [_edge_lines(page) for page in pages]
    seen = Counter(key for page in edges for key in {_running_key(line) for line in page})
    min_heads = 2 if len(pages) <= 4 else 3

    def is_head(line: Line) -> bool:
        is_repeated = seen[_running_key(line)] >= min_heads and line.size <= _MAX_HEAD_SIZE * body
        return is_repeated or bool(_PAGE_NUMBER.match(line.text))

    return [
        [line for line in page if line not in edge or not is_head(line)]
        for page, edge in zip(pages, edges, strict=True)
    ]


def _edge_lines(page: list[Line]) -> set[Line]:
    """The lines near the top and the bottom of a page that stand apart from its text, and lone numbers there."""
    heights = sorted({round(line.height, 3) for line in page})
    usual = median([after - before for before, after in pairwise(heights)]) if len(heights) > 2 else 0.0
    apart: set[float] = set()
    for inwards in (heights, heights[::-1]):
        for count in range(1, min(_EDGE_LINES, len(heights) - 1) + 1):
            if abs(inwards[count] - inwards[count - 1]) > _MIN_EDGE_GAP * usual:
                apart.update(inwards[:count])
    return {
        line
        for line in page
        if not _EDGE_HEIGHT < line.height < 1 - _EDGE_HEIGHT
        and (round(line.height, 3) in apart or _PAGE_NUMBER.match(line.text))
    }


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
        if _LEADER.search(line.text):
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
