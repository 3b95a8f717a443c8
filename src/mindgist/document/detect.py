"""Which kind of document an input is: by what is in it, and only then by the ending of its name."""

import re

from mindgist.document.archive import Archive
from mindgist.document.kinds import Kind, all_kinds, kind_named, titles
from mindgist.document.markdown import looks_like_markdown
from mindgist.errors import DocumentError

# The first bytes of formats that users may well hand over but mindgist does not read, so that the error names them.
_FOREIGN_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"\xd0\xcf\x11\xe0": "an old Office document (.doc, .xls, .ppt); save it as DOCX",
    b"\x1f\x8b": "a gzip archive; unpack it",
    b"7z\xbc\xaf": "a 7z archive; unpack it",
    b"Rar!": "a RAR archive; unpack it",
}
_FOREIGN_ARCHIVES = {
    "content.json": "an XMind map",
    "xl/workbook.xml": "an Excel workbook",
    "content.xml": "an OpenDocument file that is no text and no presentation; save it as PDF",
}
# An encrypted Office document is an old one's container with this (in UTF-16) for its only part.
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_BEFORE_THE_START = 1024  # PDF's standard lets up to a kilobyte of anything stand before its first bytes

# Possessive and counted: what a regular expression might go back to, it remembers, at a hundred bytes a character.
_BEFORE_HTML = r"\A(?:[\s\ufeff]++|<\?xml[^>]{0,2000}\?>|<!--(?:[^-]|-(?!->)){0,2000}-->){0,100}+"
_HTML = re.compile(_BEFORE_HTML + r"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
# A piece of a page, without the page's own frame: too common in Markdown to tell by, where the ending says Markdown.
_HTML_PIECE = re.compile(
    _BEFORE_HTML + r"<(?:head|body|main|article|section|div|p|h[1-6]|table|ul)[\s>]", re.IGNORECASE
)


def binary_kind(content: bytes) -> Kind | None:
    """The kind by its first bytes, or its members; None for what may be text. Other known kinds are refused by name."""
    if content.startswith(_ZIP):
        return _archive_kind(content)
    for kind in all_kinds().values():
        if any(start in content[: _BEFORE_THE_START if start == b"%PDF-" else len(start)] for start in kind.starts):
            return kind
    if content.startswith(_OLD_OFFICE) and _ENCRYPTED in content:
        raise DocumentError("the document is protected by a password; save it without one and map that")
    for start, foreign in _FOREIGN_KINDS.items():
        if content.startswith(start):
            raise DocumentError(f"the input is {foreign}; mindgist reads {titles('and')}")
    return None


def text_kind(text: str, ending: str | None = None) -> Kind:
    """The kind of a text: by its beginning, by the ending of its name, or by how it looks."""
    if _HTML.match(text):
        return kind_named("html")
    for kind in all_kinds().values():
        if kind.is_text and (ending or "").lower() in kind.endings:
            return kind
    if _HTML_PIECE.match(text):
        return kind_named("html")
    return kind_named("markdown" if looks_like_markdown(text) else "text")


def _archive_kind(content: bytes) -> Kind:
    archive = Archive(content)
    for kind in all_kinds().values():
        if any(name in archive.names and (not held or held in archive.read(name)) for name, held in kind.members):
            return kind
    foreign = next((kind for name, kind in _FOREIGN_ARCHIVES.items() if name in archive.names), "a zip archive")
    read = [kind.title for kind in all_kinds().values() if kind.members]
    raise DocumentError(f"the input is {foreign}; of zip archives, mindgist reads {', '.join(read)}")
