"""From a path, bytes or a string to a Document."""

from pathlib import Path

from mindgist.document.decode import decode
from mindgist.document.detect import binary_kind, text_kind
from mindgist.document.document import Document
from mindgist.document.kinds import KINDS, Kind
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES

MAX_LINES = 500_000
"""A text with millions of lines is data, or hostile."""


def read(path: str | Path, encoding: str | None = None) -> Document:
    """Read a document from a file.

    The contents decide what kind of document it is; the suffix only if the contents leave that open. The encoding is
    detected if it is not given.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DocumentError(too_large(str(path)))
        with path.open("rb") as file:  # a device or a pipe does not state its size
            content = file.read(MAX_BYTES + 1)
    except IsADirectoryError as error:
        raise DocumentError(f"{path} is a folder; name one of the files in it") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise DocumentError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
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
        kind: a name in the table of kinds, such as 'text' or 'pdf'; None to detect it.
        encoding: of kinds that are text; None to detect it.
        ending: the suffix of the file's name (".md"), used if the contents leave the kind open.
    """
    if len(content) > MAX_BYTES:
        raise DocumentError(too_large("the input"))
    named = KINDS.named(kind) if kind else binary_kind(content)
    if named and not named.is_text:
        return named.read(content)
    return _read_text(decode(content, encoding), named, ending)


def read_text(text: str, kind: str | None = None, ending: str | None = None) -> Document:
    """Read a document from a string; ``kind`` is the name of a text format, or None to detect it."""
    return _read_text(text, KINDS.named(kind) if kind else None, ending)


def _read_text(text: str, kind: Kind | None, ending: str | None) -> Document:
    if not text.strip():
        raise DocumentError("the input is blank; there is nothing to map")
    if text.count("\n") > MAX_LINES:
        raise DocumentError(f"the text has more than {MAX_LINES:,} lines, which no document has; map its parts")
    kind = kind or text_kind(text, ending)
    if not kind.is_text:
        raise DocumentError(f"{kind.title} is not a text format; read it from its file or its bytes")
    return kind.read(text)


def too_large(name: str) -> str:
    """The error message for an input that is too large."""
    return f"{name} is larger than {MAX_MEGABYTES} MB; split it and map the parts"
