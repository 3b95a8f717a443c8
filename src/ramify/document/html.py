"""Web pages to a Document: the main text, not the menus.

The part that the page itself marks as its main one is taken where there is one. From it everything that is no prose
is left out: what HTML names so (navigation, scripts, forms), what its class or id gives away (a sidebar, a cookie
notice), what is hidden, and blocks that are mostly links.
"""

import re
from typing import TYPE_CHECKING

from ramify.document.document import Document
from ramify.document.extraction import Extraction
from ramify.document.html_blocks import HEADINGS, Block, blocks
from ramify.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element

_LARGEST = 20_000_000  # characters; a parsed page takes some 25 times its size in memory

_NO_PROSE = frozenset("nav aside footer form button select textarea input dialog menu svg".split())
_NO_PROSE_ROLES = frozenset(
    "navigation banner contentinfo search complementary menu menubar toolbar dialog alert doc-toc doc-index".split()
)
_NO_PROSE_NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navbox|navigation|menu|sidebar|side-bar|footer|breadcrumbs?|cookies?|consent|share|sharing|"
    r"social|comments?|respond|related|recommended|promo|advert|advertisement|ads?|sponsored|newsletter|subscribe|"
    r"pagination|pager|toc|skip-?link|popup|modal|banner|masthead|reflist|reference|mw-editsection|noprint|headerlink|header-anchor|permalink|"
    r"screen-reader-text|visually-hidden|sr-only)(?:$|[\s_-])",
    re.IGNORECASE,
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_MAIN = "//main | //*[@role='main'] | //article | //*[@itemprop='articleBody']"

_MOSTLY_LINKS = 0.6
_LONGEST_MENU = 200
_PART_OF_THE_PAGE = 0.3  # of its text, that a marked main part must hold to be believed


def read_html(text: str) -> Document:
    """Read a page."""
    if len(text) > _LARGEST:
        raise DocumentError(f"the page has more than {_LARGEST // 1_000_000} million characters; split it")
    page = parse_page(text)
    found = main_blocks(page) or blocks(page)
    extraction = Extraction()
    top = [block for block in found if block.level == 1]
    for block in found:
        if len(top) == 1 and block is top[0]:
            extraction.title(block.text)
        else:
            add_block(extraction, block)
    return extraction.document(None if len(top) == 1 else _title(page))


def add_block(extraction: Extraction, block: Block) -> None:
    """Add what a block is to a document's text."""
    if block.is_code:
        extraction.aside(block.text)
    elif block.level is not None:
        extraction.heading(block.level, block.text)
    else:
        extraction.paragraph(block.text, block.depth, block.is_row)


def parse_page(text: str) -> "_Element":
    """The page's tree. libxml2 repairs what it can, fetches nothing, and refuses more than 256 levels."""
    from lxml import etree

    # As bytes, because lxml takes no string that states an encoding of its own. No surrogate survives the decoding.
    content = text.encode("utf-8", errors="replace").replace(b"\x00", b"")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        page = etree.fromstring(content, parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise DocumentError(f"the page cannot be parsed ({error})") from error
    if any("depth" in entry.message for entry in parser.error_log.filter_from_fatals()):
        raise DocumentError("the page nests elements deeper than 256 levels, which no page needs")
    if page is None:
        raise DocumentError("the page is empty; there is nothing to map")
    return page


def main_blocks(page: "_Element") -> list[Block]:
    """The headings and paragraphs of the page's main text, in reading order."""
    return _prose(_main_part(page))


def _prose(element: "_Element") -> list[Block]:
    return [block for block in blocks(element, _is_no_prose) if block.level is not None or not _is_menu(block)]


def _is_menu(block: Block) -> bool:
    return block.linked > _MOSTLY_LINKS and len(block.text) < _LONGEST_MENU and block.text[-1] not in ".!?。！？"


def _main_part(page: "_Element") -> "_Element":
    """What the page marks as its main part; the page itself where it marks none, or one that holds little of it."""
    from lxml import etree

    candidates = page.xpath(_MAIN)
    marked = {one for one in candidates if isinstance(one, etree._Element)} if isinstance(candidates, list) else set()
    outermost = [one for one in marked if not any(above in marked for above in one.iterancestors())]
    if not outermost:
        return page
    sizes = [_visible_length(one) for one in outermost]
    largest = max(sizes)
    return outermost[sizes.index(largest)] if largest > _PART_OF_THE_PAGE * _visible_length(page) else page


def _visible_length(element: "_Element") -> int:
    return sum(len(block.text) for block in _prose(element))


def _title(page: "_Element") -> str | None:
    found = page.find(".//title")
    return (" ".join((found.text or "").split()) or None) if found is not None else None


def _is_no_prose(element: "_Element") -> bool:
    tag = element.tag
    if tag in _NO_PROSE or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if element.get("role") in _NO_PROSE_ROLES or _HIDDEN_STYLE.search(element.get("style", "")):
        return True
    # The page's own frame may be named "with-sidebar" and still hold everything; a heading is never left out by name.
    if tag in ("html", "body", "main", "article") or tag in HEADINGS:
        return False
    return bool(_NO_PROSE_NAMES.search(f"{element.get('class', '')} {element.get('id', '')}"))
