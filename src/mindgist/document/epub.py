"""EPUB books: the chapters in the order of the spine, named as in the table of contents."""

import posixpath
import re
from dataclasses import replace
from itertools import groupby
from urllib.parse import unquote

from mindgist.document.archive import Archive, elements, local_name
from mindgist.document.block import Block
from mindgist.document.boilerplate import BOOK_BEGINS, BOOK_ENDS
from mindgist.document.builder import build_document
from mindgist.document.decode import decode
from mindgist.document.document import Document
from mindgist.document.html import is_title, page_blocks
from mindgist.document.html_page import MAX_TAGS, count_tags, text_of
from mindgist.document.tokens import LazyPattern
from mindgist.errors import DocumentError
from mindgist.languages import any_language

_CONTAINER = "META-INF/container.xml"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_PAGES = ("application/xhtml+xml", "text/html", "image/svg+xml")
_OLD_CONTENTS = "application/x-dtbncx+xml"
_PACKAGE_FILE = "the book's package file"

_MAX_LENGTH = 20_000_000  # characters of all chapters together
_FRONT = LazyPattern(lambda: f"{any_language().front_matter}$|{any_language().contents_names}$", re.IGNORECASE)


def read_epub(content: bytes) -> Document:
    """Read a book. Its title is the one in its metadata; its sections are the chapters and their headings."""
    archive = Archive(content)
    if "META-INF/encryption.xml" in archive.names and b"EncryptedData" in archive.read("META-INF/encryption.xml"):
        raise DocumentError("the book is protected (DRM), so its text cannot be read")
    title, chapters, contents = _book(archive)
    entries = _entries(archive, contents)
    found: list[Block] = []
    tags = letters = 0
    level_shift = 0  # added to the levels of a chapter's headings
    for chapter in chapters:
        page = decode(archive.read(chapter))
        tags += count_tags(page)
        if tags > MAX_TAGS:
            raise DocumentError(f"the book has more than {MAX_TAGS:,} tags, which no book needs")
        blocks = page_blocks(page) if page.strip() else []
        letters += sum(len(block.text) for block in blocks)
        if letters > _MAX_LENGTH:
            raise DocumentError(f"the book has more than {_MAX_LENGTH // 1_000_000} million characters")
        entry = entries.get(chapter)
        if chapter == contents or (entry and _FRONT.match(entry.text)):
            found += [block.as_aside() for block in blocks]  # front matter is not mapped
            continue
        level_shift = _level_shift(blocks, entry) if entry else level_shift
        if entry and blocks and not _is_headed(blocks, entry):
            found.append(entry)
        found += [replace(block, level=max(1, block.level + level_shift)) if block.level else block for block in blocks]
    return build_document(_without_lists_of_links(_without_licence(found)), title=title)


def _without_licence(blocks: list[Block]) -> list[Block]:
    """The blocks; those before and after the marks of Project Gutenberg, around the book, are asides."""
    begins = next((place for place, block in enumerate(blocks) if BOOK_BEGINS.search(block.text)), -1)
    ends = next((place for place, block in enumerate(blocks) if BOOK_ENDS.search(block.text)), len(blocks))
    return [block if begins < place < ends else block.as_aside() for place, block in enumerate(blocks)]


def _without_lists_of_links(blocks: list[Block]) -> list[Block]:
    """The blocks; a list of links, which is a chapter's own table of contents, becomes asides."""
    found: list[Block] = []
    for linked, run in groupby(blocks, key=lambda block: block.depth > 0 and block.link_share > 0.9):
        items = list(run)
        found += [item.as_aside() for item in items] if linked and len(items) >= 4 else items
    return found


def _is_headed(blocks: list[Block], entry: Block) -> bool:
    headings = [block for block in blocks[:5] if block.level]
    return any(is_title(block.text, entry.text) or entry.text in block.text for block in headings)


def _level_shift(blocks: list[Block], entry: Block) -> int:
    levels = [block.level for block in blocks if block.level]
    if not levels:
        return 0
    return entry.level - levels[0] if _is_headed(blocks, entry) else entry.level + 1 - min(levels)


def _book(archive: Archive) -> tuple[str | None, list[str], str | None]:
    """The title in the package file, the paths of the chapters in reading order, and that of the table of contents."""
    stated = elements(archive.read(_CONTAINER), "{*}rootfile", f"the book's {_CONTAINER}")
    package = next((path for element in stated if (path := element.get("full-path", "")) in archive.names), None)
    if package is None:
        raise DocumentError(f"the book's {_CONTAINER} names no package, so it is broken or incomplete")
    content, folder = archive.read(package), posixpath.dirname(package)
    places: dict[str, str] = {}
    contents: dict[str, str] = {}
    for item in elements(content, "{*}item", _PACKAGE_FILE):
        place = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        kind = item.get("media-type")
        if kind in _PAGES and place in archive.names:  # a broken reference loses a chapter, not the book
            places[item.get("id", "")] = place
        if "nav" in item.get("properties", "").split() or kind == _OLD_CONTENTS:
            contents.setdefault("old" if kind == _OLD_CONTENTS else "new", place)
    references = (item.get("idref", "") for item in elements(content, "{*}itemref", _PACKAGE_FILE))
    # A file counts once, even if the book refers to it by many identifiers.
    chapters = list(dict.fromkeys(places[reference] for reference in references if reference in places))
    if not chapters:
        raise DocumentError("the book's package file names no chapter, so there is nothing to map")
    title = next((text_of(element) for element in elements(content, _TITLE, _PACKAGE_FILE)), None)
    return title or None, chapters, contents.get("new") or contents.get("old")


def _entries(archive: Archive, contents: str | None) -> dict[str, Block]:
    """A heading for each chapter's file: its first entry in the table of contents; empty if that is broken."""
    if contents not in archive.names or contents is None:
        return {}
    folder = posixpath.dirname(contents)
    found: dict[str, Block] = {}
    try:
        for name, nesting in (("a", "ol"), ("content", "navPoint")):
            for element in elements(archive.read(contents), f"{{*}}{name}", "the book's table of contents"):
                reference = (element.get("href") or element.get("src") or "").partition("#")[0]
                place = posixpath.normpath(posixpath.join(folder, unquote(reference)))
                depth = sum(local_name(ancestor) == nesting for ancestor in element.iterancestors())
                label = element if name == "a" else element.find("../{*}navLabel")
                text = text_of(label) if label is not None else ""
                if text and reference and depth:
                    found.setdefault(place, Block(text, "heading", min(depth, 6)))
    except DocumentError:
        return {}
    return found
