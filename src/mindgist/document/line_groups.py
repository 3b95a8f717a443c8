"""The lines of a plain text: groups without a blank line between them, headings apart, and the paragraphs of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mindgist.document.tokens import INDENTED_MARK, LazyPattern
from mindgist.languages import any_language

MAX_HEADING_LENGTH = 90  # characters
_FINISHED = (".", "!", "?", "…", "。", "！", "？")
# The number of a heading: in figures, Roman, or a letter.
NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4}|[IVX]{1,6}(?=\.)|[A-H](?=\.))\.?[^\S\n]+\w")
_NAMED = LazyPattern(lambda: f"{any_language().section_names}$", re.IGNORECASE)
KEYED = re.compile(r"[^\W\d_][\w '/-]{1,30}:(?:[ \t]|$)")  # "Present: Ida, Tom"
_TIME = re.compile(r"[ \t]{0,40}\d{1,2}[:.h]\d\d(?!\d)")
_SENTENCE_END = re.compile(r"[。！？]|[.!?] ")
_MAX_LABEL_LENGTH = 50  # characters of a line above a list that is its heading


class LineGroup(NamedTuple):
    """Lines without a blank line between them, each as (start, end) in the text."""

    lines: list[tuple[int, int]]
    first_line: str


def may_be_heading(line: str) -> bool:
    """Whether a line is short and ends neither like a sentence nor in the middle of one."""
    return len(line) <= MAX_HEADING_LENGTH and not _ends(line, (*_FINISHED, ":", ";", ",", "：", "，"))


def heading_number(line: str) -> str | None:
    """The number that a line begins with, before a capital or a letter of a script without case."""
    number = NUMBER.match(line)
    is_name = number and (line[number.end() - 1].isupper() or line[number.end() - 1] > "\u2e80")
    return number[1] if number and is_name else None


def is_section_name(line: str) -> bool:
    """Whether a line is a usual heading of a section ("Introduction")."""
    return len(line) <= 20 and bool(_NAMED.match(line))


def is_label(line: str) -> bool:
    """Whether a line may be the heading of a list below it: it is short, begins with a capital and is no item."""
    if len(line) > _MAX_LABEL_LENGTH or not may_be_heading(line) or KEYED.match(line):
        return False
    return line[0].isalpha() and not line[0].islower() and not _SENTENCE_END.search(line)


def line_groups(text: str, lines: Iterable[tuple[int, int]]) -> Iterator[LineGroup]:
    """The groups of lines, which are given by their ranges."""
    group: list[tuple[int, int]] = []
    previous_end = 0
    for start, end in lines:
        line = text[start:end]
        stripped = line.strip()
        if group and (not stripped or text.count("\n", previous_end, start) > 1):
            yield from _with_headings_apart(text, group)
            group = []
        previous_end = end
        if stripped:
            margin = len(line) - len(line.lstrip())
            is_indented = margin <= 40 and line[0] in " \t"  # beyond, it does not tell the depth of an item
            group.append((start if is_indented else start + margin, start + len(line.rstrip())))
    if group:
        yield from _with_headings_apart(text, group)


def _with_headings_apart(text: str, lines: list[tuple[int, int]]) -> Iterator[LineGroup]:
    """The group, with headings that stand directly above text or a list as groups of their own."""
    texts = [text[start:end].strip() for start, end in lines]
    longest = max(map(len, texts))
    begin = 0  # of the rest of the group
    was_item = False
    for place, (line, following) in enumerate(pairwise(texts)):
        is_item = bool(INDENTED_MARK.match(text, *lines[place]))
        leads_items = bool(INDENTED_MARK.match(text, *lines[place + 1]))
        is_next_label = was_item and not is_item and len(texts[place - 1]) < _MAX_LABEL_LENGTH
        is_next_number = begin > 0 and line[0].isalpha() and NUMBER.match(line) and _ends(texts[place - 1])
        may_open = place == begin or is_next_number or (is_next_label and not text[lines[place][0]].isspace())
        if may_open and _opens(line, following, leads_items, longest):
            if place > begin:
                yield LineGroup(lines[begin:place], texts[begin])
            yield LineGroup(lines[place : place + 1], line)
            begin = place + 1
        was_item = is_item
    yield LineGroup(lines[begin:], texts[begin])


def _opens(line: str, following: str, leads_items: bool, longest: int) -> bool:
    if not may_be_heading(line) or following[0].islower():
        return False
    number, next_number = heading_number(line), NUMBER.match(following)
    if number:
        if next_number:  # "2 Methods" above "2.1 Study site", but not above "3 Results"
            return next_number[1].startswith(f"{number}.") or (number[0] in "IVX" and next_number[1][0] in "ABCDEFGH")
        return leads_items or len(line) <= 0.8 * longest  # the lines of wrapped text are longer
    if is_section_name(line):
        return not next_number
    return leads_items and is_label(line)


def paragraphs(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int | None]]:
    """The paragraphs of a group of lines: one if its lines are wrapped, else one per line; list items are separate.

    Each is (start, end, indentation); the indentation is None for prose.
    """
    texts = [text[first:last] for first, last in lines]
    each_line = _each_line_is_a_paragraph(texts)
    keys = [found[0] for line in texts if (found := KEYED.match(line))]
    is_table = len(keys) >= 3 or (len(keys) == len(lines) > 1 and not any(_ends(line) for line in texts))
    keyed = is_table and len(set(keys)) == len(keys)  # speakers return, keys do not
    timed = sum(bool(_TIME.match(line)) for line in texts) > 1
    start = end = -1  # of the open paragraph
    indent: int | None = None
    for (first, last), line in zip(lines, texts, strict=True):
        item = INDENTED_MARK.match(text, first, last)
        time = timed and _TIME.match(line)
        key = keyed and not item and KEYED.match(line)
        begins = item or time or key or (each_line and indent is None)
        if begins and start >= 0:
            yield start, end, indent
        if begins or start < 0:
            start, indent = first, 0 if time or key else None
            if item and not time:
                start, indent = item.end(), _indent(item)
        end = last
    if start >= 0:
        yield start, end, indent


def _indent(item: re.Match[str]) -> int:
    """The indentation of an item, in tenths of a column.

    Each dot in its number adds one, so that "1.1" is inside "1.". At the same column, letters are inside numbers and
    bullets inside both.
    """
    mark = item[0].strip()
    inner = 0 if any(map(str.isdecimal, mark)) else 5 if any(map(str.isalpha, mark)) else 8
    return 10 * len(item[1].expandtabs()) + (item[2] or item[3] or "").count(".") + inner


def _each_line_is_a_paragraph(lines: list[str]) -> bool:
    """Whether at least half of the lines end a sentence, which wrapped lines rarely do, or all are short."""
    if len(lines) < 2:
        return True
    ends = list(map(_ends, lines))
    if any(not ended and following.lstrip()[:1].islower() for ended, following in zip(ends, lines[1:], strict=False)):
        return False
    ending = sum(ends[:-1])
    keyed = sum(bool(KEYED.match(line)) for line in lines[1:])
    return 2 * max(ending, keyed) >= len(lines) - 1 or max(map(len, lines)) < 40


def _ends(line: str, marks: tuple[str, ...] = _FINISHED) -> bool:
    return line.rstrip("\"'”’)]»」』").endswith(marks)
