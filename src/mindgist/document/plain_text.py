"""Plain text, whose structure follows conventions.

Blank lines separate paragraphs; a text without hard line breaks has one paragraph per line. An underlined, numbered or
all-capitals line that stands alone is a heading, and so are the first lines of chapters and releases. A short first
line that stands alone and does not end like a sentence is the title. Every step looks at each line once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mindgist.document.block import Block, BlockKind, Passage
from mindgist.document.boilerplate import BOOK_BEGINS, BOOK_ENDS, BOOK_MARK, is_boilerplate
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.email_text import email_message
from mindgist.document.patterns import INDENTED_MARK, LazyPattern
from mindgist.languages import any_language

_LINE = re.compile(r"[^\n]+")
_TIME = re.compile(r"[ \t]{0,40}\d{1,2}[:.h]\d\d(?!\d)")
_UNDERLINE = re.compile(r"\s*(={3,}|-{3,}|~{3,}|\*{3,}|#{3,})\s*$")
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})\.?[^\S\n]+\w")
_SUBSECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,4}\.?[^\S\n]+\w")
_NAMED = LazyPattern(lambda: f"{any_language().section_names}$", re.IGNORECASE)
_MAX_NAME_LENGTH = 20
_BARE_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7})\.?$")
_CHAPTER = LazyPattern(
    lambda: (
        rf"{any_language().part_names}\s+"
        rf"(?:\d+|[ivxlc]+|[A-Z]|{any_language().number_words})\b|"
        r"第\s*[一二三四五六七八九十百\d]+\s*[章节回卷]"
    ),
    re.IGNORECASE,
)
_CHAPTER_ALONE = re.compile(r"\S+\s+\S+[.:]?$")
_RELEASE = re.compile(
    r"(?:version|release|changes in|v)?[ \t]*\[?v?\d+\.\d+(?:\.\d+)*[\w.-]*\]?[ \t]*"
    r"(?:[-–—:(,]*[ \t]*(?:\d{4}-\d\d-\d\d|\d{1,2} \w+ \d{4}|\w+ \d{1,2},? \d{4}|unreleased)\)?)?[ \t]*:?$",
    re.IGNORECASE,
)
_CONTENTS = LazyPattern(lambda: rf"\s*{any_language().contents_names}$", re.IGNORECASE)
_CONTENTS_ENTRY = re.compile(r"\.{4}|\s\d+$")
_UNFINISHED = (":", ";", ",")
_FINISHED = (".", "!", "?", "…", "。", "！", "？")
_CLOSING = "\"'”’)]»」』"

_MAX_HEADING_LENGTH = 90  # characters
_MAX_INDENT = 40  # columns; beyond this, indentation does not tell the depth of an item
_MIN_WRAPPED_LENGTH = 40  # characters of the longest line of a wrapped paragraph


class _LineGroup(NamedTuple):
    """Lines without a blank line between them, each as (start, end) in the text."""

    lines: list[tuple[int, int]]
    first_line: str

    @property
    def start(self) -> int:
        return self.lines[0][0]

    @property
    def end(self) -> int:
        return self.lines[-1][1]


def read_plain_text(text: str) -> Document:
    """Read a text; the offsets of its sentences count characters of ``text`` as given."""
    start, end, title = email_message(text)
    if BOOK_MARK in text:
        begins, ends = BOOK_BEGINS.search(text, start, end), BOOK_ENDS.search(text, start, end)
        start, end = begins.end() if begins else start, ends.start() if ends else end
    reader = _Reader(text, list(_line_groups(text, start, end)), title)
    return build_document(reader.blocks(), text)


def _line_groups(text: str, start: int, end: int) -> Iterator[_LineGroup]:
    lines: list[tuple[int, int]] = []
    first_line = ""
    previous_end = start
    for match in _LINE.finditer(text, start, end):
        line = match[0]
        stripped = line.strip()
        if lines and (not stripped or match.start() > previous_end + 1):
            yield _LineGroup(lines, first_line)
            lines = []
        previous_end = match.end()
        if stripped:
            first_line = first_line if lines else stripped
            margin = len(line) - len(line.lstrip())
            first = match.start() + (margin if margin > _MAX_INDENT or line[0] not in " \t" else 0)
            lines.append((first, match.start() + len(line.rstrip())))
    if lines:
        yield _LineGroup(lines, first_line)


class _Reader:
    def __init__(self, text: str, groups: list[_LineGroup], title: tuple[int, int] | None) -> None:
        self._text = text
        self._groups = groups
        self._indents: list[int] = []  # of the open list items
        self._title = title
        self._numbered = self._numbers_are_headings()

    def blocks(self) -> Iterator[Block]:
        if self._title:
            yield self._block("title", *self._title)
        position = 0
        is_first = True  # until something other than a date, a byline or the like
        while position < len(self._groups):
            group = self._groups[position]
            line = group.first_line
            position += 1
            if is_first and len(group.lines) == 1 and is_boilerplate(line):
                yield from self._paragraphs(group.lines)
                continue
            if _CONTENTS.match(line) and len(group.lines) < 3:
                position += self._count_contents_entries(position)
                continue
            if level := self._underlined(group):
                yield self._title_or_heading(level, group.lines[0], is_first)
                heading_lines = 2
            elif level := self._level(group):
                last, heading_lines = self._numbered_heading_end(group, position)
                yield self._heading(level, group.start, last)
                position += heading_lines > len(group.lines)
            elif is_first and position < len(self._groups) and self._stands_as_heading(group) and not self._title:
                yield self._block("title", group.start, group.end)
                heading_lines = 1
            else:
                heading_lines = 0
            is_first = False
            yield from self._paragraphs(group.lines[heading_lines:])

    def _title_or_heading(self, level: int, line: tuple[int, int], is_first: bool) -> Block:
        return self._block("title", *line) if is_first and not self._title else self._heading(level, *line)

    def _numbered_heading_end(self, group: _LineGroup, following: int) -> tuple[int, int]:
        """Where a heading ends, and how many lines it takes: two where the first is only a number or "Chapter 1".

        The second line may be the whole next group.
        """
        line = group.first_line
        is_chapter = bool(_CHAPTER.match(line))
        is_number_alone = _BARE_NUMBER.match(line) or (is_chapter and _CHAPTER_ALONE.match(line))
        if not is_number_alone:
            return group.lines[0][1], 1
        if len(group.lines) > 1:
            start, end = group.lines[1]
            return (end, 2) if end - start <= _MAX_HEADING_LENGTH else (group.lines[0][1], 1)
        if following < len(self._groups) and self._is_heading_name(self._groups[following], is_chapter):
            return self._groups[following].end, 2
        return group.end, 1

    def _is_heading_name(self, group: _LineGroup, is_chapter: bool) -> bool:
        """Whether a group is the name that belongs to a number above it."""
        return self._stands_as_heading(group) and (is_chapter or not self._level(group))

    def _count_contents_entries(self, position: int) -> int:
        """How many groups from here are entries of a table of contents."""
        count = 0
        for group in self._groups[position:]:
            line = group.first_line
            is_chapter = _CHAPTER.match(line) and len(group.lines) > 2
            if not (INDENTED_MARK.match(line) or is_chapter or _CONTENTS_ENTRY.search(line)):
                break
            count += 1
        return count if count > 1 or (count and len(self._groups[position].lines) > 2) else 0

    def _block(self, kind: BlockKind, start: int, end: int, level: int = 0, depth: int = 0) -> Block:
        return Block.from_passage(Passage(self._text[start:end], start), kind, level, depth)

    def _heading(self, level: int, start: int, end: int) -> Block:
        self._indents.clear()
        return self._block("heading", start, end, level)

    def _paragraphs(self, lines: Sequence[tuple[int, int]]) -> Iterator[Block]:
        for start, end, indent in _paragraphs(self._text, lines):
            yield self._block("paragraph", start, end, depth=self._list_depth(indent))

    def _list_depth(self, indent: int | None) -> int:
        """The depth of the next paragraph: an item is inside the nearest item above it that is less indented."""
        while self._indents and (indent is None or self._indents[-1] >= indent):
            self._indents.pop()
        if indent is not None:
            self._indents.append(indent)
        return len(self._indents)

    def _underlined(self, group: _LineGroup) -> int | None:
        """The level of the heading that a group opens with, if its second line underlines it."""
        if len(group.lines) < 2 or group.lines[0][1] - group.lines[0][0] > _MAX_HEADING_LENGTH:
            return None
        start, end = group.lines[1]
        mark = _UNDERLINE.match(self._text[start:end]) if end - start < 200 else None
        return (1 if mark[1][0] in "=*#" else 2) if mark else None

    def _stands_as_heading(self, group: _LineGroup) -> bool:
        line = group.first_line
        return len(group.lines) == 1 and len(line) <= _MAX_HEADING_LENGTH and not _ends(line, _FINISHED + _UNFINISHED)

    def _level(self, group: _LineGroup) -> int:
        """The level of the heading that a group opens with, or 0. A short line may also be an item or a phrase."""
        line = group.first_line
        if len(line) > _MAX_HEADING_LENGTH:
            return 0
        if _RELEASE.match(line) and (len(group.lines) > 1 or self._numbered or not line.endswith(":")):
            return 2 if any(map(str.isdigit, line)) else 0
        chapter = _CHAPTER.match(line)
        if (
            chapter
            and (not _ends(line, _UNFINISHED) or line.endswith(":"))
            and (len(group.lines) < 3 or line.isupper())
        ):
            return 1
        question = line.endswith("?") and bool(_SUBSECTION.match(line)) and len(group.lines) == 1
        return self._level_of_line(line) if question or self._stands_as_heading(group) else 0

    def _level_of_line(self, line: str) -> int:
        numbered = _NUMBER.match(line)
        if numbered and (line[numbered.end() - 1].isupper() or line[numbered.end() - 1] > "\u2e80"):
            depth = 1 + numbered[1].count(".")
            return depth if depth > 1 or self._numbered else 0
        if _BARE_NUMBER.match(line):
            return 1 + line.rstrip(".").count(".") if self._numbered or not line.isdecimal() else 0
        letters = [character for character in line if character.isalpha()]
        named = len(line) <= _MAX_NAME_LENGTH and bool(_NAMED.match(line))
        capitals = len(letters) >= max(3, 0.5 * len(line.replace(" ", ""))) and all(map(str.isupper, letters))
        return 1 if named or capitals else 0

    def _numbers_are_headings(self) -> bool:
        """Whether lines such as "2. Money" are headings: most of them have prose below. Else they are a list."""
        numbered = [
            self._stands_as_heading(group)
            and bool(_NUMBER.match(group.first_line) or _BARE_NUMBER.match(group.first_line))
            for group in self._groups
        ]
        followed = sum(one and not other for one, other in pairwise(numbered))
        return 2 * followed > sum(numbered)


def _paragraphs(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int | None]]:
    """The paragraphs of a group of lines: one if its lines are wrapped, else one per line; list items are separate.

    Each is (start, end, indentation); the indentation is None for prose.
    """
    each_line = _each_line_is_a_paragraph([text[first:last] for first, last in lines])
    timed = len(lines) > 1 and sum(bool(_TIME.match(text, first, last)) for first, last in lines) > 1
    start = end = -1  # of the open paragraph
    indent: int | None = None
    for first, last in lines:
        item = INDENTED_MARK.match(text, first, last)
        time = timed and _TIME.match(text, first, last)
        begins = item or time or (each_line and indent is None)
        if begins and start >= 0:
            yield start, end, indent
        if begins or start < 0:
            start, indent = first, 0 if time else None
            if item and not time:
                start, indent = item.end(), _indent(item)
        end = last
    if start >= 0:
        yield start, end, indent


def _indent(item: re.Match[str]) -> int:
    """The indentation of an item. Each dot in its number adds one, so that "1.1" is inside "1."."""
    return len(item[1].expandtabs()) + (item[2] or item[3] or "").count(".")


def _each_line_is_a_paragraph(lines: list[str]) -> bool:
    """Whether at least half of the lines end a sentence, which wrapped lines rarely do, or all are short."""
    if len(lines) < 2:
        return True
    ending = sum(_ends(line, _FINISHED) for line in lines[:-1])
    return 2 * ending >= len(lines) - 1 or max(map(len, lines)) < _MIN_WRAPPED_LENGTH


def _ends(line: str, marks: tuple[str, ...]) -> bool:
    return line.rstrip(_CLOSING).endswith(marks)
