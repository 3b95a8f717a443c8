"""From the lines of a PDF's pages to its title, headings and paragraphs.

What is said about a document as a whole decides: the size that most letters have is the body's, larger or bold lines
that stand alone are headings, and what returns at the edge of page after page is no part of the text.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from mindgist.document.block import CELL_SEPARATOR, Block
from mindgist.document.pdf.asides import is_caption, is_data, is_stray, with_asides
from mindgist.document.pdf.line import Line
from mindgist.document.pdf.running_heads import without_contents, without_footnotes, without_running_heads
from mindgist.document.tokens import words

_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*|(?:[A-Z]|[IVX]{1,5})(?=\.)(?:\.\d{1,2})*)\.?\s+\S")
_ROMAN = re.compile(r"[IVX]{2,5}\.\s+[A-Z]")
_LETTER = re.compile(r"[A-HJ-UWYZ]\b")
_NO_HEADING = re.compile(r"https?://|www\.\w|\S@\w|^[•‣◦▪●∙·■□]|\ufffd.*\ufffd")
_SUSPENDED = re.compile(r"(?:und|oder|bzw|bis|sowie|and|or|to|et|ou|y|o|e|en|of)\b")
_UNFINISHED_TITLE = re.compile(
    r"\b(?:on|of|for|the|and|to|in|with|an?|über|zur?|zum|der|die|das|und|von|für|de|du|des|la|le|les|sur|y|del|el)$",
    re.I,
)
_CHAPTER = re.compile(r"(?:book|part|chapter|section|appendix|kapitel|chapitre)\s+(?:\d+|[ivxlc]+|[A-Z])[.:]?$", re.I)
_LIST_ITEM = re.compile(r"(?:[•‣◦▪●–—*-]|\(?\d{1,3}[.)]|\([a-z]\)|\[\d{1,3}\])\s+\S")
_SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’)\]]*$")

_LIST_MARK = re.compile(r"(?:[•‣◦▪●∙·■□–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)|[•‣◦▪●∙·■□](?=\w)")
_MARK_ALONE = re.compile(r"(?:\W{1,2}|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z])[.)]?)$")
_OPENING = "\"'“‘„«‹(¿¡「『【§#&$€£"
_FURTHEST_ITEM = 10  # paragraphs from the item before
_LINES_OF_A_TITLE_PAGE = 20

_SAME_SIZE = 0.08  # times the size
_BOLDER = 1.35  # a bold line's weight over the body's
_LIGHTEST_BOLD = 500
_LARGER = 1.12  # a heading's size over the body's
_SMALLEST = 0.7  # smaller letters are those of a figure
_LONGEST_HEADING = 200
_LAST_FRONT = 8  # pages on which a title may return
_FEWEST_LINES = 4  # of a column of prose
_SHORT_LINE = 0.55  # of its column
_MOST_HEADINGS = 0.25  # of all letters: what is more than that is no heading, however large


_BY_SIZE, _BY_WEIGHT, _BY_NUMBER = range(3)  # how a heading differs from the body, the surest first
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


def structure(pages: list[list[Line]], slides: bool = False) -> list[Block]:
    """The parts of the document in reading order; ``slides`` tells that each page is one of a talk."""
    body = _body_size(pages)
    kept, heads = without_running_heads(pages, body)
    lines = [
        line for line in without_contents([line for page in kept for line in page]) if any(map(str.isalnum, line.text))
    ]
    lines, notes = (lines, []) if slides else without_footnotes(lines, body)
    parts = _Structure(lines, body, _body_weight(lines, body), slides).parts()
    return _with_edges(parts, [[line] for line in heads] + notes)


def _with_edges(parts: list[Block], edges: list[list[Line]]) -> list[Block]:
    """The parts, and what stands at the edges of their pages: before what begins on a page, or after it.

    Put there at last, because it stands in the way of sentences that go on in the next column.
    """
    waiting = deque(sorted(edges, key=lambda lines: (lines[0].page, lines[0].height < 0.5)))
    found: list[Block] = []
    for part in [*parts, None]:
        while waiting and (part is None or (waiting[0][0].page, waiting[0][0].height < 0.5) <= (part.page, False)):
            lines = waiting.popleft()
            found.append(Block(" ".join(line.text for line in lines), "aside", page=lines[0].page))
        found += [part] if part else []
    return found


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
    slides: bool
    leading: float = field(init=False)
    words: set[str] = field(init=False)
    rows: set[int] = field(init=False)
    romans: bool = field(init=False)
    code: bool = field(init=False)
    """Whether letters of one width are code: not where the whole text is typed."""
    prose: set[int] = field(init=False)
    """Lines in a run of their look that is too long for a heading: an abstract in bold, a lead set large."""
    heights: Counter[tuple[int, int]] = field(init=False)
    """How many lines each column has."""

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
        self.romans = any(_ROMAN.match(line.text) for line in self.lines)
        self.code = sum(len(line.text) for line in self.lines if line.typed) < 0.5 * sum(
            len(line.text) for line in self.lines
        )
        self.prose = {
            id(line)
            for run in self._runs()
            if (self._is_bold(run[0]) or not self._is_body(run[0]))
            and sum(len(one.text) for one in run) > _LONGEST_HEADING
            for line in run
        }
        self.heights = Counter((line.page, line.column) for line in self.lines)
        self.rows = {
            id(line)
            for pair in pairwise(self.lines)
            if _same_column(*pair) and _cell_count(pair[0]) > 1 and _cell_count(pair[1]) > 1
            for line in pair
        }

    def _runs(self) -> Iterator[list[Line]]:
        """Lines that follow each other closely in one column and look alike."""
        run: list[Line] = []
        for line in self.lines:
            before = run[-1] if run else None
            if before is None or not (
                _same_column(before, line)
                and abs(before.size - line.size) < 0.5
                and self._is_bold(before) == self._is_bold(line)
                and 0 < before.baseline - line.baseline < 1.8 * line.size
            ):
                if run:
                    yield run
                run = []
            run.append(line)
        if run:
            yield run

    def parts(self) -> list[Block]:
        groups = self._groups()
        levels = self._slide_levels(groups) if self.slides else self._levels(groups)
        title = _title_group(groups, levels)
        title = _with_lead(groups, title)
        levels = levels if self.slides else _without_front_matter(groups, levels, title)
        parts: list[Block] = []
        named = words(self._joined(groups[title][0])[0]) if title is not None else None
        for position, (group, style) in enumerate(groups):
            text, pages = self._joined(group)
            level = levels.get(style.key) if style else None
            if style and position != title and named and _is_part(words(text), named) and group[0].page <= _LAST_FRONT:
                parts.append(
                    Block(text, "aside", page=group[0].page, page_breaks=pages)
                )  # a half title, the title again
                continue
            part = self._part(group, text, 0 if position == title else level, pages)
            if parts and part.level and parts[-1].level and _CHAPTER.match(parts[-1].text):
                chapter = parts.pop()  # "Chapter 1" above the chapter's name is one heading with it
                part = replace(chapter, text=f"{chapter.text} {text}", level=min(part.level, chapter.level or 1))
            parts.append(part)
        return with_asides(_with_counted_items(parts))

    def _part(self, group: list[Line], text: str, level: int | None, pages: tuple[tuple[int, int], ...]) -> Block:
        page = group[0].page
        if level is not None:
            return Block(text, "heading" if level else "title", level, page=page, page_breaks=pages)
        if self._is_code(group[0]):
            return Block("\n".join(line.text for line in group), "aside", page=page)
        if self._is_row(group[0]) and (not is_stray(text) or is_data(group[0].cells)):
            return Block(CELL_SEPARATOR.join(group[0].cells), "row", depth=1, page=page, page_breaks=pages)
        if group[0].size < _SMALLEST * self.body or is_stray(text):
            return Block(text, "aside", page=page, page_breaks=pages)
        mark = _LIST_MARK.match(text)
        if not mark:
            return Block(text, page=page, page_breaks=pages)
        indent = group[0].left - group[0].column_left
        depth = 1 + (indent > 2.5 * self.body and not mark[0][0].isdigit())
        return Block(text, depth=depth, mark=mark.end(), page=page, page_breaks=pages)

    def _is_code(self, line: Line) -> bool:
        return line.typed and self.code and line.size < _LARGER * self.body

    def _is_row(self, line: Line) -> bool:
        """Whether a line is a row of a table: several cells, and a neighbour that has several, too."""
        return id(line) in self.rows

    def _is_body(self, line: Line) -> bool:
        return abs(line.size - self.body) <= _SAME_SIZE * self.body

    def _is_bold(self, line: Line) -> bool:
        return line.weight >= max(_LIGHTEST_BOLD, _BOLDER * self.weight)

    def _groups(self) -> list[_Group]:
        groups: list[_Group] = []
        for position, line in enumerate(self.lines):
            before = self.lines[position - 1] if position else None
            code, row = self._is_code(line), self._is_row(line)
            below = bool(groups) and groups[-1][1] is not None
            style = None if code or row or id(line) in self.prose else self._heading_style(before, line, below)
            if before is None or row or self._is_row(before) or code != self._is_code(before):
                groups.append(([line], style))
            elif line.page == before.page if code else self._continues(groups[-1], before, line, style):
                groups[-1][0].append(line)
            else:
                groups.append(([line], style))
        return groups

    def _heading_style(self, before: Line | None, line: Line, below_heading: bool = False) -> _Style | None:
        """How the line is set, if it may be a heading."""
        text = line.text
        if (
            len(text) > _LONGEST_HEADING
            or sum(map(str.isalpha, text)) < 2
            or is_caption(text)
            or _NO_HEADING.search(text)
        ):
            return None
        goes_on = below_heading and before is not None and abs(before.size - line.size) < 0.5
        if not (text[0].isalnum() or text[0] in _OPENING) or (text[0].islower() and not goes_on):
            return None  # the middle of a sentence, a word of which is set large
        numbered = _NUMBERED.match(text)
        depth = 1 + numbered[1].count(".") if numbered else 1
        if numbered and self.romans and _LETTER.match(numbered[1]):
            depth += 1  # "A." below "II."
        size = -round(line.size * 2) / 2
        if line.size >= _LARGER * self.body:
            return _Style(size, _BY_SIZE, depth)
        if line.size >= 0.85 * self.body and not text.endswith((".", ",", ";")) and self._stands_alone(before, line):
            if self._is_bold(line):
                return _Style(size, _BY_WEIGHT, depth)
            if numbered and text.upper() == text and not text.endswith(":"):
                return _Style(size, _BY_NUMBER, depth)
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
            larger = group_style is not None and group_style.kind == _BY_SIZE
            alike = same and (larger or self._is_bold(before) == self._is_bold(line))
            return alike and near and not _NUMBERED.match(line.text)
        if abs(before.size - line.size) > 0.1 * self.body or _LIST_ITEM.match(line.text):
            return False
        ended = bool(_SENTENCE_END.search(before.text))
        if not _same_column(before, line):
            # From column to column a sentence goes on in small letters, or out of a column that is one.
            return not ended and (line.text[0].islower() or self.heights[before.page, before.column] >= _FEWEST_LINES)
        gap = (before.baseline - line.baseline) / (self.leading * max(1, line.size / self.body))
        if not -0.2 < gap < 1.35:
            return False
        indented = line.left - before.left > 0.8 * line.size and line.left - line.column_left > 0.8 * line.size
        width = line.column_right - line.column_left
        short = before.right < line.column_right - 0.15 * width
        if before.right < line.column_left + _SHORT_LINE * width and not line.text[0].islower():
            return False  # a line of an address, a date, a heading in the letters of the text
        return not (ended and (indented or short)) and not (indented and len(lines) > 1)

    def _slide_levels(self, groups: list[_Group]) -> dict[_StyleKey, int]:
        """On slides, the largest line near the top of each is its title, and nothing else is a heading."""
        tops: dict[int, int] = {}
        for position, (lines, style) in enumerate(groups):
            page = lines[0].page
            best = tops.get(page)
            if style and lines[0].height > 0.45 and (best is None or lines[0].size > 1.1 * groups[best][0][0].size):
                tops[page] = position
        chosen = set(tops.values())
        for position, (lines, style) in enumerate(groups):
            largest = position == min(chosen, default=-1)
            groups[position] = (
                lines,
                _Style(-2.0 if largest else -1.0, _BY_SIZE, 1) if style and position in chosen else None,
            )
        return {(-2.0, _BY_SIZE, 1): 1, (-1.0, _BY_SIZE, 1): 1}

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
            parted = text.endswith("-") and text[-2:-1].isalpha() and not _SUSPENDED.match(line.text)
            if parted and line.text[:1].islower():
                text = text if self._keeps_hyphen(text, line.text) else text[:-1]
            elif not (parted and line.text[:1].isupper()):
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


def _cell_count(line: Line) -> int:
    """How many cells a line has, a list's mark or a heading's number aside."""
    return len(line.cells) - bool(line.cells and _MARK_ALONE.match(line.cells[0]))


def _same_column(before: Line, line: Line) -> bool:
    return before.page == line.page and before.column == line.column


def _with_counted_items(parts: list[Block]) -> list[Block]:
    """The parts; those that begin with a number are items only where another item's number is next to theirs."""
    numbers: dict[int, int] = {}
    for position, part in enumerate(parts):
        digits = "".join(filter(str.isdecimal, part.text[: part.mark]))
        if digits:
            numbers[position] = int(digits)
    counted = list(numbers.items())
    alone = set(numbers)
    for (before, number), (after, following) in pairwise(counted):
        if following == number + 1 and after - before <= _FURTHEST_ITEM:
            alone -= {before, after}
    found = [replace(part, depth=0, mark=0) if position in alone else part for position, part in enumerate(parts)]
    for listed, run in groupby(
        range(len(found)), key=lambda place: found[place].depth > 0 and found[place].kind != "row"
    ):
        places = list(run)
        deeper = min(found[place].depth for place in places) - 1 if listed else 0
        for place in places if deeper else ():  # a list that is indented as a whole
            found[place] = replace(found[place], depth=found[place].depth - deeper)
    return found


def _title_group(groups: list[_Group], levels: dict[_StyleKey, int]) -> int | None:
    """The title: a heading larger than all others on the first page that has a heading, or on a page of titles."""
    headings = [(place, group, style) for place, (group, style) in enumerate(groups) if style and style.key in levels]
    if not headings:
        return None
    largest = min(style.smallness for _, _, style in headings)
    top = [(place, group) for place, group, style in headings if style.smallness == largest]
    place, group = top[0]
    first_page = headings[0][1][0].page
    alike = {tuple(words(" ".join(line.text for line in lines))) for _, lines in top}
    if len(alike) == 1 and group[0].page == first_page and len(headings) > 1:
        return place
    opening = [lines for lines, _ in groups if lines[0].page == groups[0][0][0].page]
    on_it = [(style.smallness, place) for place, lines, style in headings if lines[0].page == opening[0][0].page]
    few = sum(map(len, opening)) <= _LINES_OF_A_TITLE_PAGE and len(opening) < len(groups)
    return min(on_it)[1] if few and on_it else None


def _with_lead(groups: list[_Group], title: int | None) -> int | None:
    """The title, with a smaller line above it that leads into it ("A Report on")."""
    if not title:
        return title
    lines, style = groups[title - 1]
    first = groups[title][0][0]
    near = lines[-1].page == first.page and 0 < lines[-1].baseline - first.baseline < 2.5 * first.size
    if style and near and _UNFINISHED_TITLE.search(lines[-1].text):
        groups[title - 1 : title + 1] = [([*lines, *groups[title][0]], groups[title][1])]
        return title - 1
    return title


def _is_part(said: list[str], title: list[str]) -> bool:
    """Whether these words are the title, or some lines of it at its beginning or end."""
    return said == title or (len(said) > 2 and said in (title[: len(said)], title[-len(said) :]))


def _without_front_matter(
    groups: list[_Group], levels: dict[_StyleKey, int], title: int | None
) -> dict[_StyleKey, int]:
    """The levels without the styles that only the title's page has: the names of the authors, a date."""
    if title is None:
        return levels
    pages = {groups[title][0][0].page}
    named = words(" ".join(line.text for line in groups[title][0]))
    for lines, style in groups:  # the title again, on a page of its own
        said = words(" ".join(line.text for line in lines)) if style else []
        if _is_part(said, named) and lines[0].page <= _LAST_FRONT:
            pages.add(lines[0].page)
    page = max(pages)
    later = {style.key for lines, style in groups if style and lines[0].page > page and style.key in levels}
    return {key: level for key, level in levels.items() if key in later} if later else levels
