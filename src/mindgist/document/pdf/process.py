"""pdfium in a process of its own, with bounded time and memory.

A PDF can be made to unpack to gigabytes, and a C library that fails takes its process with it. Neither must happen to
the program, or the server, that reads a document. One process reads many PDFs, one after the other: starting Python
costs more than most of them.
"""

from mindgist.document.pdf.file import PdfText, pdf_text
from mindgist.errors import DocumentError
from mindgist.processes import MAX_MEMORY, RefusedError, TooSlowError, Worker, WorkerDiedError

MOST_SECONDS = 60.0

_reader = Worker()


def pdf_text_apart(content: bytes) -> PdfText:
    """What ``pdf_text`` finds, found by a child process."""
    try:
        text: PdfText = _reader.call(pdf_text, (content,), MOST_SECONDS)
        return text
    except RefusedError as error:
        raise DocumentError(str(error)) from error
    except (TooSlowError, WorkerDiedError) as error:
        raise DocumentError(
            f"the PDF needs more than {MOST_SECONDS:g} s or {MAX_MEMORY // 1_000_000_000} GB, or breaks its reader; "
            "print it to a new PDF, or split it"
        ) from error
