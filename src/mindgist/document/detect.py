"""Which kind of document an input is: by its content and, where that leaves it open, by the ending of its name."""

import re

from mindgist.document.archive import Archive
from mindgist.document.kinds import KINDS, Kind, titles
from mindgist.document.markdown import looks_like_markdown
from mindgist.errors import DocumentError

# The first bytes of formats that mindgist does not read, so that the error names them.
_OTHER_FORMATS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
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
# An encrypted Office document has the container of an old one, with a part of this name in UTF-16.
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MAX_BEFORE_PDF = 1024  # the standard allows a kilobyte of anything before the first bytes of a PDF

# Possessive and bounded: without, backtracking takes a hundred bytes of memory per character.
_BEFORE_HTML = r"\A(?:[\s\ufeff]++|<\?xml[^>]{0,2000}\?>|<!--(?:[^-]|-(?!->)){0,2000}-->){0,100}+"
_HTML = re.compile(_BEFORE_HTML + r"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
# A piece of a page. Markdown often begins so, too: the ending of the name comes first.
_HTML_PIECE = re.compile(
    _BEFORE_HTML + r"<(?:head|body|main|article|section|div|p|h[1-6]|table|ul)[\s>]", re.IGNORECASE
)


def binary_kind(content: bytes) -> Kind | None:
    """The kind by its first bytes or its members; None for what may be text. Known formats that are not read raise."""
    if content.startswith(_ZIP):
        return _archive_kind(content)
    for kind in KINDS.all().values():
        if any(start in content[: _MAX_BEFORE_PDF if start == b"%PDF-" else len(start)] for start in kind.starts):
            return kind
    if content.startswith(_OLD_OFFICE) and _ENCRYPTED in content:
        raise DocumentError("the document is protected by a password; save it without one and map that")
    for start, name in _OTHER_FORMATS.items():
        if content.startswith(start):
            raise DocumentError(f"the input is {name}; mindgist reads {titles('and')}")
    return None


def text_kind(text: str, ending: str | None = None) -> Kind:
    """The kind of a text: by its beginning, by the ending of its name, or by its markup."""
    if _HTML.match(text):
        return KINDS.named("html")
    for kind in KINDS.all().values():
        if kind.is_text and (ending or "").lower() in kind.endings:
            return kind
    if _HTML_PIECE.match(text):
        return KINDS.named("html")
    return KINDS.named("markdown" if looks_like_markdown(text) else "text")


def _archive_kind(content: bytes) -> Kind:
    archive = Archive(content)
    for kind in KINDS.all().values():
        if any(name in archive.names and (not held or held in archive.read(name)) for name, held in kind.members):
            return kind
    other = next((title for name, title in _OTHER_ARCHIVES.items() if name in archive.names), "a zip archive")
    read = [kind.title for kind in KINDS.all().values() if kind.members]
    raise DocumentError(f"the input is {other}; of zip archives, mindgist reads {', '.join(read)}")
