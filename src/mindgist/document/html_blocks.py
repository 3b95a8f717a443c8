"""The blocks of a web page: headings, paragraphs, list items, table rows and asides, in reading order."""

import re
from collections.abc import Callable
from dataclasses import replace

from lxml.etree import _Element

from mindgist.document.block import Block, row_blocks
from mindgist.document.builder import check_size
from mindgist.document.html_page import BLOCK_TAGS, HEADINGS, NEVER_SHOWN, REMOVED_BLOCK, is_caption, is_named
from mindgist.document.tokens import LIST_MARK, folded
from mindgist.errors import DocumentError

_LISTS = frozenset(("ul", "ol", "dl"))
_ITEMS = frozenset(("li", "dt", "dd"))
_CODE = frozenset(("pre", "listing", "xmp"))
_LINE_BREAK = "\n"
_MAX_CELLS = 10_000  # of a row

_BOLD = frozenset(("b", "strong"))
_INFO_BOX = re.compile(r"(?:^|[\s_-])infobox(?:$|[\s_-])", re.IGNORECASE)
_HEADING_ANCHOR = re.compile(r"\A[›»▸▶•·¶→\s]+(?=\w)|\s*[#¶§🔗]\s*\Z")
_BACK_LINK = re.compile(r"\A\s*[↑^]\s+|[↩↑^]\ufe0e?\s*\Z")  # from a note to its reference
_SENTENCE_END = tuple(".!?…。！？:;,،؛")


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
            if tag not in NEVER_SHOWN:
                self._element(child, tag)
            elif tag == REMOVED_BLOCK or tag in BLOCK_TAGS:
                self.finish()
            self._add(child.tail)

    def _element(self, element: _Element, tag: str) -> None:
        if (self._is_aside and self._is_aside(element)) or _is_beside(element):
            self.finish()
            self.blocks += [block.as_aside() for block in self._inside(element, tag)]
        elif tag == "br":
            self._pieces.append(_LINE_BREAK)
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
        if tag in _CODE:
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
        solid = len(text) - text.count(" ") - text.count(_LINE_BREAK)
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


def _is_beside(element: _Element) -> bool:
    return element.tag == "address" or is_named(element, _INFO_BOX) or is_caption(element)


def _lines(text: str) -> list[tuple[str, int]]:
    """The paragraphs of a block, each with its additional depth: two line breaks separate paragraphs."""
    if _LINE_BREAK not in text:
        return [(folded(text), 0)]
    parts: list[tuple[str, int]] = []
    lines: list[str] = []
    for line in [*text.split(_LINE_BREAK), ""]:
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
