"""From a path, bytes or a string to a Document."""

from collections.abc import Callable
from pathlib import Path

from ramify.document.decode import decode
from ramify.document.detect import ENDINGS, binary_kind, text_kind
from ramify.document.document import Document
from ramify.errors import DocumentError, UnknownNameError
from ramify.files import LARGEST, LARGEST_MEGABYTES


def read(path: str | Path, encoding: str | None = None) -> Document:
    """Read a document from a file. What is in it decides its kind; the name's ending only where that is open.

    Without an encoding, the file's own marks and contents decide.
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise DocumentError(too_large(str(path)))
        with path.open("rb") as file:  # a device or a pipe has no size to look at beforehand
            content = file.read(LARGEST + 1)
    except IsADirectoryError as error:
        raise DocumentError(f"{path} is a folder; name one of the files in it") from error
    except OSError as error:
        raise DocumentError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        return read_bytes(content, encoding=encoding, ending=path.suffix)
    except DocumentError as error:
        raise DocumentError(f"{path}: {error}") from error


def read_bytes(
    content: bytes, kind: str | None = None, encoding: str | None = None, ending: str | None = None
) -> Document:
    """Read a document from the bytes of a file or of standard input.

    Args:
        content: the bytes.
        kind: one of 'text', 'markdown', 'html', 'pdf', 'docx' and 'epub'; None to tell by the contents.
        encoding: of kinds that are text; None to tell by the contents.
        ending: of the file's name (".md"), a hint where the contents leave the kind open.
    """
    if len(content) > LARGEST:
        raise DocumentError(too_large("the input"))
    kind = kind or binary_kind(content)
    if kind in _BINARY_READERS:
        return _BINARY_READERS[kind](content)
    return read_text(decode(content, encoding), kind, ending)


def read_text(text: str, kind: str | None = None, ending: str | None = None) -> Document:
    """Read a document from a string; ``kind`` is 'text', 'markdown' or 'html', or None to tell by the contents."""
    if not text.strip():
        raise DocumentError("the input is blank; there is nothing to map")
    kind = kind or text_kind(text, ENDINGS.get((ending or "").lower()))
    if kind not in _TEXT_READERS:
        raise UnknownNameError("kind of document", kind, (*_TEXT_READERS, *_BINARY_READERS))
    return _TEXT_READERS[kind](text)


def too_large(name: str) -> str:
    """The message for an input that is not read because of its size."""
    return f"{name} is larger than {LARGEST_MEGABYTES} MB; split it and map the parts"


# Each reader is imported when it is first used: a text does not wait for the libraries that PDF and HTML need.
def _read_plain_text(text: str) -> Document:
    from ramify.document.plain_text import read_plain_text

    return read_plain_text(text)


def _read_markdown(text: str) -> Document:
    from ramify.document.markdown import read_markdown

    return read_markdown(text)


def _read_html(text: str) -> Document:
    from ramify.document.html import read_html

    return read_html(text)


def _read_pdf(content: bytes) -> Document:
    from ramify.document.pdf import read_pdf

    return read_pdf(content)


def _read_docx(content: bytes) -> Document:
    from ramify.document.docx import read_docx

    return read_docx(content)


def _read_epub(content: bytes) -> Document:
    from ramify.document.epub import read_epub

    return read_epub(content)


_TEXT_READERS: dict[str, Callable[[str], Document]] = {
    "text": _read_plain_text,
    "markdown": _read_markdown,
    "html": _read_html,
}
_BINARY_READERS: dict[str, Callable[[bytes], Document]] = {
    "pdf": _read_pdf,
    "docx": _read_docx,
    "epub": _read_epub,
}
