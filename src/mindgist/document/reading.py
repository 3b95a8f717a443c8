"""From a path, bytes or a string to a Document."""

from pathlib import Path

from mindgist.document.decode import decode
from mindgist.document.detect import binary_kind, text_kind
from mindgist.document.document import Document
from mindgist.document.kinds import Kind, kind_named
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES

MOST_LINES = 500_000
"""A text of fifty megabytes may have some millions, of next to nothing: data, or hostile."""


def read(path: str | Path, encoding: str | None = None) -> Document:
    """Read a document from a file. What is in it decides its kind; the name's ending only where that is open.

    Without an encoding, the file's own marks and contents decide.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DocumentError(too_large(str(path)))
        with path.open("rb") as file:  # a device or a pipe has no size to look at beforehand
            content = file.read(MAX_BYTES + 1)
    except IsADirectoryError as error:
        raise DocumentError(f"{path} is a folder; name one of the files in it") from error
    except (OSError, ValueError) as error:  # a NUL in a name is no error of the system's
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
        kind: a name in the table of kinds, such as 'text' or 'pdf'; None to tell by the contents.
        encoding: of kinds that are text; None to tell by the contents.
        ending: of the file's name (".md"), a hint where the contents leave the kind open.
    """
    if len(content) > MAX_BYTES:
        raise DocumentError(too_large("the input"))
    named = kind_named(kind) if kind else binary_kind(content)
    if named and not named.is_text:
        return named.read(content)
    return _read_text(decode(content, encoding), named, ending)


def read_text(text: str, kind: str | None = None, ending: str | None = None) -> Document:
    """Read a document from a string; ``kind`` is the name of one that is text, or None to tell by the contents."""
    return _read_text(text, kind_named(kind) if kind else None, ending)


def _read_text(text: str, kind: Kind | None, ending: str | None) -> Document:
    if not text.strip():
        raise DocumentError("the input is blank; there is nothing to map")
    if text.count("\n") > MOST_LINES:
        raise DocumentError(f"the text has more than {MOST_LINES:,} lines, which no document has; map its parts")
    kind = kind or text_kind(text, ending)
    if not kind.is_text:
        raise DocumentError(f"{kind.title} is no text; read it from its file or its bytes")
    return kind.read(text)


def too_large(name: str) -> str:
    """The message for an input that is not read because of its size."""
    return f"{name} is larger than {MAX_MEGABYTES} MB; split it and map the parts"
