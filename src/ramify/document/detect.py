"""Which kind of document an input is: by what is in it, and only then by the ending of its name."""

import re

from ramify.document.archive import Archive
from ramify.document.markdown import looks_like_markdown
from ramify.errors import DocumentError

ENDINGS = {
    ".txt": "text", ".text": "text",
    ".md": "markdown", ".markdown": "markdown", ".mdown": "markdown",
    ".html": "html", ".htm": "html", ".xhtml": "html",
}  # fmt: skip

# The first bytes of formats that users may well hand over but ramify does not read, so that the error names them.
_FOREIGN_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"\xd0\xcf\x11\xe0": "an old Office document (.doc, .xls, .ppt); save it as DOCX",
    b"{\\rtf": "an RTF document; save it as DOCX",
    b"\x1f\x8b": "a gzip archive; unpack it",
    b"7z\xbc\xaf": "a 7z archive; unpack it",
    b"Rar!": "a RAR archive; unpack it",
}
# What a zip archive is, by a member that only that kind has.
_ARCHIVE_KINDS = {"word/document.xml": "docx", "META-INF/container.xml": "epub"}
_FOREIGN_ARCHIVES = {
    "content.json": "an XMind map",
    "xl/workbook.xml": "an Excel workbook",
    "ppt/presentation.xml": "a PowerPoint presentation; save it as PDF",
    "content.xml": "an OpenDocument file; save it as DOCX",
}

_BEFORE_HTML = r"\A(?:\ufeff|\s|<\?xml[^>]*\?>|<!--(?:[^-]|-(?!->)){0,2000}-->)*"
_HTML = re.compile(_BEFORE_HTML + r"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
# A piece of a page, without the page's own frame: too common in Markdown to tell by, where the ending says Markdown.
_HTML_PIECE = re.compile(
    _BEFORE_HTML + r"<(?:head|body|main|article|section|div|p|h[1-6]|table|ul)[\s>]", re.IGNORECASE
)


def binary_kind(content: bytes) -> str | None:
    """'pdf', 'docx' or 'epub'; None for what may be text. Other known kinds are refused by name."""
    if b"%PDF-" in content[:1024]:  # the standard lets up to a kilobyte of anything stand before it
        return "pdf"
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive_kind(content)
    for start, kind in _FOREIGN_KINDS.items():
        if content.startswith(start):
            raise DocumentError(f"the input is {kind}; ramify reads text, Markdown, HTML, PDF, DOCX and EPUB")
    return None


def text_kind(text: str, by_ending: str | None = None) -> str:
    """'html', 'markdown' or 'text'."""
    if _HTML.match(text):
        return "html"
    if by_ending:
        return by_ending
    if _HTML_PIECE.match(text):
        return "html"
    return "markdown" if looks_like_markdown(text) else "text"


def _archive_kind(content: bytes) -> str:
    names = Archive(content).names
    for name, kind in _ARCHIVE_KINDS.items():
        if name in names:
            return kind
    foreign = next((kind for name, kind in _FOREIGN_ARCHIVES.items() if name in names), "a zip archive")
    raise DocumentError(f"the input is {foreign}; of zip archives, ramify reads DOCX and EPUB")
