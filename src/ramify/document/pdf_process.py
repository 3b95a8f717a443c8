"""pdfium in a process of its own, with bounded time and memory.

A PDF can be made to unpack to gigabytes, and a C library that fails takes its process with it. Neither must happen to
the program, or the server, that reads a document. One process reads many PDFs, one after the other: starting Python
costs more than most of them. It ends with the program that started it, and it imports nothing from the folder that
the program was started in.
"""

import atexit
import json
import os
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import astuple, replace
from pathlib import Path
from threading import Lock, Thread, Timer
from time import sleep
from typing import IO, Any

from ramify.document.pdf_file import PdfText, pdf_text
from ramify.document.pdf_line import Line
from ramify.errors import DocumentError

MOST_SECONDS = 60
MOST_MEMORY = 2_000_000_000
"""Bytes of address space; where the system knows no such limit (Windows), there is none."""
MOST_DOCUMENTS = 200
"""What one process reads before another takes its place: what a library leaks is given back."""

_LENGTH = struct.Struct(">Q")
_CODE = "import sys; sys.path += sys.argv[1:]; from ramify.document.pdf_process import main; main()"


def pdf_text_apart(content: bytes) -> PdfText:
    """What ``pdf_text`` finds, found by a child process."""
    answer = _reader.ask(content)
    if "error" in answer:
        raise DocumentError(answer["error"])
    pages = [[replace(line := Line(*values), cells=tuple(line.cells)) for values in page] for page in answer["pages"]]
    return PdfText(pages, answer["title"], answer["slides"])


class _Reader:
    """The process that reads PDFs, started when it is first needed, and again when it is gone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # a forked copy of this program starts a process of its own
        self._read = 0

    def ask(self, content: bytes) -> dict[str, Any]:
        """The child's answer to one PDF."""
        with self._lock:
            process = self._ready()
            # The child's own limit counts the processor's time; one that waits for ever is ended from here.
            watch = Timer(1.5 * MOST_SECONDS, process.kill)
            watch.daemon = True
            watch.start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                _send(process.stdin, content)
                answer: dict[str, Any] = json.loads(_receive(process.stdout))
            except (OSError, EOFError, ValueError) as error:
                self.end()
                raise DocumentError(
                    f"the PDF needs more than {MOST_SECONDS} s or {MOST_MEMORY // 1_000_000_000} GB, or breaks its "
                    "reader; print it to a new PDF, or split it"
                ) from error
            finally:
                watch.cancel()
            self._read += 1
            if self._read >= MOST_DOCUMENTS:
                self.end()
            return answer

    def _ready(self) -> "subprocess.Popen[bytes]":
        if self._process and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self.end()
        try:
            # -I: neither the working folder nor the environment adds a place to import from.
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _CODE, *_places()],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError as error:
            raise DocumentError(f"cannot start a process to read the PDF in: {error}") from error
        self._owner, self._read = os.getpid(), 0
        return self._process

    def end(self) -> None:
        """End the process; a forked copy of this program only lets go of it."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._owner == os.getpid():
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent is lost with the process
                assert stream is not None
                stream.close()


_reader = _Reader()
atexit.register(_reader.end)


def _places() -> list[str]:
    """Where the child may import from beside the standard library: where this process found ramify and the rest."""
    own = str(Path(__file__).resolve().parents[2])
    here = os.getcwd()
    others = [path for path in sys.path if os.path.isabs(path) and os.path.realpath(path) != os.path.realpath(here)]
    return list(dict.fromkeys([*others, own]))


def main() -> None:
    """The child: PDFs come in, their lines or an error go out as JSON, until the parent is gone."""
    _end_with_parent()
    while True:
        try:
            content = _receive(sys.stdin.buffer)
        except EOFError:
            return
        _limit()
        answer: dict[str, object]
        try:
            text = pdf_text(content)
            pages = [[astuple(line) for line in page] for page in text.pages]
            answer = {"pages": pages, "title": text.title, "slides": text.slides}
        except DocumentError as error:
            answer = {"error": str(error)}
        _send(sys.stdout.buffer, json.dumps(answer).encode())


def _send(stream: "IO[bytes]", content: bytes) -> None:
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def _receive(stream: "IO[bytes]") -> bytes:
    head: bytes = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content: bytes = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _end_with_parent() -> None:
    """Look every second whether the parent is still there: one that was killed ends this process, too, at its work."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _limit() -> None:
    """Bound the memory, and the time of the next document."""
    try:
        import resource
    except ImportError:
        return
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    for kind, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, used + MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
