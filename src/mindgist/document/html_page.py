"""A web page as a tree of elements, parsed within limits, without what no reader sees."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from lxml import etree
from lxml.etree import _Element

from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_WHOLE_PAGE = ("html", "body", "main", "article")
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_REMOVED, REMOVED_BLOCK = "removed", "removed-block"  # the tags of emptied elements
NEVER_SHOWN = frozenset(
    "script style noscript template head iframe object embed canvas audio video map datalist rt rp title desc "
    "metadata epub:case".split()
) | {_REMOVED, REMOVED_BLOCK}
# Marks that link to a heading, a wiki's edit buttons, text for screen readers.
_NOISE = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-anchor|permalink|mw-editsection|mw-jump-link|noprint|navbox|skip-?link|"
    r"screen-reader-text|visually-hidden|sr-only)(?:$|[\s_-])",
    re.IGNORECASE,
)
# Names of captions.
_CAPTION = re.compile(
    r"(?:^|[\s_-])(?:\w{0,12}caption(?:-?text)?|photo-?credits?|image-?credits?)(?:$|[\s_-])", re.IGNORECASE
)
_MAX_CAPTION_LENGTH = 1_500  # characters; a longer element is not a caption, whatever its name
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_TABLE_OF_CONTENTS = re.compile(r"(?:^|[\s_-])toc(?:$|[\s_-])", re.IGNORECASE)
_MAX_MENU_SHARE = 0.5  # of the page's text
_NOTE_ROLES = ("doc-noteref", "doc-backlink")
_REFERENCE_MARK = re.compile(r"(?:^|[\s_-])(?:reference|footnote-ref|noteref)(?:$|[\s_-])", re.IGNORECASE)

_MAX_LENGTH = 20_000_000  # characters; a parsed page needs about 25 times its size in memory
MAX_TAGS = 2_000_000
"""Of a page, or of all pages of a book. They need half a gigabyte of memory, and a few kilobytes when packed."""
_MAX_ATTRIBUTES = 1000  # of a tag; libxml2 needs quadratic time for them
_MIN_CHECKED_LENGTH = 20_000  # characters; a shorter page cannot have too many attributes


def count_tags(text: str) -> int:
    """The number of tags of a page, with end tags that are left out: memory depends on the elements."""
    tags, end_tags = text.count("<"), text.count("</")
    return max(tags, 2 * (tags - end_tags))


def parse_page(text: str) -> _Element:
    """Parse a page. libxml2 repairs what it can, fetches nothing and rejects more than 256 levels."""
    if len(text) > _MAX_LENGTH:
        raise DocumentError(f"the page has more than {_MAX_LENGTH // 1_000_000} million characters; split it")
    if count_tags(text) > MAX_TAGS:
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


def without_noise(page: _Element, keep_contents: bool = False) -> _Element:
    """The page without scripts, hidden elements, reference marks and, unless they are kept, tables of contents."""
    # A list of all elements would take more memory than the page.
    noise = [one for one in page.iter() if _is_noise(one) or (is_contents(one) and not keep_contents)]
    max_menu = _MAX_MENU_SHARE * len(text_of(page))
    if not keep_contents and any(len(text_of(one)) > max_menu for one in noise if one.tag == "nav"):
        noise = [one for one in noise if one.tag != "nav"]  # one was never closed
    for element in noise:
        remove(element)
    return page


def is_contents(element: _Element) -> bool:
    """Whether an element is navigation or a table of contents."""
    return element.tag == "nav" or (element.tag not in _WHOLE_PAGE and is_named(element, _TABLE_OF_CONTENTS))


def _is_noise(element: _Element) -> bool:
    if element.tag in NEVER_SHOWN or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if _HIDDEN_STYLE.search(element.get("style", "")):
        return True
    if element.tag in _WHOLE_PAGE or element.tag in HEADINGS:
        return False
    if element.get("role") in _NOTE_ROLES or is_named(element, _NOISE):
        return True
    return element.tag == "sup" and is_named(element, _REFERENCE_MARK)


def is_caption(element: _Element) -> bool:
    """Whether an element is a caption, by its tag or its name."""
    if element.tag == "figcaption":
        return True
    if element.tag in ("caption", *_WHOLE_PAGE) or not is_named(element, _CAPTION):
        return False
    return sum(map(len, islice(element.itertext(), _MAX_CAPTION_LENGTH + 1))) <= _MAX_CAPTION_LENGTH


def is_named(element: _Element, pattern: re.Pattern[str]) -> bool:
    """Whether the class or the identifier of an element matches."""
    return any(name is not None and pattern.search(name) for name in (element.get("class"), element.get("id")))


def text_of(element: _Element) -> str:
    """The text inside an element, with white space folded."""
    return folded("".join(map(str, element.itertext())))


def remove(element: _Element) -> None:
    """Empty an element of the page; the text after it stays."""
    if element.getparent() is not None:
        tag = REMOVED_BLOCK if element.tag in BLOCK_TAGS else _REMOVED
        element.clear(keep_tail=True)
        element.tag = tag
