"""The title of an article on the web, separated from the site's name."""

import re
from typing import TYPE_CHECKING

from mindgist.document.tokens import words

if TYPE_CHECKING:
    from lxml.etree import _Element

_SEPARATOR = re.compile(r"\s+[|–—»·•:@\\/>-]+\s+|\s*[|»]\s*|(?<=\w):\s+")
_META = frozenset(("og:title", "twitter:title", "dc.title", "dcterm:title", "parsely-title", "weibo:article:title"))
_MAX_LENGTH = 300  # characters of a title


def heading_title(page: "_Element") -> str | None:
    """The heading that the page's <head> repeats: certainly the article's title."""
    stated = [part for title in _stated(page) for part in _parts(title)]
    site = words(_site(page) or "")
    texts = [_folded("".join(element.itertext())) for element in page.iter("h1", "h2", "h3")]
    found = [text for text in texts if len(text) <= _MAX_LENGTH and words(text) and words(text) != site]
    found = [text for text in found if any(is_title(text, part) for part in stated)]
    return max(found, key=lambda text: len(words(text)), default=None)  # the site's name is shorter


def only_top_heading(page: "_Element") -> str | None:
    """The one <h1> of a page; None if there are several. A link is the site's logo and does not count."""
    texts = [
        _folded("".join(element.itertext()))
        for element in page.iter("h1")
        if not any(words("".join(link.itertext())) for link in element.iter("a"))
    ]
    texts = [text for text in texts if words(text)]
    return texts[0] if len(texts) == 1 else None


def stated_title(page: "_Element") -> str | None:
    """The title in the page's <head>, without the site's name."""
    return next((_without_site(title, _site(page)) for title in _stated(page)), None)


def is_title(text: str, title: str) -> bool:
    """Whether a heading has the words of the title, except for one or two."""
    ours, theirs = words(text), words(title)
    if not ours or not theirs:
        return text.casefold() == title.casefold()
    common = len(set(ours) & set(theirs))
    return common > 0.75 * len(set(ours)) and common > 0.75 * len(set(theirs))


def is_part_of_title(text: str, title: str) -> bool:
    """Whether all words of a heading are in the title: it is one of the title's lines."""
    return set(words(text)) <= set(words(title))


def _stated(page: "_Element") -> list[str]:
    """The titles in the page's <head>, the most specific first."""
    found = [
        _folded(element.get("content", ""))
        for element in page.iter("meta")
        if {element.get("property", "").lower(), element.get("name", "").lower()} & _META
    ]
    head = page.find(".//title")
    found.append(_folded(head.text or "") if head is not None else "")
    return [title[:_MAX_LENGTH] for title in found if any(map(str.isalnum, title))]


def _site(page: "_Element") -> str | None:
    for element in page.iter("meta"):
        if element.get("property", "").lower() == "og:site_name":
            return _folded(element.get("content", "")) or None
    return None


def _parts(title: str) -> list[str]:
    """A title, and the title without its first or last part, which may be the site's name."""
    parts = [title]
    for separator in _SEPARATOR.finditer(title):
        parts += [title[: separator.start()], title[separator.end() :]]
    return parts


def _without_site(title: str, site: str | None) -> str:
    """The title without the site's name: the one the page states, or the shorter end of a title with several parts."""
    separators = [mark for mark in _SEPARATOR.finditer(title) if ":" not in mark[0]]
    if not separators:
        return title
    first, last = title[: separators[0].start()], title[separators[-1].end() :]
    without_last, without_first = title[: separators[-1].start()], title[separators[0].end() :]
    if site and words(first) == words(site):
        return without_first
    if (site and words(last) == words(site)) or len(words(without_last)) >= 3:
        return without_last
    return without_first if len(words(without_first)) > len(words(without_last)) else without_last


def _folded(text: str) -> str:
    return " ".join(text.split())
