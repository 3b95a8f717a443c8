"""Web pages to a Document: the main text with the article's title, not the menus and not the site's name."""

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

_LARGEST = 20_000_000  # characters; a parsed page takes some 25 times its size in memory
MOST_TAGS = 2_000_000
"""Of a page, and of a book in all. Half a gigabyte of memory; they pack into a few kilobytes."""
_MOST_ATTRIBUTES = 1000  # of a tag; libxml2's time for them grows with their square
_FEW = 20_000  # characters that cannot hold enough attributes to matter
_TITLE_LEVELS = (1, 2, 3)

# Lines between paragraphs that are not part of the text.
_INTERJECTION = LazyPattern(lambda: rf"\W*{any_language().interface_labels}\W*$", re.IGNORECASE)
_LONGEST_INTERJECTION = 60


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
    """All that a page says, for pages that are nothing but text: the chapters of a book."""
    return with_bold_headings(blocks(without_noise(parse_page(text), keep_contents=True), set_aside=is_contents))


def parse_page(text: str) -> "_Element":
    """The page's tree. libxml2 repairs what it can, fetches nothing, and refuses more than 256 levels."""
    from lxml import etree

    if len(text) > _LARGEST:
        raise DocumentError(f"the page has more than {_LARGEST // 1_000_000} million characters; split it")
    if text.count("<") > MOST_TAGS:
        raise DocumentError(f"the page has more than {MOST_TAGS:,} tags, which no page needs")
    # As bytes, because lxml takes no string that states an encoding of its own. No surrogate survives the decoding.
    content = text.encode("utf-8", errors="replace").replace(b"\x00", b"")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        if len(text) > _FEW:
            count: Any = _AttributeCount()
            etree.fromstring(content, etree.HTMLParser(target=count, encoding="utf-8", huge_tree=False))
        page = etree.fromstring(content, parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise DocumentError(f"the page cannot be parsed ({error})") from error
    if any("depth" in entry.message for entry in parser.error_log.filter_from_fatals()):
        raise DocumentError("the page nests elements deeper than 256 levels, which no page needs")
    if page is None:
        raise DocumentError("the page is empty; there is nothing to map")
    return page


class _AttributeCount:
    """Looks at a page's tags as they are found, before a tree is made of them: that takes little time, whatever comes.

    Nobody but the parser itself can tell where a tag ends.
    """

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(attributes) > _MOST_ATTRIBUTES:
            raise DocumentError(f"the page has a tag of more than {_MOST_ATTRIBUTES:,} attributes, which no page needs")

    def close(self) -> None:
        pass


def _is_interjection(block: Block) -> bool:
    return len(block.text) <= _LONGEST_INTERJECTION and bool(_INTERJECTION.match(block.text))
