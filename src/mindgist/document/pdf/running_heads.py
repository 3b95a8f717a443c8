"""What helps to find one's way in a PDF and is no part of its text: running heads, page numbers, contents."""

import re
from collections import Counter
from itertools import groupby, pairwise
from statistics import median

from mindgist.document.pdf.line import Line

_EDGE_LINES = 2  # how many lines at the top and at the bottom of a page may be running heads or feet
_EDGE_HEIGHT = 0.15
_APART = 1.3  # times the usual distance of lines
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite)?\W*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*$", re.I
)
_LEADER = re.compile(r"(?:\.\s?){4,}\s*\w*$|(?:…\s?){2,}\s*\w*$")
CONTENTS = re.compile(
    r"\W*(?:table of |list of )?(?:contents|figures|tables)\W*$|inhalt(?:sverzeichnis)?$|table des matières$|sommaire$|"
    r"índice$|contenido$|indice$|inhoud(?:sopgave)?$|содержание$|оглавление$|目\s*录$|目\s*次$",
    re.IGNORECASE,
)
_ENTRY_END = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,7})$|^\W*\d[\d\s.]*$", re.IGNORECASE)
_MOST_MISSED = 3  # entries of several lines, parts of a book
_LONGEST_ENTRY = 100
_OUTERMOST = 0.05  # of the page's height
_SMALLER = 0.95  # times the body's size
_NOTE = re.compile(r"[∗*†‡§¶#]{1,3} ?\S|\d{1,3}(?: ?(?=[^\W\d_a-z])|(?= https?:| www\.))|\d{1,3} [a-z]\w+ ")
_NOTE_SIZE = 0.93  # times the body's size
_NOTE_HEIGHT = 0.4  # of the page's height
_NUMBER_AT_EDGE = re.compile(r"^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$")


def without_running_heads(pages: list[list[Line]], body: float) -> tuple[list[list[Line]], list[Line]]:
    """The pages without what returns, at the same height near an edge, on several of them, and page numbers.

    Also without what only looks like a running head, which is given beside them: on a single page nothing returns.
    """
    edges = [_edge_lines(page) for page in pages]
    seen = Counter(key for page in edges for key in {_running_key(line) for line in page})
    counted = Counter(offset for page in edges for offset in set().union(*map(_page_offsets, page)))
    enough = 2 if len(pages) <= 4 else 3
    kept: list[list[Line]] = []
    alike: list[Line] = []
    for page, edge in zip(pages, edges, strict=True):
        gone = {
            id(line)
            for line in edge
            if _PAGE_NUMBER.match(line.text)
            or (seen[_running_key(line)] >= enough and line.size <= 1.3 * body)
            or any(counted[offset] >= max(3, 0.3 * len(pages)) for offset in _page_offsets(line))
        }
        looking = {id(line) for line in edge if id(line) not in gone and _is_running(line, body)}
        alike += [line for line in page if id(line) in looking]
        kept.append([line for line in page if id(line) not in gone | looking])
    return kept, alike


def _is_running(line: Line, body: float) -> bool:
    """Whether a line at an edge is a running head by its looks alone: small at the very edge, or beside its number."""
    if (
        not _OUTERMOST < line.height < 1 - _OUTERMOST
        and line.size < _SMALLER * body
        and len(line.text) < _LONGEST_ENTRY
    ):
        return True
    ends = [line.cells[0], line.cells[-1]] if len(line.cells) == 2 else []
    return line.size <= body and any(_PAGE_NUMBER.match(cell) for cell in ends)


def without_footnotes(lines: list[Line], body: float) -> tuple[list[Line], list[list[Line]]]:
    """The lines without footnotes, and these: small print at the foot of a column that begins with its mark."""
    kept: list[Line] = []
    notes: list[list[Line]] = []
    for _, column in groupby(lines, key=lambda line: (line.page, line.column)):
        members = list(column)
        foot = len(members)
        while foot and members[foot - 1].size < _NOTE_SIZE * body and members[foot - 1].height < _NOTE_HEIGHT:
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


def _page_offsets(line: Line) -> set[int]:
    """The numbers at a line's ends, less the number of its page: one is the same on all pages if it is the page's."""
    return {int(number) - line.page for number in _NUMBER_AT_EDGE.findall(line.text)}


def _edge_lines(page: list[Line]) -> list[Line]:
    """The lines near the top and the bottom of a page that stand apart from its text, and lone numbers there."""
    heights = sorted({round(line.height, 3) for line in page})
    usual = median([after - before for before, after in pairwise(heights)]) if len(heights) > 2 else 0.0
    apart: set[float] = set()
    for inwards in (heights, heights[::-1]):
        for count in range(1, min(_EDGE_LINES, len(heights) - 1) + 1):
            if abs(inwards[count] - inwards[count - 1]) > _APART * usual:
                apart.update(inwards[:count])
    return [
        line
        for line in page
        if not _EDGE_HEIGHT < line.height < 1 - _EDGE_HEIGHT
        and (round(line.height, 3) in apart or _PAGE_NUMBER.match(line.text))
    ]


def _running_key(line: Line) -> tuple[str, int]:
    """Page numbers change from page to page, and the height by a hair."""
    return _NUMBER.sub("#", line.text.casefold()), round(line.height * 100)


def without_contents(lines: list[Line]) -> list[Line]:
    """The lines without tables of contents: entries with leaders, or that end in numbers under such a heading."""
    kept: list[Line] = []
    missed: list[Line] = []  # lines inside a table of contents that look like none of its entries
    listing = False
    for line in lines:
        if _LEADER.search(line.text):
            missed = []
        elif CONTENTS.match(line.text):
            listing = True
            missed = [line]
        elif listing and _ENTRY_END.search(line.text):
            missed = []
        elif listing and len(missed) < _MOST_MISSED and len(line.text) < _LONGEST_ENTRY:
            missed.append(line)
        else:
            listing = False
            kept += [*missed, line]
            missed = []
    return kept + missed
