"""The table of kinds of documents: how each is recognised, and which function reads it.

The table names readers instead of importing them, so that help and messages list the kinds without loading anything,
and a text is read without the libraries for PDF and HTML. Other packages add kinds by an entry point of the group
``mindgist.readers`` that names a ``Kind``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mindgist.tables import Table, load

if TYPE_CHECKING:
    from mindgist.document.document import Document


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of documents; ``reader`` is written 'module:function'.

    The reader takes the decoded text where ``is_text``, else the bytes. A kind that is not text is recognised by its
    first bytes (``starts``) or, as a zip archive, by one of its ``members``: (name, bytes that it contains).
    """

    name: str
    title: str
    endings: tuple[str, ...]
    reader: str
    is_text: bool = False
    starts: tuple[bytes, ...] = ()
    members: tuple[tuple[str, bytes], ...] = ()
    pattern: str = ""
    """A regular expression that a text of this kind begins with, whatever the ending of its name."""
    extra: str | None = None
    """What to install if a library of the reader is missing: 'mindgist[…]', or the name of a package."""
    in_folders: bool = True
    """Whether files of this kind are read where only their folder is named: pictures beside a text are not."""

    def read(self, content: str | bytes) -> "Document":
        """The document that the content holds."""
        reader: Callable[[str | bytes], Document] = load(self.reader, f"the reader of {self.title}", self.extra)
        return reader(content)


_OFFICE = "[Content_Types].xml"

KINDS = Table(
    "kind of document", "mindgist.readers", Kind, (
        Kind("text", "plain text", (".txt", ".text"), "mindgist.document.plain_text:read_plain_text", is_text=True),
        Kind("markdown", "Markdown", (".md", ".markdown", ".mdown"), "mindgist.document.markdown:read_markdown",
             is_text=True),
        Kind("html", "HTML", (".html", ".htm", ".xhtml"), "mindgist.document.html:read_html", is_text=True),
        Kind("pdf", "PDF", (".pdf",), "mindgist.document.pdf.reader:read_pdf", starts=(b"%PDF-",)),
        Kind("docx", "DOCX", (".docx", ".docm", ".dotx"), "mindgist.document.office:read_docx",
             members=(("word/document.xml", b""), (_OFFICE, b"wordprocessingml.document.main"),
                      (_OFFICE, b"wordprocessingml.template.main"), (_OFFICE, b"ms-word.document.macro"))),
        Kind("odt", "ODT", (".odt", ".ott", ".odp"), "mindgist.document.office:read_odt",
             members=(("mimetype", b"opendocument.text"), ("mimetype", b"opendocument.presentation"))),
        Kind("rtf", "RTF", (".rtf",), "mindgist.document.rtf:read_rtf", starts=(b"{\\rtf",)),
        Kind("pptx", "PPTX", (".pptx", ".pptm", ".ppsx"), "mindgist.document.office:read_pptx",
             members=(("ppt/presentation.xml", b""), (_OFFICE, b"presentationml.presentation.main"),
                      (_OFFICE, b"presentationml.slideshow.main"), (_OFFICE, b"ms-powerpoint.presentation.macro"))),
        Kind("epub", "EPUB", (".epub",), "mindgist.document.epub:read_epub",
             members=(("META-INF/container.xml", b""),)),
        Kind("csv", "CSV", (".csv", ".tsv"), "mindgist.document.data_files:read_csv", is_text=True),
        Kind("json", "JSON", (".json",), "mindgist.document.data_files:read_json", is_text=True),
        Kind("transcript", "transcripts (SRT, VTT)", (".srt", ".vtt"), "mindgist.document.transcript:read_transcript",
             is_text=True, pattern=r"\ufeff?(?:WEBVTT\b|\s*1\r?\n\d\d:\d\d:\d\d,\d{3} --> )"),
        Kind("picture", "pictures (PNG, JPEG, TIFF)", (".png", ".jpg", ".jpeg", ".tif", ".tiff"),
             "mindgist.document.pdf.ocr:read_picture", starts=(b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"MM\0*"),
             extra="mindgist[ocr]", in_folders=False),
    )
)  # fmt: skip


def folder_endings() -> set[str]:
    """The endings of the files in a folder that are documents."""
    return {ending for kind in KINDS.all().values() if kind.in_folders for ending in kind.endings}


def titles(last: str = "or") -> str:
    """The kinds as a message lists them: 'plain text, Markdown, … or EPUB'."""
    *first, final = [kind.title for kind in KINDS.values()]
    return f"{', '.join(first)} {last} {final}"
