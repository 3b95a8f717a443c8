"""PDF to a Document with its pages: pdfium takes the letters out, the rest is rebuilt from their places."""

import re
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from ramify.document.document import Document
from ramify.document.extraction import Extraction
from ramify.document.pdf_page import Line, page_lines
from ramify.document.pdf_structure import structure
from ramify.errors import DocumentError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MOST_PAGES = 5_000
LONGEST_READ = 60
"""Seconds. A page takes some ten milliseconds; what takes longer than this in all is broken or hostile."""

# pdfium keeps a state of its own and must not be used by two threads at once.
_ONE_AT_A_TIME = Lock()

# Titles that programs fill in by themselves: the name of the file, or of the program.
_NO_TITLE = re.compile(r"untitled|microsoft word|\S+\.\w{2,4}$|\S*$", re.IGNORECASE)


def read_pdf(content: bytes) -> Document:
    """Read a PDF; its text is put together of paragraphs, and ``pages`` tells where each page begins in it."""
    with _ONE_AT_A_TIME:
        pages, title = _pages(content)
    parts = structure(pages)
    if not parts:
        raise DocumentError(
            f"the PDF has no text on its {len(pages)} page(s): it is probably scanned; recognise its text first "
            "(with ocrmypdf, say) and map that"
        )
    extraction = Extraction()
    begun = 0
    for part in parts:
        for _ in range(begun, part.page):
            extraction.page()
        for _, within in part.pages:
            extraction.page(within)
        begun = max(begun, part.page + len(part.pages))
        if part.level is None:
            extraction.paragraph(part.text)
        elif part.level == 0:
            extraction.title(part.text)
            title = None
        else:
            extraction.heading(part.level, part.text)
    return extraction.document(title)


def _pages(content: bytes) -> tuple[list[list[Line]], str | None]:
    """The lines of each page, and the title that the file's metadata gives."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise DocumentError("the PDF is protected by a password; save it without one and map that") from error
        raise DocumentError(f"the PDF is broken or incomplete ({error}); fetch or save it again") from error
    try:
        if len(pdf) > MOST_PAGES:
            raise DocumentError(f"the PDF has {len(pdf):,} pages; ramify reads at most {MOST_PAGES:,}")
        return _all_lines(pdf), _title(pdf)
    finally:
        pdf.close()


def _all_lines(pdf: "PdfDocument") -> list[list[Line]]:
    import pypdfium2

    deadline = monotonic() + LONGEST_READ
    pages: list[list[Line]] = []
    for number in range(len(pdf)):
        if monotonic() > deadline:
            raise DocumentError(f"reading the PDF took longer than {LONGEST_READ} s, up to page {number}; split it")
        try:
            page = pdf[number]
        except pypdfium2.PdfiumError:  # a page that is broken loses itself, not the others
            pages.append([])
            continue
        try:
            pages.append(page_lines(page, number + 1))
        except pypdfium2.PdfiumError:
            pages.append([])
        finally:
            page.close()
    return pages


def _title(pdf: "PdfDocument") -> str | None:
    title = " ".join(pdf.get_metadata_value("Title").split())
    return title if title and not _NO_TITLE.match(title) else None
