"""The main text of a web page, found as Mozilla's Readability finds it.

Paragraphs give points to what encloses them, for their length and their commas; what has most points, less its share
of links, is the main part, and what stands beside it is taken along if it reads like it. Names (of classes, of
identifiers) and the share of links, lists, pictures and inputs then tell what is no prose inside it. A page on which
that leaves little is gone through again with fewer suspicions.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mindgist.document.html_blocks import BLOCK_TAGS, HEADINGS, NEVER_SHOWN, REMOVED, REMOVED_BLOCK

if TYPE_CHECKING:
    from lxml.etree import _Element

_UNLIKELY = re.compile(
    r"-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|"
    r"related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|"
    r"pager|popup|yom-remote|cookie|newsletter|subscribe|skip-link|next-?(?:story|post|article)|read-?next|more-?stories|"
    r"recirc|most-?(?:read|popular)",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"and|article|body|column|content|main|mathjax|shadow", re.IGNORECASE)
_POSITIVE = re.compile(r"article|body|content|entry|hentry|h-entry|main|page|pagination|post|text|blog|story", re.I)
_NEGATIVE = re.compile(
    r"-ad-|hidden|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|"
    r"promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"comment|review|respon[ds]|discuss|related|recommend|also|more", re.IGNORECASE)
_BYLINE = re.compile(r"byline|author|dateline|writtenby|p-author", re.IGNORECASE)
_SHARE = re.compile(r"(?:\b|_)(?:share|sharedaddy)(?:\b|_)", re.IGNORECASE)
_NOT_SHOWN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# What no reader of the text wants, whatever its name says: also the mark that links to a heading, and wikis' buttons.
_NOISE = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-anchor|permalink|mw-editsection|mw-jump-link|noprint|navbox|skip-?link|"
    r"screen-reader-text|visually-hidden|sr-only)(?:$|[\s_-])",
    re.IGNORECASE,
)
_TABLE_OF_CONTENTS = re.compile(r"(?:^|[\s_-])toc(?:$|[\s_-])", re.IGNORECASE)
_NOTE_ROLES = ("doc-noteref", "doc-backlink")
_REFERENCE_MARK = re.compile(r"(?:^|[\s_-])(?:reference|footnote-ref|noteref)(?:$|[\s_-])", re.IGNORECASE)
_UNLIKELY_ROLES = frozenset("menu menubar complementary navigation alert alertdialog dialog banner search".split())
_NO_PROSE = frozenset("nav aside footer form button select textarea input dialog menu link svg".split())

_SCORED = frozenset("section h2 h3 h4 h5 h6 p td pre".split())
_START_SCORES = {
    "div": 5, "pre": 3, "td": 3, "blockquote": 3,
    **dict.fromkeys("address ol ul dl dd dt li form".split(), -3),
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 th".split(), -5),
}  # fmt: skip
_CLEANED = frozenset("table ul div section ol form fieldset".split())
_COMMA = re.compile(r"[,،﹐︐︑⹁⸴⸲，]")
_LITTLE = 500  # characters; a page on which less is found is looked at again with fewer suspicions
_PART_OF_THE_PAGE = 0.3  # of its text: a short page is not looked at again where this much was found
_MOST_ELEMENTS = 200_000  # of a page that is searched; one that has more is data, and taken as it is
_DEEPEST_FRAME = 4  # elements from a post's words to what the thread is made of
_FEWEST_TWINS = 3
_LONG = 80  # characters of a paragraph
_SHORTEST_SCORED = 25
_NAME_WEIGHT = 25


class _Counts(NamedTuple):
    """What is inside an element, itself included."""

    letters: int = 0
    linked: int = 0
    commas: int = 0
    paragraphs: int = 0
    pictures: int = 0
    items: int = 0
    inputs: int = 0
    embedded: int = 0
    headings: int = 0
    listed: int = 0

    @property
    def link_share(self) -> float:
        return self.linked / self.letters if self.letters else 0.0


@dataclass(frozen=True, slots=True)
class _Suspicion:
    """Which grounds for leaving something out count."""

    names: bool = True
    weights: bool = True
    shapes: bool = True


_ATTEMPTS = (
    _Suspicion(),
    _Suspicion(names=False),
    _Suspicion(names=False, weights=False),
    _Suspicion(names=False, weights=False, shapes=False),
)


def main_parts(parse: "Callable[[], _Element]", title: str | None = None) -> "list[_Element]":
    """The elements that hold a page's main text, in order, cleaned of what is none; ``parse`` gives the page anew.

    Where the title is known, articles that the page shows after the one of this title are left out.
    """
    best: tuple[int, list[_Element]] = (-1, [])
    for suspicion in _ATTEMPTS:
        page = without_noise(parse())
        headline = _headline(page, title)
        _leave_out_further_articles(page, headline)
        if sum(1 for _ in page.iter()) > _MOST_ELEMENTS:
            return [page]
        enough = min(_LITTLE, _PART_OF_THE_PAGE * _length(page))
        found = _Search(page, suspicion).parts()
        letters = sum(_length(part) for part in found)
        if letters >= enough or (headline is not None and letters >= _LONG and _begin_under(headline, found)):
            return found
        best = max(best, (letters, found), key=lambda attempt: attempt[0])
    return best[1]


def _headline(page: "_Element", title: str | None) -> "_Element | None":
    """The heading that is the title, the highest of them where menus name it, too."""
    headings = [element for element in page.iter(*HEADINGS) if title and _text(element) == title]
    return min(headings, key=lambda heading: str(heading.tag), default=None)


def _begin_under(headline: "_Element", parts: "list[_Element]") -> bool:
    """Whether the first long paragraph after the headline is in these parts: then they are the article."""
    after = False
    for element in headline.getroottree().iter():
        after = after or element is headline
        if after and _is_scored(element) and _length(element) >= _LONG:
            return element in parts or any(ancestor in parts for ancestor in element.iterancestors())
    return False


def _leave_out_further_articles(page: "_Element", headline: "_Element | None") -> None:
    """Pages that go on and on show one article under the other, each with a headline of the same class."""
    if headline is None:
        return
    above = set(headline.iterancestors())
    after = False
    for heading in list(page.iter(str(headline.tag))):
        if after and _is_headline_like(headline, heading):
            other = heading
            while (parent := other.getparent()) is not None and parent not in above:
                other = parent
            _remove(other)
        after = after or heading is headline


def _is_headline_like(first: "_Element", heading: "_Element") -> bool:
    names, others = first.get("class", "").split(), heading.get("class", "").split()
    return bool(names and others) and names[0] == others[0] and bool(re.search("title|headline", names[0]))


def without_noise(page: "_Element", keep_contents: bool = False) -> "_Element":
    """The page without what is never text, nor a part of it."""
    for element in list(page.iter()):
        if _is_noise(element) or (is_contents(element) and not keep_contents):
            _remove(element)
    return page


def is_contents(element: "_Element") -> bool:
    """Whether an element helps to find one's way: navigation, a table of contents."""
    if not isinstance(element.tag, str) or element.tag in ("html", "body", "main", "article"):
        return False
    return element.tag == "nav" or bool(_TABLE_OF_CONTENTS.search(_names(element)))


@dataclass
class _Search:
    page: "_Element"
    suspicion: _Suspicion
    scores: "dict[_Element, float]" = field(default_factory=dict)
    counts: "dict[_Element, _Counts]" = field(default_factory=dict)

    def parts(self) -> "list[_Element]":
        self._leave_out_unlikely()
        body = self.page.find("body")
        body = self.page if body is None else body
        self._count(body)
        self._score(body)
        top = self._top(body)
        parts = [body] if top is None or top is body else self._twins(top) or self._with_siblings(top)
        for part in parts:
            self._clean(part, in_table=False)
        return parts

    def _leave_out_unlikely(self) -> None:
        for element in list(self.page.iter()) if self.suspicion.names else ():
            if _is_unlikely(element):
                _remove(element)

    def _count(self, root: "_Element") -> None:
        """Count what is in each element, the innermost first."""
        for element in _innermost_first(root):
            self.counts[element] = _counted(element, (self.counts[child] for child in element if child in self.counts))

    def _weight(self, element: "_Element") -> int:
        if not self.suspicion.weights:
            return 0
        weight = 0
        for name in (element.get("class", ""), element.get("id", "")):
            if name:
                weight -= _NAME_WEIGHT * bool(_NEGATIVE.search(name))
                weight += _NAME_WEIGHT * bool(_POSITIVE.search(name))
        return weight

    def _score(self, root: "_Element") -> None:
        for element in root.iter():
            counts = self.counts.get(element)
            if counts is None or counts.letters < _SHORTEST_SCORED or not _is_scored(element):
                continue
            points = 1 + counts.commas + 1 + min(counts.letters // 100, 3)
            for distance, ancestor in enumerate(element.iterancestors()):
                if distance > 4 or ancestor.getparent() is None:
                    break
                if ancestor not in self.scores:
                    self.scores[ancestor] = _START_SCORES.get(str(ancestor.tag), 0) + self._weight(ancestor)
                self.scores[ancestor] += points / (1, 2, 6, 9, 12)[distance]
        for element in self.scores:
            self.scores[element] *= 1 - self.counts[element].link_share if element in self.counts else 0

    def _top(self, body: "_Element") -> "_Element | None":
        ranked = sorted(self.scores, key=lambda element: -self.scores[element])[:5]
        if not ranked:
            return None
        top = ranked[0]
        rivals = [element for element in ranked[1:] if self.scores[element] >= 0.75 * self.scores[top]]
        if len(rivals) >= 3:  # several that are nearly as good: what holds them all is the main part
            for ancestor in top.iterancestors():
                if ancestor is body:
                    break
                if sum(ancestor in rival.iterancestors() for rival in rivals) >= 3:
                    top = ancestor
                    break
        last = self.scores.get(top, 0.0)
        threshold = last / 3
        for ancestor in top.iterancestors():
            if ancestor is body or ancestor.getparent() is None:
                break
            if ancestor not in self.scores:
                continue
            if self.scores[ancestor] < threshold:
                break
            if self.scores[ancestor] > last:
                top = ancestor
                break
            last = self.scores[ancestor]
        parent = top.getparent()
        while parent is not None and parent is not body and sum(child.tag not in NEVER_SHOWN for child in parent) == 1:
            top, parent = parent, parent.getparent()
        return top

    def _twins(self, top: "_Element") -> "list[_Element]":
        """The posts of a thread, where the main part is one of them: elements of its name in the same kind of frame."""
        frame = top
        for _ in range(_DEEPEST_FRAME):
            parent = frame.getparent()
            if parent is None or frame.tag == "body":
                break
            alike = [other for other in parent if other.tag == frame.tag and other.get("class") == frame.get("class")]
            if frame.get("class") and len(alike) >= _FEWEST_TWINS:
                found = [twin for other in alike for twin in self._of_the_same_name(other, top)]
                others = sum(self.counts[twin].letters for twin in found if twin is not top)
                return found if len(found) >= _FEWEST_TWINS and 2 * others >= self.counts[top].letters else []
            frame = parent
        return []

    def _of_the_same_name(self, frame: "_Element", top: "_Element") -> "list[_Element]":
        for element in frame.iter(str(top.tag)):
            if element.get("class") == top.get("class") and element in self.counts:
                counts = self.counts[element]
                return [element] if counts.letters >= _SHORTEST_SCORED and counts.link_share < 0.5 else []
        return []

    def _with_siblings(self, top: "_Element") -> "list[_Element]":
        parent = top.getparent()
        if parent is None:
            return [top]
        score = self.scores.get(top, 0.0)
        found = []
        for sibling in parent:
            counts = self.counts.get(sibling)
            if sibling is top:
                found.append(sibling)
                continue
            if counts is None or sibling.tag in NEVER_SHOWN:
                continue
            bonus = 0.2 * score if top.get("class") and sibling.get("class") == top.get("class") else 0.0
            scored = sibling in self.scores and self.scores[sibling] + bonus >= max(10, 0.2 * score)
            if scored or self._goes_on(top, sibling, counts):
                found.append(sibling)
            elif sibling.tag == "p" and counts.letters:
                text = "".join(sibling.itertext())
                if (counts.letters > 80 and counts.link_share < 0.25) or (
                    counts.letters <= 80 and not counts.linked and re.search(r"\.(?: |$)", text)
                ):
                    found.append(sibling)
        return found

    def _goes_on(self, top: "_Element", sibling: "_Element", counts: _Counts) -> bool:
        """Whether a part is a further section: under a heading of the level that the main part begins with."""
        first = next(top.iter(*HEADINGS), None)
        heading = next(sibling.iter(*HEADINGS), None) if sibling.tag in ("div", "section") else None
        if first is None or heading is None or heading.tag != first.tag or first.tag == "h1":
            return False
        prose = counts.letters >= 2 * _SHORTEST_SCORED and counts.link_share < 0.1
        return prose and not counts.inputs and not _ANSWERS.search(_names(sibling)) and self._weight(sibling) >= 0

    def _clean(self, element: "_Element", in_table: bool) -> _Counts:
        """Remove what is no prose inside an element, the innermost first; the counts of what stays."""
        in_table = in_table or (element.tag == "table" and _is_data_table(element))
        inside = []
        for child in list(element):
            if isinstance(child.tag, str):
                counts = self._clean(child, in_table)
                if self._is_no_prose(child, counts, in_table):
                    _remove(child)
                else:
                    inside.append(counts)
        return _counted(element, inside)

    def _is_no_prose(self, element: "_Element", counts: _Counts, in_table: bool) -> bool:
        tag = element.tag
        if tag in _NO_PROSE and self.suspicion.shapes and not (tag == "form" and counts.commas >= 10):
            return True
        if _SHARE.search(_names(element)) and counts.letters < _LITTLE:
            return True
        if tag in ("h1", "h2"):
            return self._weight(element) < 0
        if tag not in _CLEANED or in_table or (tag == "table" and _is_data_table(element)):
            return False
        return self._is_out_of_shape(element, counts)

    def _is_out_of_shape(self, element: "_Element", counts: _Counts) -> bool:
        weight = self._weight(element)
        if not self.suspicion.shapes:
            return False
        if weight < 0:
            return True
        if counts.commas >= 10:
            return False
        is_list = element.tag in ("ul", "ol") or counts.listed > 0.9 * counts.letters
        in_figure = any(ancestor.tag == "figure" for ancestor in element.iterancestors())
        headed = counts.headings / counts.letters if counts.letters else 0.0
        return (
            (counts.pictures > 1 and counts.paragraphs < 0.5 * counts.pictures and not in_figure)
            or (not is_list and counts.items - 100 > counts.paragraphs)
            or counts.inputs > counts.paragraphs // 3
            or (not is_list and not in_figure and headed < 0.9 and counts.letters < 25 and counts.linked > 0)
            or (not is_list and weight < 25 and counts.link_share > 0.2)
            or (weight >= 25 and counts.link_share > 0.5)
            or (counts.embedded == 1 and counts.letters < 75)
            or counts.embedded > 1
            or (is_list and counts.link_share > 0.9 and counts.letters < 400)
        )


def _innermost_first(root: "_Element") -> "Iterator[_Element]":
    from lxml import etree

    for _, element in etree.iterwalk(root, events=("end",)):
        if isinstance(element.tag, str):
            yield element


def _counted(element: "_Element", inside: Iterable[_Counts]) -> _Counts:
    tag = element.tag
    texts = [element.text or "", *(child.tail or "" for child in element)]
    own = _Counts(
        letters=sum(len(" ".join(text.split())) for text in texts),
        commas=sum(len(_COMMA.findall(text)) for text in texts),
        paragraphs=tag == "p",
        pictures=tag == "img",
        items=tag == "li",
        inputs=tag == "input",
        embedded=tag in ("object", "embed", "iframe"),
    )
    counts = _Counts(*map(sum, zip(own, *inside, strict=True)))
    if tag == "a":  # a link inside the page is a third of one
        share = 0.3 if element.get("href", "").startswith("#") else 1.0
        return counts._replace(linked=int(share * counts.letters))
    if tag in HEADINGS:
        return counts._replace(headings=counts.letters)
    return counts._replace(listed=counts.letters) if tag in ("ul", "ol") else counts


def _is_scored(element: "_Element") -> bool:
    """Whether an element is a paragraph: also a block that holds words and no other block."""
    if element.tag in _SCORED:
        return True
    return element.tag == "div" and not any(child.tag in BLOCK_TAGS for child in element)


def _is_noise(element: "_Element") -> bool:
    if not isinstance(element.tag, str) or element.getparent() is None:
        return False
    if element.tag in NEVER_SHOWN or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return "fallback-image" not in element.get("class", "")
    if _NOT_SHOWN_STYLE.search(element.get("style", "")):
        return True
    if element.tag in ("html", "body", "main", "article") or element.tag in HEADINGS:
        return False
    names = _names(element)
    if element.get("role") in _NOTE_ROLES or _NOISE.search(names):
        return True
    return element.tag == "sup" and bool(_REFERENCE_MARK.search(names))


def _is_unlikely(element: "_Element") -> bool:
    tag = element.tag
    if not isinstance(tag, str) or element.getparent() is None or tag in ("html", "body", "a"):
        return False
    names = _names(element)
    if element.get("role") in _UNLIKELY_ROLES or (element.get("aria-modal") == "true"):
        return True
    if element.get("rel") == "author" or "author" in element.get("itemprop", "") or _BYLINE.search(names):
        return 0 < _length(element) < 100
    if not _UNLIKELY.search(names) or _MAYBE.search(names):
        return False
    return not any(ancestor.tag in ("table", "code") for ancestor in element.iterancestors())


def _names(element: "_Element") -> str:
    return f"{element.get('class', '')} {element.get('id', '')}"


def _is_data_table(table: "_Element") -> bool:
    if table.get("role") == "presentation" or table.get("datatable") == "0":
        return False
    if table.get("summary") or next(table.iter("caption", "col", "colgroup", "tfoot", "thead", "th"), None) is not None:
        return True
    if any(inner is not table for inner in table.iter("table")):
        return False
    rows = list(table.iter("tr"))
    columns = max((sum(cell.tag in ("td", "th") for cell in row) for row in rows), default=0)
    return columns > 1 and len(rows) > 1 and (len(rows) >= 10 or columns > 4 or len(rows) * columns > 10)


def _text(element: "_Element") -> str:
    return " ".join("".join(element.itertext()).split())


def _length(element: "_Element") -> int:
    return len(_text(element))


def _remove(element: "_Element") -> None:
    """Empty an element of the page; what follows it stays."""
    if element.getparent() is not None:
        tag = REMOVED_BLOCK if element.tag in BLOCK_TAGS else REMOVED
        element.clear(keep_tail=True)
        element.tag = tag
