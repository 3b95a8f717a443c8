"""The lines of a PDF's pages, read by pdfium."""

import re
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from mindgist.document.pdf.line import Line, total_length
from mindgist.document.pdf.page import page_lines
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
_MAX_SCANNED_LETTERS = 40  # of a scanned page: a page number or a stamp
_SLIDE_SAMPLE = 50  # pages
_MIN_SLIDES = 3
_MAX_SLIDE_LETTERS = 1_200  # the median; a report printed sideways has more

# Titles that programs fill in: the name of the file, or of the program.
_NO_TITLE = re.compile(
    r"\W*(?:untitled|no title|title|microsoft (?:word|powerpoint|office)|powerpoint|presentation\b|slide \d|"
    r"document\s*\d*$|layout \d|anonymous|.*\.(?:docx?|odt|rtf|pptx?|pdf|indd|tex|dvi|qxd|fm|html?|txt|ps)\b|\S*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PdfText:
    """The lines of each page in reading order, and the title in the file's metadata."""

    pages: list[list[Line]]
    title: str | None
    slides: bool = False
    """Whether the pages are slides of a talk."""
    scanned: tuple[int, ...] = ()
    """The pages, counted from 0, that have a picture and hardly any text."""


def pdf_text(content: bytes) -> PdfText:
    """Read the text in this process. Not thread-safe: pdfium is a C library with global state."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise DocumentError("the PDF is protected by a password; save it without one and map that") from error
        raise DocumentError(f"the PDF is broken or incomplete ({error}); fetch or save it again") from error
    try:
        if len(pdf) > MAX_PAGES:
            raise DocumentError(f"the PDF has {len(pdf):,} pages; mindgist reads at most {MAX_PAGES:,}")
        pages = [_lines(pdf, number) for number in range(len(pdf))]
        scanned = tuple(number for number, lines in enumerate(pages) if _is_scanned(pdf, number, lines))
        return PdfText(pages, _title(pdf), _are_slides(pdf, pages), scanned)
    finally:
        pdf.close()


def _lines(pdf: "PdfDocument", number: int) -> list[Line]:
    """The lines of a page; none for a broken page, so that the others are read all the same."""
    import pypdfium2

    try:
        page = pdf[number]
        try:
            return page_lines(page, number + 1)
        finally:
            page.close()
    except pypdfium2.PdfiumError:
        return []


def _is_scanned(pdf: "PdfDocument", number: int, lines: list[Line]) -> bool:
    from pypdfium2 import PdfiumError, raw

    if total_length(lines) > _MAX_SCANNED_LETTERS:
        return False
    try:
        return any(True for _ in pdf[number].get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2))
    except PdfiumError:
        return False


def _are_slides(pdf: "PdfDocument", pages: list[list[Line]]) -> bool:
    """Whether all pages are wider than high and most hold little text."""
    import pypdfium2

    try:
        sizes = [pdf.get_page_size(number) for number in range(min(len(pdf), _SLIDE_SAMPLE))]
    except pypdfium2.PdfiumError:
        return False
    if len(pages) < _MIN_SLIDES or not all(width > 1.2 * height for width, height in sizes):
        return False
    return median(map(total_length, pages)) < _MAX_SLIDE_LETTERS


def _title(pdf: "PdfDocument") -> str | None:
    title = " ".join(pdf.get_metadata_value("Title").split())
    return title if title and not _NO_TITLE.match(title) else None
