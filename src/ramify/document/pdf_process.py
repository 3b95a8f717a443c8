"""pdfium in a process of its own, with bounded time and memory.

A PDF can be made to unpack to gigabytes, and a C library that fails takes its process with it. Neither must happen to
the program, or the server, that reads a document. The process costs some tenths of a second.
"""

import json
import os
import subprocess
import sys
from dataclasses import astuple

from ramify.document.pdf_file import PdfText, pdf_text
from ramify.document.pdf_line import Line
from ramify.errors import DocumentError

MOST_SECONDS = 60
MOST_MEMORY = 2_000_000_000
"""Bytes of address space; where the system knows no such limit (Windows), there is none."""

_CODE = "from ramify.document.pdf_process import main; main()"


def pdf_text_apart(content: bytes) -> PdfText:
    """What ``pdf_text`` finds, found by a child process."""
    # The child finds ramify where this process found it, however that came about.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        ended = subprocess.run(
            [sys.executable, "-c", _CODE],
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            timeout=1.5 * MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise DocumentError(f"reading the PDF takes more than {MOST_SECONDS} s; split it and map the parts") from error
    except OSError as error:
        raise DocumentError(f"cannot start a process to read the PDF in: {error}") from error
    if ended.returncode != 0:
        raise DocumentError(
            f"the PDF needs more than {MOST_SECONDS} s or {MOST_MEMORY // 1_000_000_000} GB, or breaks its reader; "
            "print it to a new PDF, or split it"
        )
    answer = json.loads(ended.stdout)
    if "error" in answer:
        raise DocumentError(answer["error"])
    return PdfText([[Line(*values) for values in page] for page in answer["pages"]], answer["title"])


def main() -> None:
    """The child: a PDF comes in, its lines or an error go out as JSON."""
    _limit()
    answer: dict[str, object]
    try:
        text = pdf_text(sys.stdin.buffer.read())
        answer = {"pages": [[astuple(line) for line in page] for page in text.pages], "title": text.title}
    except DocumentError as error:
        answer = {"error": str(error)}
    sys.stdout.write(json.dumps(answer))


def _limit() -> None:
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
