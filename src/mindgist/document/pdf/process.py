"""pdfium in a process of its own, with limits on time and memory.

A PDF can unpack to gigabytes, and a C library that crashes takes its process with it. Neither must happen to the
program or the server that reads a document. One process reads many PDFs in turn: starting Python takes longer than
reading most of them.
"""

from mindgist.document.pdf.file import PdfText, pdf_text
from mindgist.errors import DocumentError
from mindgist.processes import MAX_MEMORY, RefusedError, TooSlowError, Worker, WorkerDiedError

MAX_SECONDS = 60.0

_reader = Worker()


def pdf_text_in_process(content: bytes) -> PdfText:
    """The result of ``pdf_text``, from a child process."""
    try:
        text: PdfText = _reader.call(pdf_text, (content,), MAX_SECONDS)
        return text
    except RefusedError as error:
        raise DocumentError(str(error)) from error
    except (TooSlowError, WorkerDiedError) as error:
        raise DocumentError(
            f"the PDF needs more than {MAX_SECONDS:g} s or {MAX_MEMORY // 1_000_000_000} GB, or breaks its reader; "
            "print it to a new PDF, or split it"
        ) from error
