"""Which lines of a PDF are headings, of which level, and which of them is the title.

Lines that are larger or bolder than the body and stand alone are headings. Those of one style have one level.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from mindgist.document.boilerplate import is_caption
from mindgist.document.pdf.line import Line
from mindgist.document.pdf.typography import LARGER, MAX_HEADING, Typography
from mindgist.document.tokens import words

NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|(?:[A-Z]|[IVX]{1,5})(?=\.)(?:\.\d{1,2})*)\.?\s+\S")
_NO_HEADING = re.compile(r"https?://|www\.\w|\S@\w|^[•‣◦▪●∙·■□]|\ufffd.*\ufffd")
_OPENING_SIGNS = "\"'“‘„«‹(¿¡「『【§#&$€£"
_MIN_SIZE = 0.85  # of a bold or numbered heading, times the body size
_MAX_TITLE_PAGE = 20  # lines
_SLIDE_TITLE_HEIGHT = 0.45  # share of a slide's height; titles stand higher


class Style(NamedTuple):
    """How a heading is set. The style that sorts first is the highest heading."""

    negative_size: float
    is_body_size: bool
    is_regular: bool
    """Whether it is neither larger nor bolder than the body: its number makes it a heading."""
    depth: int
    """How many levels its number has."""


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
    def size(self) -> float:
        """The font size of the first line, to half a point."""
        return round(self.first.size * 2) / 2

    @property
    def words(self) -> list[str]:
        """The words of all lines."""
        return words(" ".join(line.text for line in self.lines))


def heading_style(text: Typography, before: Line | None, line: Line) -> Style | None:
    """The style of a line that may be the first of a heading; None for other lines."""
    if not _may_be_heading(line):
        return None
    number = NUMBERED.match(line.text)
    depth = 1 + number[1].count(".") if number else 1
    size = -round(line.size * 2) / 2
    if line.size >= LARGER * text.body:
        return Style(size, False, False, depth)
    is_small = line.size < _MIN_SIZE * text.body
    if is_small or line.text.endswith((".", ",", ";")) or not _stands_alone(text, before, line):
        return None
    is_bold = text.is_bold(line)
    is_numbered = number and line.text.upper() == line.text and not line.text.endswith(":")
    return Style(size, True, not is_bold, depth) if is_bold or is_numbered else None


def _may_be_heading(line: Line) -> bool:
    """Whether the words of a line may begin a heading."""
    first = line.text[0]
    if not (first.isalnum() or first in _OPENING_SIGNS) or first.islower():
        return False  # the middle of a sentence, one word of which is large
    if len(line.text) > MAX_HEADING or sum(map(str.isalpha, line.text)) < 2:
        return False
    return not is_caption(line.text) and not _NO_HEADING.search(line.text)


def _stands_alone(text: Typography, before: Line | None, line: Line) -> bool:
    """Whether there is space or a bold heading above a line."""
    if before is None or not line.is_in_column_of(before):
        return True
    if before.baseline - line.baseline > 1.15 * text.leading:
        return True
    return text.is_bold(before) and heading_style(text, None, before) is not None


def find_headings(groups: list[Group], slides: bool) -> tuple[Group | None, dict[Style, int]]:
    """The title, and the level of each style of headings; the style of groups that are no headings becomes None.

    Where pages are slides, the largest line near the top of each is a heading, and the first of these the title.
    """
    if slides:
        _keep_slide_titles(groups)
    styles = sorted({group.style for group in groups if group.style})
    if slides:
        return next((group for group in groups if group.style), None), dict.fromkeys(styles, 1)
    levels = {style: level for level, style in enumerate(styles, 1)}
    return _title(groups), levels


def _keep_slide_titles(groups: list[Group]) -> None:
    titles: dict[int, Group] = {}  # by page
    for group in groups:
        best = titles.get(group.first.page)
        is_high = group.style and group.first.height > _SLIDE_TITLE_HEIGHT
        if is_high and (best is None or group.first.size > 1.1 * best.first.size):
            titles[group.first.page] = group
    for group in groups:
        if titles.get(group.first.page) is not group:
            group.style = None


def _title(groups: list[Group]) -> Group | None:
    """The title: a heading larger than all others on the first page that has a heading, or on a title page."""
    headings = [group for group in groups if group.style]
    largest_size = max((group.size for group in headings), default=0.0)
    largest = [group for group in headings if group.size == largest_size]
    is_single = len({tuple(group.words) for group in largest}) == 1
    if is_single and largest[0].first.page == headings[0].first.page and len(headings) > 1:
        return largest[0]
    opening = [group for group in groups if group.first.page == groups[0].first.page]
    is_title_page = sum(len(group.lines) for group in opening) <= _MAX_TITLE_PAGE and len(opening) < len(groups)
    title = max((group for group in opening if group.style), key=lambda group: group.size, default=None)
    return title if is_title_page else None
