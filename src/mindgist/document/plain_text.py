"""Plain text to a Document.

Plain text has no markup, so its structure is a matter of convention: blank lines part paragraphs; a text without
hard line breaks has one paragraph a line; an underlined, numbered or all-capitals line that stands alone is a
heading, and so are the lines that open chapters and releases; a short first line that stands alone and does not end
like a sentence is the title. Every step looks at each line once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from mindgist.document.boilerplate import BOOK_BEGINS, BOOK_ENDS, BOOK_MARK
from mindgist.document.builder import DocumentBuilder
from mindgist.document.document import Document
from mindgist.document.email_text import without_email_frame
from mindgist.document.passage import Passage

_LINE = re.compile(r"[^\n]+")
_ITEM = re.compile(
    r"([ \t]{0,40})(?:[-*+•‣◦▪●–—]|(\d{1,3}(?:\.\d{1,3}){0,4})[.)]|(\d{1,3}(?:\.\d{1,3}){1,4})|"
    r"\((?:\d{1,3}|[a-z])\)|[a-z][.)])[ \t]{1,20}(?=\S)"
)
_TIME = re.compile(r"[ \t]{0,40}\d{1,2}[:.h]\d\d(?!\d)")
_UNDERLINE = re.compile(r"\s*(={3,}|-{3,}|~{3,}|\*{3,}|#{3,})\s*$")
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})\.?[^\S\n]+\w")
_SUBSECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,4}\.?[^\S\n]+\w")
_NAMED = re.compile(
    r"(?:abstract|introduction|summary|background|methods?|results|discussion|conclusions?|references|bibliography|"
    r"acknowledge?ments|foreword|preface|epilogue|prologue|zusammenfassung|einleitung|literatur|vorwort|fazit|résumé|"
    r"conclusion|préface|remerciements|resumen|introducción|conclusiones|referencias|введение|заключение|аннотация)$",
    re.IGNORECASE,
)
_LONGEST_NAME = 20
_BARE_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7})\.?$")
_CHAPTER = re.compile(
    r"(?:book|part|chapter|section|appendix|act|scene|kapitel|teil|anhang|abschnitt|chapitre|partie|annexe|livre|capítulo|"
    r"parte|capitolo|глава|часть|приложение|hoofdstuk|rozdział)\s+(?:\d+|[ivxlc]+|[A-Z]|one|two|three|four|five|six|"
    r"seven|eight|nine|ten)\b|第\s*[一二三四五六七八九十百\d]+\s*[章节回卷]",
    re.IGNORECASE,
)
_CHAPTER_ALONE = re.compile(r"\S+\s+\S+[.:]?$")
_RELEASE = re.compile(
    r"(?:version|release|changes in|v)?[ \t]*\[?v?\d+\.\d+(?:\.\d+)*[\w.-]*\]?[ \t]*"
    r"(?:[-–—:(,]*[ \t]*(?:\d{4}-\d\d-\d\d|\d{1,2} \w+ \d{4}|\w+ \d{1,2},? \d{4}|unreleased)\)?)?[ \t]*:?$",
    re.IGNORECASE,
)
_CONTENTS = re.compile(
    r"\s*(?:table of )?contents$|\s*inhalt(?:sverzeichnis)?$|\s*table des matières$|\s*содержание$|\s*目录$|\s*índice$",
    re.IGNORECASE,
)
_UNFINISHED = (":", ";", ",")
_FINISHED = (".", "!", "?", "…", "。", "！", "？")
_CLOSING = "\"'”’)]»」』"

_LONGEST_HEADING = 90
_WIDEST_MARGIN = 40  # spaces that may tell how deep an item stands
_SHORTEST_WRAPPED_LINE = 40


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines without a blank one between them, each as (start, end) in the text."""

    lines: tuple[tuple[int, int], ...]

    def first(self, text: str) -> str:
        """Its first line."""
        start, end = self.lines[0]
        return text[start:end].strip()

    @property
    def start(self) -> int:
        return self.lines[0][0]

    @property
    def end(self) -> int:
        return self.lines[-1][1]


def read_plain_text(text: str) -> Document:
    """Read a text; the offsets of its sentences count characters of ``text`` as given."""
    start, end, title = without_email_frame(text)
    if BOOK_MARK in text:
        begins, ends = BOOK_BEGINS.search(text, start, end), BOOK_ENDS.search(text, start, end)
        start, end = begins.end() if begins else start, ends.start() if ends else end
    return _Reader(text, list(_blocks(text, start, end)), title).document()


def _blocks(text: str, start: int, end: int) -> Iterator[_Block]:
    lines: list[tuple[int, int]] = []
    last = start
    for match in _LINE.finditer(text, start, end):
        line = match[0]
        if lines and (not line.strip() or match.start() > last + 1):
            yield _Block(tuple(lines))
            lines = []
        last = match.end()
        if line.strip():
            margin = len(line) - len(line.lstrip())
            first = match.start() + (margin if margin > _WIDEST_MARGIN or line[0] not in " \t" else 0)
            lines.append((first, match.start() + len(line.rstrip())))
    if lines:
        yield _Block(tuple(lines))


class _Reader:
    def __init__(self, text: str, blocks: list[_Block], title: tuple[int, int] | None) -> None:
        self._text = text
        self._blocks = blocks
        self._builder = DocumentBuilder(text)
        self._lists = _Lists()
        self._titled = title is not None
        if title:
            self._builder.title(Passage.of_slice(text, *title))
        self._numbered = self._numbers_are_headings()

    def document(self) -> Document:
        position = 0
        while position < len(self._blocks):
            position += self._block(position)
        return self._builder.document()

    def _block(self, position: int) -> int:
        """Add what begins at a block; how many blocks it takes."""
        block = self._blocks[position]
        line = block.first(self._text)
        if _CONTENTS.match(line) and len(block.lines) < 3:
            return 1 + self._entries(position + 1)
        taken = 1  # lines of a heading, with what underlines it
        level = self._underlined(block)
        if level and position == 0 and not self._titled:
            self._builder.title(Passage.of_slice(self._text, *block.lines[0]))
            taken = 2
        elif level:
            self._heading(level, block.lines[0])
            taken = 2
        elif level := self._level(block, line):
            return self._numbered_heading(level, position)
        elif position == 0 and len(self._blocks) > 1 and self._stands_as_heading(block) and not self._titled:
            self._builder.title(Passage.of_slice(self._text, block.start, block.end))
        else:
            taken = 0
        self._paragraphs(replace(block, lines=block.lines[taken:]))
        return 1

    def _numbered_heading(self, level: int, position: int) -> int:
        """A heading of a line, or of two where the first is no more than a number; how many blocks it takes."""
        block = self._blocks[position]
        line = block.first(self._text)
        chapter = _CHAPTER.match(line)
        alone = _BARE_NUMBER.match(line) or (chapter and _CHAPTER_ALONE.match(line))
        following = self._blocks[position + 1] if position + 1 < len(self._blocks) else None
        taken = 1
        if alone and len(block.lines) > 1 and block.lines[1][1] - block.lines[1][0] <= _LONGEST_HEADING:
            taken = 2
        elif alone and len(block.lines) == 1 and following and self._names(following, bool(chapter)):
            self._heading(level, (block.start, following.end))
            return 2
        self._heading(level, (block.start, block.lines[taken - 1][1]))
        self._paragraphs(replace(block, lines=block.lines[taken:]))
        return 1

    def _names(self, block: _Block, chapter: bool) -> bool:
        """Whether a block is the name that belongs to a number above it."""
        return self._stands_as_heading(block) and (chapter or not self._level(block, block.first(self._text)))

    def _entries(self, position: int) -> int:
        """How many blocks from here are entries of a table of contents."""
        count = 0
        for block in self._blocks[position:]:
            first = block.first(self._text)
            if not (
                _ITEM.match(first)
                or (_CHAPTER.match(first) and len(block.lines) > 2)
                or re.search(r"\.{4}|\s\d+$", first)
            ):
                break
            count += 1
        return count if count > 1 or (count and len(self._blocks[position].lines) > 2) else 0

    def _heading(self, level: int, span: tuple[int, int]) -> None:
        self._lists.depth(None)
        self._builder.heading(level, Passage.of_slice(self._text, *span))

    def _paragraphs(self, block: _Block) -> None:
        for paragraph in _paragraphs(self._text, block):
            self._builder.lines(paragraph.start, paragraph.end, self._lists.depth(paragraph.indent))

    def _underlined(self, block: _Block) -> int | None:
        """The level of a heading that a block opens with, if its second line underlines it."""
        if len(block.lines) < 2 or block.lines[0][1] - block.lines[0][0] > _LONGEST_HEADING:
            return None
        start, end = block.lines[1]
        mark = _UNDERLINE.match(self._text[start:end]) if end - start < 200 else None
        return (1 if mark[1][0] in "=*#" else 2) if mark else None

    def _stands_as_heading(self, block: _Block) -> bool:
        line = block.first(self._text)
        return len(block.lines) == 1 and len(line) <= _LONGEST_HEADING and not _ends(line, _FINISHED + _UNFINISHED)

    def _level(self, block: _Block, line: str) -> int:
        """The level of a heading that a block opens with, or 0: a short line may also be an item, or a stray phrase."""
        if len(line) > _LONGEST_HEADING:
            return 0
        if _RELEASE.match(line) and (len(block.lines) > 1 or self._numbered or not line.endswith(":")):
            return 2 if any(map(str.isdigit, line)) else 0
        chapter = _CHAPTER.match(line)
        if (
            chapter
            and (not _ends(line, _UNFINISHED) or line.endswith(":"))
            and (len(block.lines) < 3 or line.isupper())
        ):
            return 1
        question = line.endswith("?") and bool(_SUBSECTION.match(line)) and len(block.lines) == 1
        return self._level_of_line(line) if question or self._stands_as_heading(block) else 0

    def _level_of_line(self, line: str) -> int:
        numbered = _NUMBER.match(line)
        if numbered and (line[numbered.end() - 1].isupper() or line[numbered.end() - 1] > "\u2e80"):
            depth = 1 + numbered[1].count(".")
            return depth if depth > 1 or self._numbered else 0
        if _BARE_NUMBER.match(line):
            return 1 + line.rstrip(".").count(".") if self._numbered or not line.isdecimal() else 0
        letters = [character for character in line if character.isalpha()]
        named = len(line) <= _LONGEST_NAME and bool(_NAMED.match(line))
        capitals = len(letters) >= max(3, 0.5 * len(line.replace(" ", ""))) and all(map(str.isupper, letters))
        return 1 if named or capitals else 0

    def _numbers_are_headings(self) -> bool:
        """Whether lines such as "2. Money" are headings: most of them have prose below. Else they are a list."""
        numbered = [
            bool(_NUMBER.match(block.first(self._text)) or _BARE_NUMBER.match(block.first(self._text)))
            and self._stands_as_heading(block)
            for block in self._blocks
        ]
        followed = sum(one and not other for one, other in pairwise(numbered))
        return 2 * followed > sum(numbered)


class _Paragraph(NamedTuple):
    """A paragraph's place; ``indent`` is how far an item of a list is indented, None for prose."""

    start: int
    end: int
    indent: int | None = None


class _Lists:
    """How deep an item is nested: under the nearest item above it that is less indented."""

    def __init__(self) -> None:
        self._indents: list[int] = []

    def depth(self, indent: int | None) -> int:
        """The depth of the next paragraph."""
        while self._indents and (indent is None or self._indents[-1] >= indent):
            self._indents.pop()
        if indent is not None:
            self._indents.append(indent)
        return len(self._indents)


def _paragraphs(text: str, block: _Block) -> Iterator[_Paragraph]:
    """The paragraphs of a block: the block itself where its lines are wrapped, else its lines; items of lists apart."""
    if not block.lines:
        return
    each_line = _each_line_is_a_paragraph([text[first:last] for first, last in block.lines])
    timed = len(block.lines) > 1 and sum(bool(_TIME.match(text, first, last)) for first, last in block.lines) > 1
    opened: _Paragraph | None = None
    last_line = 0
    for first, last in block.lines:
        item = _ITEM.match(text, first, last)
        time = timed and _TIME.match(text, first, last)
        if opened and (item or time or (each_line and opened.indent is None)):
            yield _Paragraph(opened.start, last_line, opened.indent)
            opened = None
        if opened is None:
            indent = _indent(item) if item and not time else 0 if time else None
            opened = _Paragraph(item.end() if item and not time else first, last, indent)
        last_line = last
    if opened:
        yield _Paragraph(opened.start, last_line, opened.indent)


def _indent(item: re.Match[str]) -> int:
    """How far an item is indented; "1.1" stands under "1." though it may begin where that does."""
    return len(item[1].expandtabs()) + (item[2] or item[3] or "").count(".")


def _each_line_is_a_paragraph(lines: list[str]) -> bool:
    """Wrapped lines break anywhere, so few of them end a sentence; lines that are paragraphs mostly do."""
    if len(lines) == 1:
        return True
    ending = sum(_ends(line, _FINISHED) for line in lines[:-1])
    return 2 * ending >= len(lines) - 1 or max(map(len, lines)) < _SHORTEST_WRAPPED_LINE


def _ends(line: str, marks: tuple[str, ...]) -> bool:
    return line.rstrip(_CLOSING).endswith(marks)
