"""Paragraphs and tables as word processors nest them, put in order: a row of a table is one paragraph."""

import re
from dataclasses import dataclass, field, replace

from mindgist.document.document import Document
from mindgist.document.extraction import Extraction
from mindgist.document.pdf_running_heads import CONTENTS

TITLE = 0
_BETWEEN_CELLS = " – "
LONGEST_BOLD = 120
"""Characters of a heading that is none by its style."""
_MOST_BOLD = 0.3  # of all paragraphs
_TYPED_MARK = re.compile(r"(?:[-•‣◦▪●–—·]|\(?(?:\d{1,2}|[a-z])\))\s{1,9}(?=\S)")  # an item's, typed by hand
_ENTRY = re.compile(r"\S\s?(?:\d{1,4}|[ivxlc]{1,6}|\w{1,2}-\d{1,3})$")
_LONGEST_ENTRY = 200
_MOST_MISSED = 3
_NO_HEADING = (".", ",", ";", ":", "!")
_WIDEST_CELL = 400  # characters; a larger one holds a text, and its table lays out a page


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What a paragraph says; a heading has a level (0 is the title's), an item of a list a depth."""

    text: str
    level: int | None = None
    depth: int = 0
    is_row: bool = False
    is_aside: bool = False
    """No prose to map: what a picture is said to show, a note."""
    is_bold: bool = False


@dataclass
class _Table:
    rows: list[list[list[Paragraph]]] = field(default_factory=list)
    header: bool = False

    def paragraphs(self) -> list[Paragraph]:
        """A paragraph a row, under the row of headers; or what the cells hold, where the table lays out a page."""
        cells = [cell for row in self.rows for cell in row]
        wide = any(sum(len(one.text) for one in cell) > _WIDEST_CELL for cell in cells)
        if wide or 2 * sum(len(row) > 1 for row in self.rows) <= len(self.rows):
            return [paragraph for cell in cells for paragraph in cell]
        found = []
        for place, row in enumerate(self.rows):
            texts = (" ".join(one.text for one in cell if one.text and not one.is_aside) for cell in row)
            depth = 0 if self.header and place == 0 else 1
            found.append(Paragraph(_BETWEEN_CELLS.join(filter(None, texts)), depth=depth, is_row=True))
        return found


class Tables:
    """Readers call ``follow`` as tables, rows and cells start and end, ``add`` for paragraphs, then ``document``."""

    def __init__(self) -> None:
        self._paragraphs: list[Paragraph] = []
        self._open: list[_Table] = []

    def follow(self, kind: str, event: str, is_header: bool = False) -> None:
        """A 'tbl', 'tr' or 'tc' starts or ends; ``is_header`` tells that a cell stands in a row of headers."""
        if kind == "tbl" and event == "start":
            self._open.append(_Table())
        elif kind == "tbl" and self._open:
            for paragraph in self._open.pop().paragraphs():
                self.add(paragraph)
        elif kind == "tr" and event == "start" and self._open:
            self._open[-1].rows.append([])
        elif kind == "tc" and event == "start" and self._open and self._open[-1].rows:
            self._open[-1].rows[-1].append([])
            self._open[-1].header = self._open[-1].header or is_header

    def add(self, paragraph: Paragraph) -> None:
        """A paragraph, in the cell that is open or in the text."""
        if self._open and self._open[-1].rows and self._open[-1].rows[-1]:
            self._open[-1].rows[-1][-1].append(paragraph)
        else:
            self._paragraphs.append(paragraph)

    def document(self, title: str | None = None) -> Document:
        """The document of all that was added; ``title`` is one that is told beside the text."""
        extraction = Extraction()
        titled = False
        for paragraph in _with_headings(_without_contents(self._paragraphs)):
            if paragraph.is_aside:
                extraction.aside(paragraph.text)
            elif paragraph.level == TITLE and paragraph.text and not titled:
                extraction.title(paragraph.text)
                titled = True
            elif paragraph.level:
                extraction.heading(paragraph.level, paragraph.text)
            else:
                mark = _TYPED_MARK.match(paragraph.text) if not paragraph.depth and not paragraph.is_row else None
                depth = 1 if mark else paragraph.depth
                extraction.paragraph(paragraph.text, depth, paragraph.is_row, mark.end() if mark else 0)
        return extraction.document(None if titled else title)


def _without_contents(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs; a table of contents typed by hand is an aside: its heading, and lines that end in numbers."""
    found = list(paragraphs)
    start = next((place for place, paragraph in enumerate(found) if CONTENTS.match(paragraph.text)), len(found))
    entries = [start]  # the heading, and every line up to the last that ends in a number
    for place in range(start + 1, len(found)):
        if _ENTRY.search(found[place].text) and len(found[place].text) <= _LONGEST_ENTRY:
            entries.append(place)
        elif found[place].text and place - entries[-1] > _MOST_MISSED:
            break
    if len(entries) > _MOST_MISSED:
        for place in range(start, entries[-1] + 1):
            found[place] = replace(found[place], level=None, depth=0, is_aside=True)
    return found


def _with_headings(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs; where no style makes a heading, short ones in bold or capitals above text are headings."""
    if any(paragraph.level for paragraph in paragraphs):
        return paragraphs
    shown = [place for place, paragraph in enumerate(paragraphs) if paragraph.text and not paragraph.is_aside]
    heads = {place for place in shown if _looks_like_heading(paragraphs[place])}
    last = next((place for place in reversed(shown) if place not in heads), -1)
    heads = {place for place in heads if place < last and paragraphs[place].level is None}
    if not heads or len(heads) > _MOST_BOLD * len(shown):
        return paragraphs
    capitals = {place for place in heads if paragraphs[place].text.isupper()}
    lower = 2 if capitals and capitals != heads else 1
    return [
        replace(paragraph, level=1 if place in capitals else lower) if place in heads else paragraph
        for place, paragraph in enumerate(paragraphs)
    ]


def _looks_like_heading(paragraph: Paragraph) -> bool:
    text = paragraph.text
    if paragraph.depth or paragraph.is_row or len(text) > LONGEST_BOLD or text.endswith(_NO_HEADING):
        return False
    return sum(map(str.isalpha, text)) >= 3 and (paragraph.is_bold or text.isupper())
