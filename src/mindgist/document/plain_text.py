"""Plain text, whose structure follows conventions.

Blank lines separate paragraphs; a text without hard line breaks has one paragraph per line. An underlined, numbered or
all-capitals line that stands alone is a heading, and so are numbered lines of which most have text or bullets below
them, the first lines of chapters, articles and releases, short lines above lists, and questions where each has its
answer below. A short first line that does not end like a sentence is the title. The messages of an e-mail are sections.
Every step looks at each line once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from mindgist.document.block import Block, BlockKind, Passage
from mindgist.document.boilerplate import BOOK_BEGINS, BOOK_ENDS, CONTENTS_HEADING, is_boilerplate
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.email_text import QUOTE, Thread, email_thread
from mindgist.document.line_groups import (
    MAX_HEADING_LENGTH,
    LineGroup,
    heading_number,
    is_label,
    is_section_name,
    line_groups,
    may_be_heading,
    paragraphs,
)
from mindgist.document.tokens import INDENTED_MARK, LazyPattern
from mindgist.languages import any_language

_LINE = re.compile(r"[^\n]+")
_UNDERLINE = re.compile(r"\s*(={3,}|-{3,}|~{3,}|\*{3,}|#{3,})\s*$")
_SUBSECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,4}\.?[^\S\n]+\w")
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
_QUESTION = re.compile(r".{0,159}[?？؟]$")
_PAGE = re.compile(r"\w+ \d+$")  # "Page 1"
_CONTENTS_ENTRY = re.compile(rf"^{INDENTED_MARK.pattern}|\.{{4}}|\s\d+$")

_LABEL_LEVEL = 8  # of lines above lists and of questions: inside all other headings


def read_plain_text(text: str, title: str | None = None) -> Document:
    """Read a text; the offsets of its sentences count characters of ``text`` as given.

    Args:
        text: the text.
        title: a title that is stated outside the text, used if the text has none.
    """
    if thread := email_thread(text):
        return build_document(_thread_blocks(text, thread), text, title)
    begins, ends = BOOK_BEGINS.search(text), BOOK_ENDS.search(text)
    start, end = begins.end() if begins else 0, ends.start() if ends else len(text)
    lines = (line.span() for line in _LINE.finditer(text, start, end))
    return build_document(_Reader(text, list(line_groups(text, lines))).blocks(), text, title)


def _thread_blocks(text: str, thread: Thread) -> Iterator[Block]:
    """The subject and the messages of an e-mail; each of several is a section under its sender and date."""
    if thread.subject:
        yield Block.from_passage(_passage(text, *thread.subject), "title")
    for message in thread.messages:
        if message.heading and len(thread.messages) > 1:
            heading = Passage()
            for start, end in message.heading:
                heading.add(", " if heading else "", start, verbatim=False)
                heading.add(text[start:end], start)
            yield Block.from_passage(heading, "heading", level=1)
        yield from _Reader(text, list(line_groups(text, message.lines)), is_message=True).blocks()


def _passage(text: str, start: int, end: int) -> Passage:
    """A range of the text without the quote marks of an e-mail at the beginnings of its further lines."""
    passage = Passage()
    for mark in re.compile(rf"\n{QUOTE}").finditer(text, start, end):
        passage.add(text[start : mark.start() + 1], start)
        start = mark.end()
    passage.add(text[start:end], start)
    return passage


class _Reader:
    def __init__(self, text: str, groups: list[LineGroup], is_message: bool = False) -> None:
        self._text = text
        self._groups = groups
        self._is_message = is_message
        self._open: list[tuple[int, str]] = []  # of the open list items
        self._parts: list[str] = []  # words for parts ("part", "chapter"), outermost first
        self._has_roman = any(group.first_line.startswith("II. ") for group in groups)
        self._numbered = self._numbers_are_headings()
        self._has_questions = self._questions_are_headings()

    def blocks(self) -> Iterator[Block]:
        position = 0
        is_first = not self._is_message  # until something other than a date, a byline or the like
        while position < len(self._groups):
            group = self._groups[position]
            line = group.first_line
            position += 1
            if is_first and len(group.lines) == 1 and is_boilerplate(line):
                yield from self._paragraphs(group.lines)
                continue
            if CONTENTS_HEADING.match(line) and len(group.lines) < 3:
                below = (one.first_line for one in self._groups[position:])
                position += len(list(takewhile(_CONTENTS_ENTRY.search, below)))
                continue
            if level := self._underlined(group):
                yield self._block("title", *group.lines[0]) if is_first else self._heading(level, *group.lines[0])
                heading_lines = 2
            elif is_first and self._is_title(group, position):
                yield self._block("title", *group.lines[0])
                heading_lines = len(group.lines)
                self._groups[position:position] = line_groups(self._text, group.lines[1:])
            elif level := self._level(group) or self._label_level(group, position):
                last, heading_lines = self._numbered_heading_end(group, position)
                yield self._heading(level, group.lines[0][0], last)
                position += heading_lines > len(group.lines)
            else:
                heading_lines = 0
            is_first = is_first and not any(map(str.isalnum, line))
            yield from self._paragraphs(group.lines[heading_lines:])

    def _is_title(self, group: LineGroup, following: int) -> bool:
        """Whether the first group begins with the title: a short line, or one above few others that end no sentence."""
        line, *below = (self._text[start:end].strip() for start, end in group.lines)
        is_short = is_label(line) and not _PAGE.match(line) and not (below and below[0][0].islower())
        if following == len(self._groups) and not (is_short and any(map(INDENTED_MARK.match, below))):
            return False
        if not is_short and (len(below) > 5 or not all(map(may_be_heading, [line, *below]))):
            return False
        return not (_CHAPTER.match(line) or is_section_name(line) or _is_numbered(line) or _RELEASE.match(line))

    def _label_level(self, group: LineGroup, following: int) -> int:
        """The level of a line above a list, or 0."""
        if len(group.lines) > 1 or following >= len(self._groups) or not is_label(self._text[slice(*group.lines[0])]):
            return 0
        below = self._groups[following]
        is_list = INDENTED_MARK.match(self._text, below.lines[0][0]) and not self._level(below)
        return _LABEL_LEVEL if is_list else 0

    def _numbered_heading_end(self, group: LineGroup, following: int) -> tuple[int, int]:
        """Where a heading ends, and how many lines it takes: two where the first is only a number or "Chapter 1".

        The second line may be the whole next group.
        """
        line = group.first_line
        is_chapter = bool(_CHAPTER.match(line))
        if _BARE_NUMBER.match(line) or (is_chapter and _CHAPTER_ALONE.match(line)):
            if len(group.lines) > 1:
                start, end = group.lines[1]
                if end - start <= MAX_HEADING_LENGTH:
                    return end, 2
            elif following < len(self._groups):
                name = self._groups[following]
                if self._stands_as_heading(name) and (is_chapter or not self._level(name)):
                    return name.lines[0][1], 2
        return group.lines[0][1], 1

    def _block(self, kind: BlockKind, start: int, end: int, level: int = 0, depth: int = 0) -> Block:
        passage = _passage(self._text, start, end) if self._is_message else Passage(self._text[start:end], start)
        return Block.from_passage(passage, kind, level, depth)

    def _heading(self, level: int, start: int, end: int) -> Block:
        self._open.clear()
        return self._block("heading", start, end, level + self._is_message)

    def _paragraphs(self, lines: Sequence[tuple[int, int]]) -> Iterator[Block]:
        for start, end, position in paragraphs(self._text, lines):
            # An item is inside the nearest item above it that is less indented or has a mark of a new kind below it.
            while self._open and (position is None or position[0] < self._open[-1][0] or position in self._open):
                self._open.pop()
            if position is not None:
                self._open.append(position)
            yield self._block("paragraph", start, end, depth=len(self._open))

    def _underlined(self, group: LineGroup) -> int | None:
        """The level of the heading that a group opens with, if its second line underlines it: "4.1" is inside "4."."""
        if len(group.lines) < 2 or group.lines[0][1] - group.lines[0][0] > MAX_HEADING_LENGTH:
            return None
        start, end = group.lines[1]
        mark = _UNDERLINE.match(self._text[start:end]) if end - start < 200 else None
        level = 1 if mark and mark[1][0] in "=*#" else 2
        return max(level, 1 + (heading_number(group.first_line) or "").count(".")) if mark else None

    def _stands_as_heading(self, group: LineGroup) -> bool:
        return len(group.lines) == 1 and may_be_heading(group.first_line)

    def _level(self, group: LineGroup) -> int:
        """The level of the heading that a group opens with, or 0. A short line may also be an item or a phrase."""
        line = group.first_line
        if len(line) > MAX_HEADING_LENGTH:
            return 0
        if _RELEASE.match(line):
            return 2
        chapter = _CHAPTER.match(line)
        if chapter and not line[chapter.end() :].lstrip(" .:–—-")[:1].islower():
            return self._part_level(chapter[0].split()[0].lower())
        if self._has_questions and _QUESTION.match(line):
            return _LABEL_LEVEL
        question = line.endswith("?") and bool(_SUBSECTION.match(line)) and len(group.lines) == 1
        return self._level_of_line(line) if question or self._stands_as_heading(group) else 0

    def _part_level(self, word: str) -> int:
        """The level of a part: the word that comes first in the text is for the outermost; appendices are such, too."""
        if word.startswith(("app", "anh", "anne", "прил")):
            return 1
        if word not in self._parts:
            self._parts.append(word)
        return 1 + self._parts.index(word)

    def _level_of_line(self, line: str) -> int:
        if number := heading_number(line):
            if number[0].isalpha():
                return self._has_roman and 1 + (number[0] not in "IVX")
            depth = 1 + number.count(".")
            return depth if depth > 1 or self._numbered else 0
        if _BARE_NUMBER.match(line):
            return 1 + line.rstrip(".").count(".") if self._numbered or not line.isdecimal() else 0
        letters = [character for character in line if character.isalpha()]
        capitals = len(letters) >= max(3, 0.5 * len(line.replace(" ", ""))) and all(map(str.isupper, letters))
        return int(is_section_name(line) or capitals)

    def _numbers_are_headings(self) -> bool:
        """Whether lines such as "2. Money" are headings: most of them have prose below. Else they are a list."""
        numbered = [self._stands_as_heading(group) and _is_numbered(group.first_line) for group in self._groups]
        followed = sum(one and not other for one, other in pairwise(numbered))
        return 2 * followed > sum(numbered)

    def _questions_are_headings(self) -> bool:
        """Whether at least three groups begin with a question, most have an answer below, and every sixth is such."""
        questions = [bool(_QUESTION.match(group.first_line)) for group in self._groups]
        answered = sum(
            one and (not other or len(group.lines) > 1)
            for group, one, other in zip(self._groups, questions, [*questions, True][1:], strict=True)
        )
        return answered >= 3 and 3 * answered > 2 * sum(questions) and 6 * answered >= len(questions)


def _is_numbered(line: str) -> bool:
    return bool(_BARE_NUMBER.match(line) or (heading_number(line) and not _CHAPTER.match(line)))
