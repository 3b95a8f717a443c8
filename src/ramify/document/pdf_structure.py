"""From the lines of a PDF's pages to its title, headings and paragraphs.

What is said about a document as a whole decides: the size that most letters have is the body's, larger or bold lines
that stand alone are headings, and what returns at the edge of page after page is no part of the text.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ramify.document.pdf_line import Line
from ramify.document.pdf_running_heads import without_running_heads
from ramify.document.tokens import words

_LEADER = re.compile(r"(?:\.\s?){4,}\s*\w*$|(?:…\s?){2,}\s*\w*$")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|(?:[A-Z]|[IVX]{1,5})(?=\.)(?:\.\d{1,2})*)\.?\s+\S")
_CAPTION = re.compile(r"(?:fig(?:ure|\.)?|tab(?:le|\.)?|algorithm|listing|abbildung|tabelle)\s*\d+", re.IGNORECASE)
_BULLET = re.compile(r"[•‣◦▪●∙·■□]\s*(?=\w)")
_CHAPTER = re.compile(r"(?:book|part|chapter|section|appendix|kapitel|chapitre)\s+(?:\d+|[ivxlc]+|[A-Z])[.:]?$", re.I)
_LIST_ITEM = re.compile(r"(?:[•‣◦▪●–—*-]|\(?\d{1,3}[.)]|\([a-z]\)|\[\d{1,3}\])\s+\S")
_SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’)\]]*$")

_SAME_SIZE = 0.08  # times the size
_BOLDER = 1.35  # a bold line's weight over the body's
_LIGHTEST_BOLD = 500
_LARGER = 1.12  # a heading's size over the body's
_SMALLEST = 0.7  # smaller letters are those of a figure
_LONGEST_HEADING = 200
_MOST_HEADINGS = 0.25  # of all letters: what is more than that is no heading, however large


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph, a heading (level 1 or more) or the title (level 0); ``pages`` tells where pages begin in it."""

    text: str
    level: int | None
    page: int
    pages: tuple[tuple[int, int], ...] = ()
    """(page, characters of the text before it)."""


_StyleKey = tuple[float, int, int]


@dataclass(frozen=True, slots=True)
class _Style:
    """How a heading is set: what sorts before is the higher heading."""

    smallness: float
    kind: int
    depth: int

    @property
    def key(self) -> _StyleKey:
        return self.smallness, self.kind, self.depth


_Group = tuple[list[Line], _Style | None]
"""Lines that belong together, with their style where they are a heading."""


def structure(pages: list[list[Line]]) -> list[Part]:
    """The parts of the document in reading order."""
    body = _body_size(pages)
    lines = [
        line
        for page in without_running_heads(pages, body)
        for line in page
        if line.size >= _SMALLEST * body and any(map(str.isalpha, line.text)) and not _LEADER.search(line.text)
    ]
    return _Structure(lines, body, _body_weight(lines, body)).parts()


def _body_size(pages: list[list[Line]]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page:
            sizes[round(line.size * 2) / 2] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], size), default=1.0) or 1.0


def _body_weight(lines: list[Line], body: float) -> int:
    weights: Counter[int] = Counter()
    for line in lines:
        if abs(line.size - body) <= _SAME_SIZE * body:
            weights[line.weight] += len(line.text)
    return max(weights, key=lambda weight: (weights[weight], weight), default=0)


@dataclass
class _Structure:
    lines: list[Line]
    body: float
    weight: int
    leading: float = field(init=False)
    words: set[str] = field(init=False)

    def __post_init__(self) -> None:
        gaps = Counter(
            round(before.baseline - line.baseline)
            for before, line in pairwise(self.lines)
            if _same_column(before, line) and self._is_body(line) and self._is_body(before)
        )
        del gaps[0]
        self.leading = max(gaps, key=lambda gap: (gap > 0, gaps[gap]), default=0) or 1.2 * self.body
        if self.leading < 0:
            self.leading = 1.2 * self.body
        self.words = {word for line in self.lines for word in words(line.text)}

    def parts(self) -> list[Part]:
        groups = self._groups()
        levels = self._levels(groups)
        title = _title_group(groups, levels)
        levels = _without_front_matter(groups, levels, title)
        parts: list[Part] = []
        for position, (group, style) in enumerate(groups):
            text, pages = self._joined(group)
            level = levels.get(style.key) if style else None
            text = _BULLET.sub("", text, count=1) if not pages and _BULLET.match(text) else text
            part = Part(text, 0 if position == title else level, group[0].page, pages)
            if parts and part.level and parts[-1].level and _CHAPTER.match(parts[-1].text):
                chapter = parts.pop()  # "Chapter 1" above the chapter's name is one heading with it
                part = replace(chapter, text=f"{chapter.text} {text}", level=min(part.level, chapter.level or 1))
            parts.append(part)
        return parts

    def _is_body(self, line: Line) -> bool:
        return abs(line.size - self.body) <= _SAME_SIZE * self.body

    def _is_bold(self, line: Line) -> bool:
        return line.weight >= max(_LIGHTEST_BOLD, _BOLDER * self.weight)

    def _groups(self) -> list[_Group]:
        groups: list[_Group] = []
        for position, line in enumerate(self.lines):
            before = self.lines[position - 1] if position else None
            style = self._heading_style(before, line)
            if groups and before and self._continues(groups[-1], before, line, style):
                groups[-1][0].append(line)
            else:
                groups.append(([line], style))
        return groups

    def _heading_style(self, before: Line | None, line: Line) -> _Style | None:
        """How the line is set, if it may be a heading."""
        text = line.text
        if len(text) > _LONGEST_HEADING or sum(map(str.isalpha, text)) < 2 or _CAPTION.match(text):
            return None
        if text[0].islower() and not (before and abs(before.size - line.size) < 0.5):
            return None  # the middle of a sentence, a word of which is set large
        numbered = _NUMBERED.match(text)
        depth = 1 + numbered[1].count(".") if numbered else 1
        size = -round(line.size * 2) / 2
        if line.size >= _LARGER * self.body:
            return _Style(size, 0, depth)
        if (
            line.size >= 0.85 * self.body
            and not text.endswith((".", ",", ";", ":"))
            and self._stands_alone(before, line)
        ):
            if self._is_bold(line):
                return _Style(size, 1, depth)
            if numbered and text.upper() == text:
                return _Style(size, 2, depth)
        return None

    def _stands_alone(self, before: Line | None, line: Line) -> bool:
        """Whether there is space above a line, or a bold line that does so: a heading may take several lines."""
        if before is None or not _same_column(before, line):
            return True
        if before.baseline - line.baseline > 1.15 * self.leading:
            return True
        return self._is_bold(before) and self._heading_style(None, before) is not None

    def _continues(self, group: _Group, before: Line, line: Line, style: _Style | None) -> bool:
        """Whether a line goes on with the group that the line before it is in."""
        lines, group_style = group
        if group_style or style:
            same = group_style is not None and style is not None and abs(before.size - line.size) < 0.5
            near = _same_column(before, line) and before.baseline - line.baseline < 2.2 * max(before.size, line.size)
            alike = same and self._is_bold(before) == self._is_bold(line)
            return alike and near and not _NUMBERED.match(line.text)
        if abs(before.size - line.size) > 0.1 * self.body or _LIST_ITEM.match(line.text):
            return False
        ended = bool(_SENTENCE_END.search(before.text))
        if not _same_column(before, line):
            return not ended
        gap = (before.baseline - line.baseline) / (self.leading * max(1, line.size / self.body))
        if not -0.2 < gap < 1.35:
            return False
        indented = line.left - before.left > 0.8 * line.size and line.left - line.column_left > 0.8 * line.size
        short = before.right < line.column_right - 0.15 * (line.column_right - line.column_left)
        return not (ended and (indented or short)) and not (indented and len(lines) > 1)

    def _levels(self, groups: list[_Group]) -> dict[_StyleKey, int]:
        """The level of each style of headings. Where too much of the text is set so, it is none."""
        letters: Counter[_StyleKey] = Counter()
        for lines, style in groups:
            if style:
                letters[style.key] += sum(len(line.text) for line in lines)
        total = sum(len(line.text) for line in self.lines)
        keys = sorted(key for key in letters if letters[key] <= _MOST_HEADINGS * total)
        return {key: level for level, key in enumerate(keys, start=1)}

    def _joined(self, lines: list[Line]) -> tuple[str, tuple[tuple[int, int], ...]]:
        """The lines as one text, words that were parted at a line's end made whole."""
        text = lines[0].text
        pages: list[tuple[int, int]] = []
        for before, line in pairwise(lines):
            if text.endswith("-") and text[-2:-1].isalpha() and line.text[:1].islower():
                text = text if self._keeps_hyphen(text, line.text) else text[:-1]
            else:
                text += " "
            if line.page != before.page:
                pages += [(page, len(text)) for page in range(before.page + 1, line.page + 1)]
            text += line.text
        return text, tuple(pages)

    def _keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether "well-" and "known" are "well-known": as the document itself writes the word elsewhere."""
        start, rest = words(before.rsplit(maxsplit=1)[-1]), words(after.split(maxsplit=1)[0])
        if not start or not rest:
            return True
        return f"{start[-1]}-{rest[0]}" in self.words and start[-1] + rest[0] not in self.words


def _same_column(before: Line, line: Line) -> bool:
    return before.page == line.page and before.column == line.column


def _title_group(groups: list[_Group], levels: dict[_StyleKey, int]) -> int | None:
    """The title: a heading that is larger than all others and stands on the first page that has a heading."""
    headings = [(place, group, style) for place, (group, style) in enumerate(groups) if style and style.key in levels]
    if not headings:
        return None
    largest = min(style.smallness for _, _, style in headings)
    top = [(place, group) for place, group, style in headings if style.smallness == largest]
    place, group = top[0]
    first_page = headings[0][1][0].page
    return place if len(top) == 1 and group[0].page == first_page and len(headings) > 1 else None


def _without_front_matter(
    groups: list[_Group], levels: dict[_StyleKey, int], title: int | None
) -> dict[_StyleKey, int]:
    """The levels without the styles that only the title's page has: the names of the authors, a date."""
    if title is None:
        return levels
    page = groups[title][0][0].page
    later = {style.key for lines, style in groups if style and lines[0].page > page and style.key in levels}
    return {key: level for key, level in levels.items() if key in later} if later else levels
