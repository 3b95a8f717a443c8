"""PDF to a Document with its pages."""

from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.pdf.file import PdfText
from mindgist.document.pdf.process import pdf_text_in_process
from mindgist.document.pdf.structure import structure
from mindgist.errors import DocumentError


def read_pdf(content: bytes) -> Document:
    """Read a PDF; the document's text is that of its paragraphs, and ``pages`` holds the offset of each page in it."""
    return pdf_document(pdf_text_in_process(content))


def pdf_document(text: PdfText) -> Document:
    """The document made of a PDF's lines."""
    blocks = structure(text.pages, text.slides)
    if not blocks:
        raise DocumentError(
            f"the PDF has no text on its {len(text.pages)} page(s): it is probably scanned, or a picture; recognise "
            "its text first (with ocrmypdf, say) and map that"
        )
    return build_document(blocks, title=text.title)
