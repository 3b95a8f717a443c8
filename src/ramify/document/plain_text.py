"""Plain text to a Document.

Plain text has no markup, so its structure is a matter of convention: blank lines part paragraphs; a text without
hard line breaks has one paragraph a line; an underlined, numbered or all-capitals line that stands alone is a
heading; a short first line that stands alone and does not end like a sentence is the title.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ramify.document.builder import DocumentBuilder
from ramify.document.document import Document
from ramify.document.passage import Passage

# A line with something on it. Where the line begins, and without looking back: a line of spaces can be 50 MB long.
_FULL_LINE = r"[^\S\n]*+\S[^\n]*+"
_LINE = re.compile(f"^{_FULL_LINE}", re.MULTILINE)
_BLOCK = re.compile(f"^{_FULL_LINE}(?:\\n{_FULL_LINE})*+", re.MULTILINE)
_LIST_ITEM = re.compile(r"([ \t]*)(?:[-*+•‣◦▪●–—]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"\s*(={3,}|-{3,})\s*$")
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s+\w")
_CHAPTER = re.compile(r"(?:book|part|chapter|section|appendix)\s+(?:\d+|[ivxlc]+)\b", re.IGNORECASE)
_SENTENCE_END = (
    ".",
    "!",
    "?",
    "…",
    "。",
    "！",
    "？",
    ":",
    ";",
    ",",
    '."',
    '?"',
    '!"',
    ".”",
    "?”",
    "!”",
    ".'",
    ".’",
    ".)",
)

_LONGEST_HEADING = 90
_SHORTEST_WRAPPED_LINE = 40


def read_plain_text(text: str) -> Document:
    """Read a text; the offsets of its sentences count characters of ``text`` as given."""
    builder = DocumentBuilder(text)
    lists = _Lists()
    blocks = [match.span() for match in _BLOCK.finditer(text)]
    for position, (start, end) in enumerate(blocks):
        underlined = _underlined(text, start, end)
        if underlined:
            level, heading_end, rest = underlined
            builder.heading(level, Passage.of_slice(text, start, heading_end))
            start = rest
        elif _stands_as_heading(text[start:end]):
            line = text[start:end].strip()
            if position == 0 and len(blocks) > 1:
                builder.title(Passage.of_slice(text, start, end))
                continue
            level = _heading_level(line)
            if level:
                builder.heading(level, Passage.of_slice(text, start, end))
                continue
        for paragraph in _paragraphs(text, start, end):
            builder.paragraph(Passage.of_slice(text, paragraph.start, paragraph.end), lists.depth(paragraph.indent))
    return builder.document()


def _underlined(text: str, start: int, end: int) -> tuple[int, int, int] | None:
    """(level, end of the heading, start of the rest) where a block opens with an underlined line."""
    lines = [match.span() for match in _LINE.finditer(text, start, end)]
    if len(lines) < 2 or lines[0][1] - lines[0][0] > _LONGEST_HEADING:
        return None
    underline = _UNDERLINE.match(text[lines[1][0] : lines[1][1]])
    if not underline:
        return None
    rest = lines[2][0] if len(lines) > 2 else end
    return (1 if underline[1][0] == "=" else 2), lines[0][1], rest


def _stands_as_heading(block: str) -> bool:
    line = block.strip()
    return "\n" not in line and len(line) <= _LONGEST_HEADING and not line.endswith(_SENTENCE_END)


def _heading_level(line: str) -> int:
    """The level of a line that reads as a heading, or 0: a short line may also be a list item, or a stray phrase."""
    if _CHAPTER.match(line):
        return 1
    numbered = _NUMBERED.match(line)
    if numbered and line[numbered.end() - 1].isupper():
        return 1 + numbered[1].count(".")
    letters = [character for character in line if character.isalpha()]
    if len(letters) >= 3 and all(character.isupper() for character in letters):
        return 1
    return 0


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """A paragraph's place; ``indent`` is how far an item of a list is indented, None for prose."""

    start: int
    end: int
    indent: int | None = None


class _Lists:
    """How deep an item is nested: under the nearest item above it that is less indented."""

    def __init__(self) -> None:
        self._indents: list[int] = []

    def depth(self, indent: int | None) -> int:
        while self._indents and (indent is None or self._indents[-1] >= indent):
            self._indents.pop()
        if indent is not None:
            self._indents.append(indent)
        return len(self._indents)


def _paragraphs(text: str, start: int, end: int) -> Iterator[_Paragraph]:
    """The paragraphs of a block: the block itself where its lines are wrapped, else its lines; items of lists apart."""
    lines = [match.span() for match in _LINE.finditer(text, start, end)]
    each_line = _each_line_is_a_paragraph([text[first:last].rstrip() for first, last in lines])
    opened: _Paragraph | None = None
    for first, last in lines:
        item = _LIST_ITEM.match(text, first, last)
        if opened and (item or (each_line and opened.indent is None)):
            yield replace(opened, end=first)
            opened = None
        if opened is None:
            opened = _Paragraph(item.end() if item else first, end, len(item[1].expandtabs()) if item else None)
    if opened:
        yield opened


def _each_line_is_a_paragraph(lines: list[str]) -> bool:
    """Wrapped lines break anywhere, so few of them end a sentence; lines that are paragraphs mostly do."""
    if len(lines) == 1:
        return True
    wrapped = lines[:-1]
    ending = sum(line.endswith(_SENTENCE_END[:7] + _SENTENCE_END[10:]) for line in wrapped)
    return 2 * ending >= len(wrapped) or max(map(len, lines)) < _SHORTEST_WRAPPED_LINE
