"""Which lines of a PDF are headings, of which level, and which of them is the title.

Lines that are larger or bolder than the body and stand alone are headings. Those of one style have one level.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from mindgist.document.patterns import LazyPattern
from mindgist.document.pdf.asides import is_caption
from mindgist.document.pdf.line import Line
from mindgist.document.pdf.typography import LARGER, MAX_HEADING, Typography
from mindgist.document.tokens import words
from mindgist.languages import any_language

NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|(?:[A-Z]|[IVX]{1,5})(?=\.)(?:\.\d{1,2})*)\.?\s+\S")
_LETTER_NUMBER = re.compile(r"[A-HJ-UWYZ]\b")  # no Roman numeral
_NO_HEADING = re.compile(r"https?://|www\.\w|\S@\w|^[•‣◦▪●∙·■□]|\ufffd.*\ufffd")
_UNFINISHED_TITLE = LazyPattern(lambda: rf"\b{any_language().linking_words}$", re.IGNORECASE)
_OPENING_SIGNS = "\"'“‘„«‹(¿¡「『【§#&$€£"
_MIN_SIZE = 0.85  # of a bold or numbered heading, times the body size
_MAX_TITLE_PAGE = 20  # lines
_FRONT_PAGES = 8  # on which the title may return
_SLIDE_TITLE_HEIGHT = 0.45  # share of a slide's height; titles stand higher

_BY_SIZE, _BY_WEIGHT, _BY_NUMBER = range(3)


class Style(NamedTuple):
    """How a heading is set. The style that sorts first is the highest heading."""

    negative_size: float
    kind: int
    """How it differs from the body: by size, weight or number."""
    depth: int
    """How many levels its number has."""

    @property
    def is_large(self) -> bool:
        """Whether the heading is larger than the body."""
        return self.kind == _BY_SIZE


@dataclass(eq=False, slots=True)
class Group:
    """Lines that make up one block, with their style where they may be a heading."""

    lines: list[Line]
    style: Style | None

    @property
    def first(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def words(self) -> list[str]:
        """The words of all lines."""
        return words(" ".join(line.text for line in self.lines))


def heading_style(text: Typography, before: Line | None, line: Line, is_below_heading: bool) -> Style | None:
    """The style of a line that may be a heading; None for other lines."""
    if not _may_be_heading(line, is_below_heading and before is not None and abs(before.size - line.size) < 0.5):
        return None
    number = NUMBERED.match(line.text)
    depth = 1 + number[1].count(".") if number else 1
    if number and text.has_roman_numbers and _LETTER_NUMBER.match(number[1]):
        depth += 1  # "A." below "II."
    size = -round(line.size * 2) / 2
    if line.size >= LARGER * text.body:
        return Style(size, _BY_SIZE, depth)
    is_small = line.size < _MIN_SIZE * text.body
    if is_small or line.text.endswith((".", ",", ";")) or not _stands_alone(text, before, line):
        return None
    if text.is_bold(line):
        return Style(size, _BY_WEIGHT, depth)
    is_numbered = number and line.text.upper() == line.text and not line.text.endswith(":")
    return Style(size, _BY_NUMBER, depth) if is_numbered else None


def _may_be_heading(line: Line, continues_heading: bool) -> bool:
    """Whether the words of a line may be those of a heading."""
    first = line.text[0]
    if not (first.isalnum() or first in _OPENING_SIGNS) or (first.islower() and not continues_heading):
        return False  # the middle of a sentence, one word of which is large
    if len(line.text) > MAX_HEADING or sum(map(str.isalpha, line.text)) < 2:
        return False
    return not is_caption(line.text) and not _NO_HEADING.search(line.text)


def _stands_alone(text: Typography, before: Line | None, line: Line) -> bool:
    """Whether there is space above a line, or a bold heading that it continues."""
    if before is None or not line.is_in_column_of(before):
        return True
    if before.baseline - line.baseline > 1.15 * text.leading:
        return True
    return text.is_bold(before) and heading_style(text, None, before, False) is not None


def heading_levels(groups: list[Group]) -> dict[Style, int]:
    """The level of each style of headings."""
    return {style: level for level, style in enumerate(sorted({group.style for group in groups if group.style}), 1)}


def slide_levels(groups: list[Group]) -> dict[Style, int]:
    """The levels where each page is a slide: the largest line near its top is its title, and nothing else a heading.

    Sets the styles of the groups accordingly; the title of the first slide is the highest.
    """
    titles: dict[int, Group] = {}  # by page
    for group in groups:
        best = titles.get(group.first.page)
        is_high = group.style and group.first.height > _SLIDE_TITLE_HEIGHT
        if is_high and (best is None or group.first.size > 1.1 * best.first.size):
            titles[group.first.page] = group
    first, other = Style(-2.0, _BY_SIZE, 1), Style(-1.0, _BY_SIZE, 1)
    for group in groups:
        group.style = other if titles.get(group.first.page) is group else None
    opening = next((group for group in groups if group.style), None)
    if opening:
        opening.style = first
    return {first: 1, other: 1}


def find_title(groups: list[Group], levels: dict[Style, int]) -> Group | None:
    """The title: a heading larger than all others on the first page that has a heading, or on a title page."""
    headings = [
        (group.style.negative_size, place)
        for place, group in enumerate(groups)
        if group.style and group.style in levels
    ]
    if not headings:
        return None
    largest_size = min(headings)[0]
    largest = [groups[place] for size, place in headings if size == largest_size]
    is_single = len({tuple(group.words) for group in largest}) == 1
    if is_single and largest[0].first.page == groups[headings[0][1]].first.page and len(headings) > 1:
        return _with_lead(groups, largest[0])
    opening = [group for group in groups if group.first.page == groups[0].first.page]
    is_title_page = sum(len(group.lines) for group in opening) <= _MAX_TITLE_PAGE and len(opening) < len(groups)
    on_page = [heading for heading in headings if groups[heading[1]].first.page == opening[0].first.page]
    return _with_lead(groups, groups[min(on_page)[1]]) if is_title_page and on_page else None


def _with_lead(groups: list[Group], title: Group) -> Group:
    """The title, joined with a smaller line above it that leads into it ("A Report on")."""
    place = groups.index(title)
    lead = groups[place - 1] if place else None
    if lead and lead.style and _UNFINISHED_TITLE.search(lead.lines[-1].text):
        last = lead.lines[-1]
        if last.page == title.first.page and 0 < last.baseline - title.first.baseline < 2.5 * title.first.size:
            title.lines[:0] = lead.lines
            groups.remove(lead)
    return title


def repeats_title(group: Group, title: list[str]) -> bool:
    """Whether a heading near the front has the words of the title, or those at its beginning or end."""
    if group.first.page > _FRONT_PAGES or not group.style:
        return False
    found = group.words
    return found == title or (len(found) > 2 and found in (title[: len(found)], title[-len(found) :]))


def without_front_matter(groups: list[Group], levels: dict[Style, int], title: Group) -> dict[Style, int]:
    """The levels without styles that only the pages of the title have: the names of the authors, a date."""
    title_words = title.words
    last = max(group.first.page for group in groups if group is title or repeats_title(group, title_words))
    later = {group.style for group in groups if group.first.page > last}
    return {style: level for style, level in levels.items() if style in later} if later & levels.keys() else levels
