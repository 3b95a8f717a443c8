"""Web pages: the main text under the article's title, without menus and the site's name."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mindgist.document.block import Block
from mindgist.document.bold_headings import with_bold_headings
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.html_blocks import blocks
from mindgist.document.html_main import main_parts
from mindgist.document.html_noise import is_contents, without_noise
from mindgist.document.html_title import heading_title, is_part_of_title, is_title, only_top_heading, stated_title
from mindgist.document.patterns import LazyPattern
from mindgist.errors import DocumentError
from mindgist.languages import any_language

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_LENGTH = 20_000_000  # characters; a parsed page needs about 25 times its size in memory
MAX_TAGS = 2_000_000
"""Of a page, or of all pages of a book. They need half a gigabyte of memory, and a few kilobytes when packed."""
_MAX_ATTRIBUTES = 1000  # of a tag; libxml2 needs quadratic time for them
_MIN_CHECKED_LENGTH = 20_000  # characters; a shorter page cannot have too many attributes
_TITLE_LEVELS = (1, 2, 3)

# Lines between paragraphs that are not part of the text.
_INTERJECTION = LazyPattern(lambda: rf"\W*{any_language().interface_labels}\W*$", re.IGNORECASE)
_MAX_INTERJECTION_LENGTH = 60  # characters


def read_html(text: str) -> Document:
    """Read a page."""
    page = parse_page(text)
    headline, only_heading, stated = heading_title(page), only_top_heading(page), stated_title(page)
    found = [block for part in main_parts(page, headline) for block in blocks(part)]
    found = [block for block in found if not _is_interjection(block)] or blocks(parse_page(text))
    found = with_bold_headings(found)
    title = headline or only_heading or stated
    return build_document(_with_title(found, title) if title else found, title=title)


def _with_title(found: list[Block], title: str) -> list[Block]:
    """The blocks; the heading that is the title becomes a title block, and its repetitions are dropped."""
    kept: list[Block] = []
    has_title = False
    for block in found:
        is_first = not kept and block.text == title
        if is_first or (block.level in _TITLE_LEVELS and is_title(block.text, title)):
            if not has_title:
                kept.append(Block(block.text, "title"))
            has_title = True
        elif kept or not block.level or not is_part_of_title(block.text, title):
            kept.append(block)
    return kept


def page_blocks(text: str) -> list[Block]:
    """All blocks of a page that is nothing but text: a chapter of a book."""
    return with_bold_headings(blocks(without_noise(parse_page(text), keep_contents=True), is_aside=is_contents))


def parse_page(text: str) -> "_Element":
    """Parse a page. libxml2 repairs what it can, fetches nothing and rejects more than 256 levels."""
    from lxml import etree

    if len(text) > _MAX_LENGTH:
        raise DocumentError(f"the page has more than {_MAX_LENGTH // 1_000_000} million characters; split it")
    if text.count("<") > MAX_TAGS:
        raise DocumentError(f"the page has more than {MAX_TAGS:,} tags, which no web page has")
    # As bytes, because lxml rejects strings with an encoding declaration.
    content = text.encode("utf-8", errors="replace").replace(b"\x00", b"")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        if len(text) > _MIN_CHECKED_LENGTH:
            count: Any = _AttributeCount()
            etree.fromstring(content, etree.HTMLParser(target=count, encoding="utf-8", huge_tree=False))
        page = etree.fromstring(content, parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise DocumentError(f"the page cannot be parsed ({error})") from error
    if any("depth" in entry.message for entry in parser.error_log.filter_from_fatals()):
        raise DocumentError("the page nests elements deeper than 256 levels, which no web page has")
    if page is None:
        raise DocumentError("the page is empty; there is nothing to map")
    return page


class _AttributeCount:
    """A parser target that rejects tags with too many attributes before a tree is built.

    Only the parser itself knows where a tag ends.
    """

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(attributes) > _MAX_ATTRIBUTES:
            raise DocumentError(
                f"the page has a tag of more than {_MAX_ATTRIBUTES:,} attributes, which no web page has"
            )

    def close(self) -> None:
        pass


def _is_interjection(block: Block) -> bool:
    return len(block.text) <= _MAX_INTERJECTION_LENGTH and bool(_INTERJECTION.match(block.text))
