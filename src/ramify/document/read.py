"""From a path, bytes or a string to a Document."""

from collections.abc import Callable
from pathlib import Path

from ramify.document.document import Document
from ramify.document.markdown import looks_like_markdown, read_markdown
from ramify.document.plain_text import read_plain_text
from ramify.errors import DocumentError, UnknownNameError

_READERS: dict[str, Callable[[str], Document]] = {"text": read_plain_text, "markdown": read_markdown}
_ENDINGS = {".txt": "text", ".text": "text", ".md": "markdown", ".markdown": "markdown", ".mdown": "markdown"}

# The first bytes of formats that users may well hand over, so that the error can name them.
_BINARY_KINDS = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip archive (DOCX, EPUB, ODT and XMind files are zip archives)",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "an RTF document",
    b"\x1f\x8b": "a gzip archive",
}
_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_LARGEST = 50_000_000


def read(path: str | Path, encoding: str | None = None) -> Document:
    """Read a document from a file. Without an encoding, the file's own marks and contents decide."""
    path = Path(path)
    try:
        if path.stat().st_size > _LARGEST:
            raise DocumentError(f"{path} is larger than {_LARGEST // 1_000_000} MB; split it and map the parts")
        content = path.read_bytes()
    except IsADirectoryError as error:
        raise DocumentError(f"{path} is a folder; name one of the files in it") from error
    except OSError as error:
        raise DocumentError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        return read_bytes(content, kind=_ENDINGS.get(path.suffix.lower()), encoding=encoding)
    except DocumentError as error:
        raise DocumentError(f"{path}: {error}") from error


def read_bytes(content: bytes, kind: str | None = None, encoding: str | None = None) -> Document:
    """Read a document from the bytes of a file or of standard input."""
    return read_text(decode(content, encoding), kind)


def read_text(text: str, kind: str | None = None) -> Document:
    """Read a document from a string; ``kind`` is 'text' or 'markdown', or None to tell by the contents."""
    if not text.strip():
        raise DocumentError("the input is blank; there is nothing to map")
    if kind is None:
        kind = "markdown" if looks_like_markdown(text) else "text"
    if kind not in _READERS:
        raise UnknownNameError("kind of document", kind, _READERS)
    return _READERS[kind](text)


def decode(content: bytes, encoding: str | None = None) -> str:
    """Bytes to text: by the encoding given, a byte order mark, UTF-8, or Windows-1252, in this order.

    Windows-1252 is the usual encoding of Western texts that are not UTF-8. Bytes that read in none of these as
    text are refused rather than mapped as garbage.
    """
    if encoding is not None:
        try:
            return _without_controls(content.decode(encoding))
        except LookupError as error:
            raise DocumentError(f"Python knows no encoding '{encoding}'; try utf-8, cp1252 or utf-16") from error
        except UnicodeError as error:
            raise DocumentError(f"the input does not read as {encoding}: {error}") from error
    for start, kind in _BINARY_KINDS.items():
        if content.startswith(start):
            raise DocumentError(f"the input is {kind}, not text; save it as text or Markdown and map that")
    for mark, marked_encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return decode(content, marked_encoding)
    for guess in ("utf-8", _utf_16_without_mark(content), "cp1252"):
        try:
            if guess:
                return _without_controls(content.decode(guess))
        except UnicodeError:
            continue
        except DocumentError:
            if guess == "cp1252":
                raise
    raise DocumentError("the input is neither UTF-8 nor Windows-1252 text; name its encoding with --encoding")


def _utf_16_without_mark(content: bytes) -> str | None:
    """Text in a Latin script as UTF-16 has a zero in every second byte."""
    sample = content[:2000]
    for parity, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = sample[parity::2]
        if len(half) > 4 and half.count(0) > 0.7 * len(half):
            return encoding
    return None


def _without_controls(text: str) -> str:
    """Refuse what decoded without error but is not text: control characters give binary data away."""
    sample = text[:100_000]
    controls = sum(1 for character in sample if ord(character) < 32 and character not in "\t\n\r\f\v\x1b")
    if "\x00" in sample or controls > 0.01 * len(sample):
        raise DocumentError("the input is binary, not text; ramify reads plain text and Markdown")
    return text
