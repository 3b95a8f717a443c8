"""Paragraphs and tables as word processors nest them, put in order: a row of a table is one paragraph."""

from dataclasses import dataclass, field

from ramify.document.document import Document
from ramify.document.extraction import Extraction

TITLE = 0
_BETWEEN_CELLS = " – "
_WIDEST_CELL = 400  # characters; a larger one holds a text, and its table lays out a page


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What a paragraph says; a heading has a level (0 is the title's), an item of a list a depth."""

    text: str
    level: int | None = None
    depth: int = 0
    is_row: bool = False
    is_aside: bool = False
    """No prose to map: what a picture is said to show."""


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
        for paragraph in self._paragraphs:
            if paragraph.is_aside:
                extraction.aside(paragraph.text)
            elif paragraph.level == TITLE and paragraph.text and not titled:
                extraction.title(paragraph.text)
                titled = True
            elif paragraph.level:
                extraction.heading(paragraph.level, paragraph.text)
            else:
                extraction.paragraph(paragraph.text, paragraph.depth, paragraph.is_row)
        return extraction.document(None if titled else title)
