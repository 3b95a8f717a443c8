"""A web page as a tree of elements, parsed within limits, and its blocks: headings, paragraphs, items, rows, asides."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from lxml import etree
from lxml.etree import _Element

from mindgist.document.block import Block, row_blocks
from mindgist.document.builder import check_size
from mindgist.document.tokens import LIST_MARK, folded
from mindgist.errors import DocumentError

_WORDS = tomllib.loads((Path(__file__).parent / "web_pages.toml").read_text("utf-8"))
TAGS = {kind: frozenset(tags.split()) for kind, tags in _WORDS["tags"].items()}
BLOCK_TAGS = TAGS["block"]
_NAMES = {kind: re.compile("|".join(names), re.IGNORECASE) for kind, names in _WORDS["names"].items()}
for _kind, _names in _WORDS["whole_names"].items():
    _NAMES[_kind] = re.compile(rf"(?:^|[\s_-])(?:{'|'.join(_names)})(?:$|[\s_-])", re.IGNORECASE)
_WHOLE_PAGE = ("html", "body", "main", "article")
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_REMOVED_BLOCK = "removed-block"  # the tag of an emptied one
_NEVER_SHOWN = TAGS["never_shown"] | {_REMOVED_BLOCK, "removed"}
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

_MAX_LENGTH = 20_000_000  # characters; a parsed page needs about 25 times its size in memory
MAX_TAGS = 2_000_000  # of a page, or of all pages of a book: half a gigabyte, and a few kilobytes when packed
_MAX_ATTRIBUTES = 1000  # of a tag; libxml2 needs quadratic time for them
_MAX_CELLS = 10_000  # of a row of a table

_LISTS = ("ul", "ol", "dl")
_ITEMS = ("li", "dt", "dd")
_BOLD = ("b", "strong")
_HEADING_ANCHOR = re.compile(r"\A[›»▸▶•·¶→\s]+(?=\w)|\s*[#¶§🔗]\s*\Z")
_BACK_LINK = re.compile(r"\A\s*[↑^]\s+|[↩↑^]\ufe0e?\s*\Z")  # from a note to its reference
_SENTENCE_END = tuple(".!?…。！？:;,،؛")


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
        if len(text) > 20_000:  # a shorter page cannot have too many attributes
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
    """A parser target that rejects tags with too many attributes before a tree is built. Only a parser finds them."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(attributes) > _MAX_ATTRIBUTES:
            most = f"{_MAX_ATTRIBUTES:,} attributes"
            raise DocumentError(f"the page has a tag of more than {most}, which no web page has")

    def close(self) -> None:
        pass


def without_noise(page: _Element, keep_contents: bool = False) -> _Element:
    """The page without scripts, hidden elements, reference marks and, unless they are kept, tables of contents."""
    noise = [one for one in page.iter() if _is_noise(one) or (is_contents(one) and not keep_contents)]
    max_menu = 0.5 * len(text_of(page))
    if not keep_contents and any(len(text_of(one)) > max_menu for one in noise if one.tag == "nav"):
        noise = [one for one in noise if one.tag != "nav"]  # one was never closed
    for element in noise:
        remove(element)
    return page


def is_contents(element: _Element) -> bool:
    """Whether an element is navigation or a table of contents."""
    return element.tag == "nav" or (element.tag not in _WHOLE_PAGE and is_named(element, "table_of_contents"))


def _is_noise(element: _Element) -> bool:
    if element.tag in _NEVER_SHOWN or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if _HIDDEN_STYLE.search(element.get("style", "")):
        return True
    if element.tag in _WHOLE_PAGE or element.tag in HEADINGS:
        return False
    if element.get("role") in ("doc-noteref", "doc-backlink") or is_named(element, "noise"):
        return True
    return element.tag == "sup" and is_named(element, "reference_mark")


def is_caption(element: _Element) -> bool:
    """Whether an element is a caption, by its tag or its name."""
    if element.tag == "figcaption":
        return True
    if element.tag in ("caption", *_WHOLE_PAGE) or not is_named(element, "caption"):
        return False
    most = 1_500  # characters; a longer element is not a caption, whatever its name
    return sum(map(len, islice(element.itertext(), most + 1))) <= most


def is_named(element: _Element, kind: str, keys: tuple[str, ...] = ("class", "id")) -> bool:
    """Whether the class or the identifier of an element is of this kind of names."""
    return any((name := element.get(key)) and _NAMES[kind].search(name) for key in keys)


def text_of(element: _Element) -> str:
    """The text inside an element, with white space folded."""
    return folded("".join(map(str, element.itertext())))


def remove(element: _Element) -> None:
    """Empty an element of the page; the text after it stays."""
    if element.getparent() is not None:
        tag = _REMOVED_BLOCK if element.tag in BLOCK_TAGS else "removed"
        element.clear(keep_tail=True)
        element.tag = tag


def blocks(root: _Element, is_aside: Callable[[_Element], bool] | None = None) -> list[Block]:
    """The blocks inside an element. What is in elements for which ``is_aside`` is true becomes asides."""
    walk = _Walk(is_aside)
    walk.children(root)
    walk.finish()
    return walk.blocks


class _Walk:
    """One pass over the page. It is recursive: a page has at most 256 levels."""

    def __init__(self, is_aside: Callable[[_Element], bool] | None = None, in_cell: bool = False) -> None:
        self.blocks: list[Block] = []
        self._is_aside = is_aside
        self._in_cell = in_cell
        self._pieces: list[str] = []
        self._linked = self._bold = 0  # characters of the pieces
        self._level = 0  # of the open heading
        self._links = self._bolds = self._lists = 0  # how many of them are open
        self._depth = 0
        self._in_item = False

    def children(self, element: _Element) -> None:
        self._add(element.text)
        for child in element:
            tag = str(child.tag)
            if tag not in _NEVER_SHOWN:
                self._element(child, tag)
            elif tag == _REMOVED_BLOCK or tag in BLOCK_TAGS:
                self.finish()
            self._add(child.tail)

    def _element(self, element: _Element, tag: str) -> None:
        is_beside = element.tag == "address" or is_named(element, "info_box") or is_caption(element)
        if is_beside or (self._is_aside and self._is_aside(element)):
            self.finish()
            self.blocks += [block.as_aside() for block in self._inside(element, tag)]
        elif tag == "br":
            self._pieces.append("\n")
        elif tag in BLOCK_TAGS:
            self.finish()
            self._block(element, tag)
            self.finish()
        else:
            self._links += tag == "a"
            self._bolds += tag in _BOLD
            self.children(element)
            self._links -= tag == "a"
            self._bolds -= tag in _BOLD

    def _block(self, element: _Element, tag: str) -> None:
        outer = self._level, self._lists, self._depth, self._in_item
        if tag in ("pre", "listing", "xmp"):
            text = "".join(element.itertext()).strip("\n")
            self.blocks += [Block(text, "aside")] if text.strip() else []
            return
        if tag == "tr":
            self._row([child for child in element if child.tag in ("td", "th")])
            return
        if tag in HEADINGS:
            self._level = HEADINGS[tag]
        elif tag in _LISTS:
            self._lists += 1
            self._depth, self._in_item = self._lists, False
        elif tag in _ITEMS:
            self._depth, self._in_item = max(1, self._lists) + (tag == "dd"), False
        self.children(element)
        if tag in HEADINGS or tag in _LISTS or tag in _ITEMS:
            self.finish()
            self._level, self._lists, self._depth, self._in_item = outer

    def _row(self, cells: list[_Element]) -> None:
        if len(cells) > _MAX_CELLS:
            raise DocumentError(f"a table has a row of more than {_MAX_CELLS:,} cells, which no document has")
        in_head = any(next(cell.iterancestors("thead"), None) is not None for cell in cells[:1])
        is_header = in_head or all(cell.tag == "th" for cell in cells)
        found = row_blocks([self._inside(cell, "td") for cell in cells], is_header)
        self.blocks += [replace(one, depth=one.depth + self._depth) for one in found if any(map(str.isalpha, one.text))]

    def _inside(self, element: _Element, tag: str) -> list[Block]:
        """The blocks of an element that does not continue the text around it."""
        walk = _Walk(self._is_aside, tag == "td")
        walk._block(element, tag)
        walk.finish()
        return walk.blocks

    def _add(self, text: str | None) -> None:
        if text:
            self._pieces.append(text.replace("\n", " "))
            self._linked += len(text.strip()) if self._links else 0
            self._bold += len(text) - text.count(" ") - text.count("\n") if self._bolds else 0

    def finish(self) -> None:
        """End the open block. Only a cell of a table may have no letter, and a heading no letter but a digit."""
        text = "".join(self._pieces)
        linked, self._linked = self._linked, 0
        bold, self._bold = self._bold, 0
        self._pieces.clear()
        check_size(len(self.blocks))
        solid = len(text) - text.count(" ") - text.count("\n")
        if not any(map(str.isalnum if self._level else str.isalpha, text)) and not (self._in_cell and solid):
            return
        share = min(1.0, linked / solid)
        if self._level:
            self.blocks.append(Block(_HEADING_ANCHOR.sub("", folded(text)), "heading", self._level, link_share=share))
            return
        depth = self._depth + self._in_item  # a second paragraph of an item is one level deeper
        self._in_item = self._depth > 0
        for line, below in _lines(_BACK_LINK.sub("", text)):
            self.blocks.append(Block(line, depth=depth + below, link_share=share, is_bold=bold >= solid))


def _lines(text: str) -> list[tuple[str, int]]:
    """The paragraphs of a block, each with its additional depth: two line breaks separate paragraphs."""
    if "\n" not in text:
        return [(folded(text), 0)]
    parts: list[tuple[str, int]] = []
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip():
            lines.append(line.strip())
        elif lines and _is_list(lines):
            parts += [(folded(LIST_MARK.sub("", line, count=1)), 1) for line in lines]
            lines = []
        elif lines:
            parts.append((folded(" ".join(lines)), 0))
            lines = []
    return [(part, depth) for part, depth in parts if any(map(str.isalnum, part))]


def _is_list(lines: list[str]) -> bool:
    """Whether lines between line breaks are list items: they have marks, or none is part of a sentence."""
    if len(lines) > 1 and sum(bool(LIST_MARK.match(line)) for line in lines) > 0.6 * len(lines):
        return True
    starts = all(line[0].isupper() or line[0].isdigit() for line in lines)
    return len(lines) > 2 and starts and not any(line.endswith(_SENTENCE_END) for line in lines)
