"""PDF to a Document with its pages: pdfium takes the letters out, the rest is rebuilt from their places."""

from mindgist.document.document import Document
from mindgist.document.extraction import Extraction
from mindgist.document.pdf_file import PdfText
from mindgist.document.pdf_process import pdf_text_apart
from mindgist.document.pdf_structure import structure
from mindgist.errors import DocumentError


def read_pdf(content: bytes) -> Document:
    """Read a PDF; its text is put together of paragraphs, and ``pages`` tells where each page begins in it."""
    return pdf_document(pdf_text_apart(content))


def pdf_document(text: PdfText) -> Document:
    """The document that a PDF's lines make up."""
    parts = structure(text.pages, text.slides)
    if not parts:
        raise DocumentError(
            f"the PDF has no text on its {len(text.pages)} page(s): it is probably scanned, or a picture; recognise "
            "its text first (with ocrmypdf, say) and map that"
        )
    extraction = Extraction()
    title = text.title
    begun = 0
    for part in parts:
        for _ in range(begun, part.page):
            extraction.page()
        for _, within in part.pages:
            extraction.page(within)
        begun = max(begun, part.page + len(part.pages))
        if part.is_aside:
            extraction.aside(part.text)
        elif part.level is None:
            extraction.paragraph(part.text, part.depth, part.is_row, part.mark)
        elif part.level == 0:
            extraction.title(part.text)
            title = None
        else:
            extraction.heading(part.level, part.text)
    return extraction.document(title)
