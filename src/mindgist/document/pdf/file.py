"""The lines of a PDF's pages, read by pdfium."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mindgist.document.pdf.line import Line, total_length
from mindgist.document.pdf.page import page_lines
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
_MAX_SCANNED_LETTERS = 40  # of a scanned page: a page number or a stamp


@dataclass(frozen=True, slots=True)
class PdfText:
    """The lines of each page in reading order, and the title in the file's metadata."""

    pages: list[list[Line]]
    title: str | None
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
        pages = [_page(pdf, number) for number in range(len(pdf))]
        scanned = tuple(number for number, (_, is_scanned) in enumerate(pages) if is_scanned)
        title = " ".join(pdf.get_metadata_value("Title").split())
        # One word is mostly a file's name.
        return PdfText([lines for lines, _ in pages], title if " " in title else None, scanned)
    finally:
        pdf.close()


def _page(pdf: "PdfDocument", number: int) -> tuple[list[Line], bool]:
    """The lines of a page and whether it is scanned; nothing for a broken page, so that the others are read."""
    from pypdfium2 import PdfiumError, raw

    try:
        page = pdf[number]
        try:
            lines = page_lines(page, number + 1)
            pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2)
            return lines, total_length(lines) <= _MAX_SCANNED_LETTERS and any(True for _ in pictures)
        finally:
            page.close()
    except PdfiumError:
        return [], False
