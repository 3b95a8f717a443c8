"""EPUB books to a Document: the chapters in the order of the spine, each read as a web page."""

import posixpath
from urllib.parse import unquote

from ramify.document.archive import Archive
from ramify.document.decode import decode
from ramify.document.document import Document
from ramify.document.extraction import Extraction
from ramify.document.html import add_block, page_blocks
from ramify.document.xml import elements
from ramify.errors import DocumentError
from ramify.files import LARGEST

_CONTAINER = "META-INF/container.xml"
_ROOT_FILE = "{urn:oasis:names:tc:opendocument:xmlns:container}rootfile"
_PACKAGE = "{http://www.idpf.org/2007/opf}"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_PAGES = ("application/xhtml+xml", "text/html")

_MOST_TEXT = LARGEST  # characters of all the chapters together


def read_epub(content: bytes) -> Document:
    """Read a book. Its title is the one in its metadata; each chapter's headings are its sections."""
    archive = Archive(content)
    if "META-INF/encryption.xml" in archive.names and b"EncryptedData" in archive.read("META-INF/encryption.xml"):
        raise DocumentError("the book is protected (DRM), so its text cannot be read")
    package = _package(archive)
    book = archive.read(package)
    extraction = Extraction()
    for chapter in _spine(book, posixpath.dirname(package)):
        if chapter not in archive.names:
            continue  # a broken reference loses a chapter, not the book
        page = archive.read(chapter)
        if not page.strip():
            continue
        for block in page_blocks(decode(page)):
            add_block(extraction, block)
        if extraction.length > _MOST_TEXT:
            raise DocumentError(f"the book has more than {_MOST_TEXT // 1_000_000} million characters")
    return extraction.document(_title(book))


def _package(archive: Archive) -> str:
    for element in elements(archive.read(_CONTAINER), _ROOT_FILE, f"the book's {_CONTAINER}"):
        path = element.get("full-path")
        if path in archive.names:
            return path
    raise DocumentError(f"the book's {_CONTAINER} names no package, so it is broken or incomplete")


def _spine(book: bytes, folder: str) -> list[str]:
    """The names of the chapters' members, in reading order, without the page that is the table of contents."""
    what = "the book's package file"
    places: dict[str, str] = {}
    for item in elements(book, _PACKAGE + "item", what):
        is_contents = "nav" in item.get("properties", "").split()
        if item.get("media-type") in _PAGES and not is_contents:
            places[item.get("id", "")] = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
    references = [item.get("idref", "") for item in elements(book, _PACKAGE + "itemref", what)]
    chapters = [places[reference] for reference in dict.fromkeys(references) if reference in places]
    if not chapters:
        raise DocumentError("the book's package file names no chapter, so there is nothing to map")
    return chapters


def _title(book: bytes) -> str | None:
    for element in elements(book, _TITLE, "the book's package file"):
        return " ".join("".join(element.itertext()).split()) or None
    return None
