"""From a path, bytes or a string to a Document.

The content decides which kind of document an input is; where that leaves it open, the ending of its name does.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from os.path import isfile
from pathlib import Path

from mindgist.document.archive import Archive
from mindgist.document.builder import encodable
from mindgist.document.decode import decode
from mindgist.document.document import Document
from mindgist.document.kinds import KINDS, Kind, titles
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES

PAGE_PROGRESS: ContextVar[Callable[[int, int], None]] = ContextVar("pages", default=lambda done, total: None)
"""Called with the number of pages done and in all while scanned pages are recognised."""
MAX_LINES = 500_000  # a text with millions is data, or hostile

# The first bytes of formats that mindgist does not read, so that the error names them.
_OTHER_FORMATS = {
    b"GIF8": "a GIF picture",
    b"\xd0\xcf\x11\xe0": "an old Office document (.doc, .xls, .ppt); save it as DOCX",
    b"\x1f\x8b": "a gzip archive; unpack it",
    b"7z\xbc\xaf": "a 7z archive; unpack it",
    b"Rar!": "a RAR archive; unpack it",
}
_OTHER_ARCHIVES = {
    "content.json": "an XMind map",
    "xl/workbook.xml": "an Excel workbook",
    "content.xml": "an OpenDocument file that is no text and no presentation; save it as PDF",
}

# Possessive and bounded: without, backtracking takes a hundred bytes of memory per character.
_BEFORE_HTML = r"\A(?:[\s\ufeff]++|<\?xml[^>]{0,2000}\?>|<!--(?:[^-]|-(?!->)){0,2000}-->){0,100}+"
_HTML = re.compile(_BEFORE_HTML + r"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
# A piece of a page. Markdown often begins so, too: the ending of the name comes first.
_HTML_PIECE = re.compile(
    _BEFORE_HTML + r"<(?:head|body|main|article|section|div|p|h[1-6]|table|ul)[\s>]", re.IGNORECASE
)
_MARKDOWN_LINE = re.compile(r"\n(?:#{1,6} \S|```)")  # a heading or a code fence
_MARKDOWN_LINK = re.compile(r"\[[^\[\]\n]{1,500}\]\([^()\s]{1,2000}\)")
_JSON = re.compile(r'\s*+(?:\{\s*+"|\[\s*+[{\["])')


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
        return replace(read_bytes(content, encoding=encoding, ending=path.suffix), name=path.stem)
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
    named = KINDS.named(kind) if kind else _binary_kind(content)
    if named and not named.is_text:
        return named.read(content)
    return _read_text(decode(content, encoding), named, ending)


def read_text(text: str, kind: str | None = None, ending: str | None = None) -> Document:
    """Read a document from a string; ``kind`` is the name of a text format, or None to detect it."""
    return _read_text(encodable(text), KINDS.named(kind) if kind else None, ending)


def _read_text(text: str, kind: Kind | None, ending: str | None) -> Document:
    if not text.strip():
        raise DocumentError("the input is blank; there is nothing to map")
    if text.count("\n") > MAX_LINES:
        raise DocumentError(f"the text has more than {MAX_LINES:,} lines, which no document has; map its parts")
    kind = kind or _text_kind(text, ending)
    if not kind.is_text:
        raise DocumentError(f"{kind.title} is not a text format; read it from its file or its bytes")
    return kind.read(text)


def too_large(name: str) -> str:
    """The error message for an input that is too large."""
    return f"{name} is larger than {MAX_MEGABYTES} MB; split it and map the parts"


def _binary_kind(content: bytes) -> Kind | None:
    """The kind by its first bytes or its members; None for what may be text. Known formats that are not read raise."""
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive_kind(content)
    for kind in KINDS.all().values():
        if content.startswith(kind.starts):
            return kind
    # The standard allows a kilobyte of anything before the first bytes of a PDF; a text about PDF has no object.
    if re.search(rb"%PDF-\d", content[:1024]) and b"endobj" in content:
        return KINDS.named("pdf")
    # An encrypted Office document has the container of an old one, with a part of this name.
    if content.startswith(b"\xd0\xcf\x11\xe0") and "EncryptedPackage".encode("utf-16-le") in content:
        raise DocumentError("the document is protected by a password; save it without one and map that")
    for start, name in _OTHER_FORMATS.items():
        if content.startswith(start):
            raise DocumentError(f"the input is {name}; mindgist reads {titles('and')}")
    return None


def _text_kind(text: str, ending: str | None = None) -> Kind:
    """The kind of a text: by its beginning, by the ending of its name, or by its markup."""
    if _HTML.match(text):
        return KINDS.named("html")
    kinds = KINDS.all().values()
    for kind in kinds:
        if kind.pattern and re.match(kind.pattern, text):
            return kind
    for kind in kinds:
        if kind.is_text and (ending or "").lower() in kind.endings:
            return kind
    if _HTML_PIECE.match(text):
        return KINDS.named("html")
    if _JSON.match(text):
        return KINDS.named("json")
    signs = (one.search(f"\n{text[:100_000]}") for one in (_MARKDOWN_LINE, _MARKDOWN_LINK))
    return KINDS.named("markdown" if any(signs) else "text")


def _archive_kind(content: bytes) -> Kind:
    archive = Archive(content)
    for kind in KINDS.all().values():
        if any(name in archive.names and (not held or held in archive.read(name)) for name, held in kind.members):
            return kind
    other = next((title for name, title in _OTHER_ARCHIVES.items() if name in archive.names), "a zip archive")
    read = [kind.title for kind in KINDS.all().values() if kind.members]
    raise DocumentError(f"the input is {other}; of zip archives, mindgist reads {', '.join(read)}")


def document_of(source: str | Path | Document) -> Document:
    """The document itself, the document in a file, or the document of a text."""
    if isinstance(source, Document):
        return source
    if isinstance(source, Path):
        return read(source)
    if not isinstance(source, str):
        raise DocumentError(f"mindgist.map takes a text, a file or a Document, not {type(source).__name__}")
    if "://" in source and len(source.split(maxsplit=1)) == 1:
        raise DocumentError(f"{source} is an address; `mindgist map` fetches one, mindgist.map takes a text or a file")
    if _looks_like_file_name(source):
        if not isfile(source):
            raise DocumentError(f"there is no file {source}; to map these words themselves, end them with a line break")
        return read(source)
    return read_text(source)


def _looks_like_file_name(text: str) -> bool:
    """Whether a text is a file name: a line with a known suffix, or a single word that has a suffix or is a file."""
    if "\n" in text or not 0 < len(text) < 1000:
        return False
    ending = Path(text).suffix.lower()
    if any(ending in kind.endings for kind in KINDS.all().values()):
        return True
    is_word = not any(character.isspace() for character in text)
    return is_word and ((len(ending) > 2 and ending[1:].isalnum() and ending[1].isalpha()) or isfile(text))
