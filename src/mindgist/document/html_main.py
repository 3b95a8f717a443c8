"""The main text of a web page.

The page's own names say where its text is: most sites call it "article-body", "entry-content" or <main>. The fullest
container of such a name is the main part if it holds a fair share of the prose; else the whole page is. Inside,
captions, elements with names such as "share" or "related" and those that consist of links are removed.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element

from mindgist.document.html_page import BLOCK_TAGS, HEADINGS, TAGS, is_caption, is_named, remove, text_of, without_noise

# What holds the text, the most reliable signs first, and the least share of the page's prose that it holds.
_CONTAINERS: tuple[tuple[Callable[[_Element], bool], float], ...] = (
    (lambda element: element.get("itemprop") == "articleBody" or is_named(element, "article_body"), 0.1),
    (lambda element: element.tag == "article", 0.2),
    (lambda element: is_named(element, "content"), 0.2),
    (lambda element: element.tag == "main" or element.get("role") == "main" or is_named(element, "main"), 0.2),
)

_MAX_ELEMENTS = 200_000  # a page with more is data, and read as a whole: counting its parts would need gigabytes
_MIN_PROSE_LENGTH = 40  # characters of a piece of text that counts as prose


class _Counts(NamedTuple):
    """Characters inside an element: all, those of prose, those of links; and the number of links."""

    letters: int
    prose: int
    linked: int
    links: int


def main_parts(page: _Element, headline: str | None = None) -> list[_Element]:
    """The elements that hold a page's main text, in order. What is not part of it is removed from the page."""
    without_noise(page)
    if sum(1 for _ in page.iter()) > _MAX_ELEMENTS:
        return [page]
    body = page.find("body")
    body = page if body is None else body
    counts = _count(body)
    for element in list(body.iter("div", "section", "ol", "ul", "details", "aside", "nav", "footer")):
        is_beside = element.tag in ("aside", "nav", "footer") or is_named(element, "comments")
        if is_beside and counts[element].prose < counts[body].prose / 2:
            remove(element)
    parts = _containers(body)
    lead = _lead(body, headline, parts[0])
    for part in parts:
        _clean(part)
    return lead + parts


def _containers(body: _Element) -> list[_Element]:
    """The element that holds the text, or the posts of a thread, which have the same class; the body if none does."""
    counts = _count(body)
    total = counts[body].prose
    elements = list(body.iter("article", "div", "main", "section"))
    may_be_thread = sum(1 for _ in body.iter("h1")) <= 1  # a page of several articles has more
    for is_container, min_share in _CONTAINERS:
        found = list(filter(is_container, elements))
        same = [one for one in _outermost(found) if one.get("class") == found[0].get("class")]
        posts = [one for one in same if counts[one].prose and next(one.iterancestors("a"), None) is None]
        is_thread = may_be_thread and len(posts) >= 3
        if is_thread and sum(counts[post].prose for post in posts) >= total / 2:
            return posts
        fullest = max(found, key=lambda element: counts[element].prose, default=body)
        if found and counts[fullest].prose >= max(1, min_share * total):
            return [fullest]
    return [body]


def _lead(body: _Element, headline: str | None, container: _Element) -> list[_Element]:
    """Paragraphs of prose between the headline and the container: the article's lead."""

    def is_prose(element: _Element) -> bool:
        if element.tag != "p" and (element.tag != "div" or any(child.tag in BLOCK_TAGS for child in element)):
            return False
        linked = sum(len(text_of(link)) for link in element.iter("a"))
        return len(text_of(element)) - linked >= 2 * _MIN_PROSE_LENGTH

    found: list[_Element] | None = None
    for element in body.iter():
        if element is container:
            return found or []
        if headline and element.tag in ("h1", "h2") and text_of(element) == headline:
            found = []
        elif found is not None and is_prose(element):
            found.append(element)
    return []  # the container stands before the headline


def _clean(part: _Element) -> None:
    for element in filter(is_caption, list(part.iterdescendants())):
        remove(element)
    counts = _count(part)
    max_letters = 0.5 * counts[part].letters  # an element that holds more is wanted, whatever its name
    small = [element for element in part.iter() if counts[element].letters <= max_letters]
    unwanted = list(_outermost(filter(_is_unwanted, small)))
    if sum(counts[element].letters for element in unwanted) <= 0.6 * counts[part].letters:
        for element in unwanted:  # if they hold more, names are wrong on this page
            remove(element)
    for element in small:
        before = element.getprevious()
        if element.tag == "form" and before is not None and before.tag in HEADINGS and before.tag != "h1":
            remove(before)
        if element.tag in TAGS["unwanted"]:
            remove(element)
    counts = _count(part)
    for element in list(part.iter("div", "ul", "ol", "p", "section", "table")):
        if element is not part and _is_link_list(element, counts[element]):
            remove(element)


def _is_unwanted(element: _Element) -> bool:
    # In documentation, a section's identifier is its heading.
    keys = ("class",) if len(element) and element[0].tag in HEADINGS else ("class", "id")
    return element.tag in TAGS["named"] and is_named(element, "unwanted", keys)


def _is_link_list(element: _Element, counts: _Counts) -> bool:
    """Whether an element is little more than links: short, a single link, or a list of several."""
    parent = element.getparent()
    if parent is None or parent.tag in ("li", "td", "th") or counts.linked <= 0.8 * counts.letters:
        return False  # a list or table is judged as a whole
    return counts.letters < 100 or counts.links == 1 or counts.links >= 5


def _count(root: _Element) -> dict[_Element, _Counts]:
    found: dict[_Element, _Counts] = {}
    for _, element in etree.iterwalk(root, events=("end",)):
        texts = [element.text, *(child.tail for child in element)]
        lengths = [len(" ".join(text.split())) for text in texts if text]
        own = (sum(lengths), sum(length for length in lengths if length >= _MIN_PROSE_LENGTH), 0, 0)
        counts = _Counts(*map(sum, zip(own, *(found[child] for child in element), strict=True)))
        found[element] = _Counts(counts.letters, 0, counts.letters, 1) if element.tag == "a" else counts
    return found


def _outermost(elements: Iterable[_Element]) -> Iterator[_Element]:
    """The elements that are inside none of the others; ``elements`` are in document order."""
    seen: set[_Element] = set()
    for element in elements:
        if not any(ancestor in seen for ancestor in element.iterancestors()):
            yield element
        seen.add(element)
