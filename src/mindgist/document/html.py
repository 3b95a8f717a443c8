"""Web pages: the main text under the article's title, without menus and the site's name."""

import re

from lxml.etree import _Element

from mindgist.document.block import Block, with_bold_headings
from mindgist.document.boilerplate import INTERFACE_LABEL, is_boilerplate
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.html_main import main_parts
from mindgist.document.html_page import blocks, is_contents, parse_page, text_of, without_noise
from mindgist.document.tokens import folded, words

_SENTENCE_END = re.compile(r"[.!?:;\"”’»)\]…。！？]$")

# Stands between the title of an article and the name of its site.
_SEPARATOR = re.compile(r"\s+[|–—»·•:@\\/>-]+\s+|\s*[|»]\s*|(?<=\w):\s+")
_META = frozenset(("og:title", "twitter:title", "dc.title", "dcterm:title", "parsely-title", "weibo:article:title"))


def read_html(text: str) -> Document:
    """Read a page."""
    page = parse_page(text)
    stated = _stated(page)
    headline = _headline(page, stated)
    top_headings = [heading for heading in map(text_of, page.iter("h1")) if words(heading)]
    title = headline or (top_headings[0] if len(top_headings) == 1 else _without_site_name(stated[0]))
    found = [block for part in main_parts(page, headline) for block in blocks(part)]
    found = [block for block in found if not _is_unwanted(block)] or blocks(parse_page(text))
    found = _without_leftovers(with_bold_headings(found))
    return build_document(_with_title(found, title) if title else found, title=title)


def _is_unwanted(block: Block) -> bool:
    return bool(INTERFACE_LABEL.match(block.text)) or (block.kind == "paragraph" and is_boilerplate(block.text))


def _without_leftovers(found: list[Block]) -> list[Block]:
    """The blocks without what is left of menus and teasers.

    These are headings without text, sections and paragraphs that are links, and at the end of the page, where teasers
    stand, also short lines that end no sentence and are no items of a list. The limits were chosen with the pages of
    trafilatura's evaluation set in view.
    """
    sections: list[list[Block]] = [[]]
    for block in found:
        if block.level:
            sections.append([])
        sections[-1].append(block)
    kept = [block for section in sections if not _is_menu(section) for block in section]
    while len(kept) > 3 and _is_leftover_at_end(kept[-1]):
        kept.pop()
    return [
        block
        for block, after in zip(kept, [*kept, None][1:], strict=True)
        if not (block.level > 1 and after and 0 < after.level <= block.level)
        and not (block.is_prose and block.link_share > 0.8 and len(block.text) < 100)
    ] or found


def _is_menu(section: list[Block]) -> bool:
    below = section[1:]
    linked = sum(block.link_share * len(block.text) for block in below)
    return bool(below) and section[0].level > 1 and linked > 0.6 * sum(len(block.text) for block in below)


def _is_leftover_at_end(block: Block) -> bool:
    if block.level > 1 or (block.link_share > 0.3 and len(block.text) < 200):
        return True
    return block.is_prose and len(block.text) < 60 and not _SENTENCE_END.search(block.text)


def _with_title(found: list[Block], title: str) -> list[Block]:
    """The blocks; the heading that is the title becomes a title block, and its repetitions are dropped."""
    kept: list[Block] = []
    has_title = False
    for block in found:
        is_first = not kept and block.text == title
        if is_first or (1 <= block.level <= 3 and is_title(block.text, title)):
            if not has_title:
                kept.append(Block(block.text, "title"))
            has_title = True
        else:
            kept.append(block)
    return kept


def page_blocks(text: str) -> list[Block]:
    """All blocks of a page that is nothing but text: a chapter of a book."""
    return with_bold_headings(blocks(without_noise(parse_page(text), keep_contents=True), is_aside=is_contents))


def _headline(page: _Element, stated: list[str]) -> str | None:
    """The heading that the page's <head> repeats, perhaps with the site's name: certainly the article's title."""
    parts = list(stated)
    for title in stated:
        for separator in _SEPARATOR.finditer(title):
            parts += [title[: separator.start()], title[separator.end() :]]
    site = words(page.xpath("string(//meta[@property='og:site_name']/@content)"))
    texts = [text_of(element) for element in page.iter("h1", "h2", "h3")]
    found = [text for text in texts if words(text) != site and any(is_title(text, part) for part in parts)]
    return max(found, key=lambda text: len(words(text)), default=None)  # the site's name is shorter


def _without_site_name(title: str) -> str:
    """A title without its shorter end, which is the site's name."""
    separators = [mark for mark in _SEPARATOR.finditer(title) if ":" not in mark[0]]
    if not separators:
        return title
    return max(title[: separators[-1].start()], title[separators[0].end() :], key=lambda end: min(3, len(words(end))))


def is_title(text: str, title: str) -> bool:
    """Whether a heading has the words of the title, except for one or two."""
    ours, theirs = set(words(text)), set(words(title))
    return len(ours & theirs) > 0.75 * max(len(ours), len(theirs))


def _stated(page: _Element) -> list[str]:
    """The titles in the page's <head>, the most specific first; an empty one if there is none."""
    metas = [
        element.get("content", "")
        for element in page.iter("meta")
        if {element.get("property", "").lower(), element.get("name", "").lower()} & _META
    ]
    found = map(folded, [*metas, page.findtext(".//title", "")])
    return [title[:300] for title in found if any(map(str.isalnum, title))] or [""]
