"""Web pages to a Document: the main text, not the menus.

The part that the page itself marks as its main one is taken where there is one. From it everything that is no prose
is left out: what HTML names so (navigation, scripts, forms), what its class or id gives away (a sidebar, a cookie
notice), what is hidden, and blocks that are mostly links.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ramify.document.document import Document
from ramify.document.extraction import Extraction
from ramify.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element

_LARGEST = 20_000_000  # characters; a parsed page takes some 25 times its size in memory

_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NEVER_SHOWN = frozenset(
    "script style noscript template head iframe object embed svg canvas audio video map datalist rt rp".split()
)
_NO_PROSE = frozenset("nav aside footer form button select textarea input pre dialog menu".split())
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


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: a heading of some level, or a paragraph (level None)."""

    text: str
    level: int | None


def read_html(text: str) -> Document:
    """Read a page."""
    if len(text) > _LARGEST:
        raise DocumentError(f"the page has more than {_LARGEST // 1_000_000} million characters; split it")
    page = parse_page(text)
    blocks = list(main_blocks(page)) or list(_blocks(page, lenient=True))
    extraction = Extraction()
    top = [block for block in blocks if block.level == 1]
    for block in blocks:
        if len(top) == 1 and block is top[0]:
            extraction.title(block.text)
        elif block.level is not None:
            extraction.heading(block.level, block.text)
        else:
            extraction.paragraph(block.text)
    return extraction.document(None if len(top) == 1 else _title(page))


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


def main_blocks(page: "_Element") -> Iterator[Block]:
    """The headings and paragraphs of the page's main text, in reading order."""
    yield from _blocks(_main_part(page), lenient=False)


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
    return sum(len(block.text) for block in _blocks(element, lenient=False))


def _title(page: "_Element") -> str | None:
    found = page.find(".//title")
    return (" ".join((found.text or "").split()) or None) if found is not None else None


def _blocks(root: "_Element", lenient: bool) -> Iterator[Block]:
    """The blocks under an element; ``lenient`` leaves out only what is never shown."""
    from lxml import etree

    gathered = _Gathered()
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if tag in _NEVER_SHOWN or (not lenient and element is not root and _is_no_prose(element, tag)):
                walk.skip_subtree()
                continue
            if tag in _BLOCKS:
                yield from gathered.finished()
            gathered.level = _HEADINGS.get(tag, gathered.level)
            gathered.links += tag == "a"
            gathered.add(" " if tag == "br" else element.text)
            continue
        left_out = tag in _NEVER_SHOWN or (not lenient and element is not root and _is_no_prose(element, tag))
        if not left_out:
            if tag in _BLOCKS:
                yield from gathered.finished()
            if tag in _HEADINGS:
                gathered.level = None
            gathered.links -= tag == "a"
        elif tag in _BLOCKS:
            yield from gathered.finished()
        if element is not root:
            gathered.add(element.tail)
    yield from gathered.finished()


def _is_no_prose(element: "_Element", tag: str) -> bool:
    if tag in _NO_PROSE or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if element.get("role") in _NO_PROSE_ROLES or _HIDDEN_STYLE.search(element.get("style", "")):
        return True
    # The page's own frame may be named "with-sidebar" and still hold everything; a heading is never left out by name.
    if tag in ("html", "body", "main", "article") or tag in _HEADINGS:
        return False
    return bool(_NO_PROSE_NAMES.search(f"{element.get('class', '')} {element.get('id', '')}"))


class _Gathered:
    """The text of the block that is open."""

    def __init__(self) -> None:
        self.level: int | None = None
        self.links = 0  # how many links are open
        self._pieces: list[str] = []
        self._linked = 0

    def add(self, text: str | None) -> None:
        if text:
            self._pieces.append(text)
            self._linked += len("".join(text.split())) if self.links > 0 else 0

    def finished(self) -> Iterator[Block]:
        """The block, if it is one: a menu is none, nor is a cell that holds a number only."""
        text = " ".join("".join(self._pieces).split())
        linked, self._linked = self._linked, 0
        self._pieces.clear()
        if not any(character.isalpha() for character in text):
            return
        solid = len(text.replace(" ", ""))
        is_menu = linked > _MOSTLY_LINKS * solid and solid < _LONGEST_MENU and text[-1] not in ".!?。！？"
        if self.level is not None or not is_menu:
            yield Block(text, self.level)
