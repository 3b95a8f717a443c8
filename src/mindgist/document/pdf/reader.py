"""PDF to a Document with its pages.

pdfium runs in a process of its own, which reads many PDFs in turn, with limits on time and memory: a PDF can unpack to
gigabytes, and a C library that crashes takes its process with it.
"""

import warnings
from collections.abc import Callable
from typing import Any

from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.pdf.pages import PdfText, pdf_text
from mindgist.document.pdf.structure import structure
from mindgist.errors import DocumentError
from mindgist.processes import MAX_MEMORY, RefusedError, TooSlowError, Worker, WorkerDiedError

MAX_SECONDS = 60.0

_worker = Worker()


def read_pdf(content: bytes) -> Document:
    """Read a PDF; the document's text is that of its paragraphs, and ``pages`` holds the offset of each page in it."""
    text: PdfText = in_process(
        _worker, pdf_text, (content,), MAX_SECONDS,
        f"the PDF needs more than {MAX_SECONDS:g} s or {MAX_MEMORY // 1_000_000} MB, or breaks its reader; "
        "print it to a new PDF, or split it",
    )  # fmt: skip
    if text.scanned:
        from mindgist.document.pdf import ocr

        if ocr.is_installed():
            text = ocr.with_recognised_pages(content, text)
        elif any(text.pages):
            warnings.warn(
                f"{len(text.scanned)} of {len(text.pages)} pages are scanned and left out; "
                "pip install 'mindgist[ocr]', which recognises such pages",
                stacklevel=2,
            )
    return pdf_document(text)


def in_process(worker: Worker, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, too_much: str,
               progress: Callable[[Any], None] = lambda _: None) -> Any:  # fmt: skip
    """The result of a function, called in a child process; ``too_much`` is the error if it needs too much."""
    try:
        return worker.call(function, arguments, seconds, progress)
    except RefusedError as error:
        raise DocumentError(str(error)) from error
    except (TooSlowError, WorkerDiedError) as error:
        raise DocumentError(too_much) from error


def pdf_document(text: PdfText) -> Document:
    """The document made of a PDF's lines."""
    blocks = structure(text.pages)
    if not blocks:
        raise DocumentError(
            f"the PDF has no text on its {len(text.pages)} page(s): it is probably scanned; "
            "pip install 'mindgist[ocr]', which recognises such pages"
        )
    return build_document(blocks, title=text.title)
