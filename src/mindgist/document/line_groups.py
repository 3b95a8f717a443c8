"""The lines of a plain text: groups without a blank line between them, headings apart, and the paragraphs of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from mindgist.document.boilerplate import is_line
from mindgist.document.tokens import INDENTED_MARK, LazyPattern
from mindgist.languages import any_language

MAX_HEADING_LENGTH = 90  # characters
_FINISHED = (".", "!", "?", "…", "。", "！", "？")
_FIGURES = r"\d{1,3}(?:\.\d{1,3}){0,4}|[IVX]{1,6}(?=\.)|[A-H](?=\.)"  # of a heading: Arabic, Roman, or a letter
NUMBER = LazyPattern(lambda: rf"(?:(?i:{any_language().part_names})\s*(?=\d))?({_FIGURES})[.):]?[^\S\n]+\w")
_ROMAN = [tens + ones for tens in ("", "X", "XX", "XXX") for ones in " I II III IV V VI VII VIII IX".split(" ")]
_VALUES = {sign: value for signs in (_ROMAN, " ABCDEFGH") for value, sign in enumerate(signs)}
_NAMED = LazyPattern(lambda: f"{any_language().section_names}$", re.IGNORECASE)
KEYED = re.compile(r"[^\W\d_][\w '/-]{1,30}:(?:[ \t]|$)")  # "Present: Ida, Tom"
_TIME = re.compile(r"[ \t]{0,40}\d{1,2}[:.h]\d\d(?!\d)")
_ASKED = re.compile(r"\w{1,10}[.:)]\s.*\w[?？؟]$")  # "Q: Why?"
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
    """The number that a line begins with, before a capital or a letter of a script without case; not that of a date."""
    number = NUMBER.match(line)
    is_name = number and (line[number.end() - 1].isupper() or line[number.end() - 1] > "\u2e80") and not is_line(line)
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
    for start, end in chain(lines, [(0, 0)]):  # an empty line ends the last group
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


def _with_headings_apart(text: str, lines: list[tuple[int, int]]) -> Iterator[LineGroup]:
    """The group, with headings that stand directly above text or a list as groups of their own."""
    texts = [text[start:end].strip() for start, end in lines]
    indented = [text[start].isspace() for start, _ in lines]
    items = [INDENTED_MARK.match(text, *line) for line in lines]
    headings = _numbered_headings(texts, indented, items)
    first = lines[min(headings, default=0)][0]
    if text[max(0, first - 80) : first].rstrip("> \t\r\n").endswith(":"):
        headings.clear()  # they are a list
    for place, (line, following) in enumerate(pairwise(texts)):
        after_item = place and items[place - 1] and not items[place] and len(texts[place - 1]) < _MAX_LABEL_LENGTH
        may_open = place == 0 or place - 1 in headings or (after_item and not indented[place])
        names = not NUMBER.match(following) if is_section_name(line) else items[place + 1] and is_label(line)
        if may_open and names and not following[0].islower():
            headings.add(place)
    starts = {0, len(lines), *headings, *(place + 1 for place in headings)}
    if _each_line_is_a_paragraph(texts):
        starts |= {place for place, line in enumerate(texts) if _ASKED.match(line)}
    for start, end in pairwise(sorted(starts)):
        yield LineGroup(lines[start:end], texts[start])


def _numbered_headings(texts: list[str], indented: list[bool], items: list[re.Match[str] | None]) -> set[int]:
    """The places of numbered lines, if all may be headings and most have something below them; else they are a list."""
    numbers = dict(_counted(texts, indented))
    longest = max(map(len, texts))

    def has_below(place: int) -> bool:
        line, *below = texts[place : place + 2]
        if not below or NUMBER.match(below[0]):  # "2.1 Study site" is below "2 Methods", but "3 Results" is not
            return len(numbers.get(place + 1, ())) > len(numbers[place])
        is_text = not below[0][0].islower() and len(line) <= 0.8 * longest  # the lines of wrapped text are longer
        return is_text or bool(items[place + 1])

    may_be = all(heading_number(texts[place]) and may_be_heading(texts[place]) for place in numbers)
    count = len(numbers.keys() - {len(texts) - 1})  # what is below the last line is not known
    return set(numbers) if may_be and 2 * sum(map(has_below, numbers)) > count else set()


def _counted(texts: list[str], indented: list[bool]) -> Iterator[tuple[int, list[int]]]:
    """The places and numbers of lines that are numbered in one style, one after the other: "1.2" is [1, 2]."""
    style, last = None, [0]  # of the line before; the style is what stands beside the number, such as "Item :"
    for place, line in enumerate(texts):
        number = NUMBER.match(line)
        if not number or indented[place] != indented[0] or is_line(line):  # a date is not counted
            continue
        figures = [_VALUES.get(part, 0) if part.isalpha() else int(part) for part in number[1].split(".")]
        if number[1] in "ABCDEFGH":
            figures.insert(0, last[0])  # inside a Roman number
        own_style = (line[: number.start(1)] + line[number.end(1) : number.end() - 1]).strip(" \t.")
        counts_on = [*figures[:-1], figures[-1] - 1] == [*last, 0][: len(figures)]
        if place == 0 or (counts_on and style in (None, own_style)):
            yield place, figures
            style, last = own_style, figures


def paragraphs(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, tuple[int, str] | None]]:
    """The paragraphs of a group of lines: one if its lines are wrapped, else one per line; list items are separate.

    Each is (start, end, position); the position is None for prose.
    """
    texts = [text[first:last] for first, last in lines]
    each_line = _each_line_is_a_paragraph(texts)
    keys = [found[0] for line in texts if (found := KEYED.match(line))]
    is_table = len(keys) >= 3 or (len(keys) == len(lines) > 1 and not any(_ends(line) for line in texts))
    keyed = is_table and len(set(keys)) == len(keys)  # speakers return, keys do not
    timed = sum(bool(_TIME.match(line)) for line in texts) > 1
    start = end = -1  # of the open paragraph
    position: tuple[int, str] | None = None
    for (first, last), line, following in zip(lines, texts, [*texts[1:], ""], strict=False):
        item = INDENTED_MARK.match(text, first, last)
        time = timed and _TIME.match(line)
        beside_item = position or NUMBER.match(following.lstrip()) or (KEYED.match(following) and not _ends(line))
        key = (keyed or (beside_item and line[0].isupper())) and not item and KEYED.match(line)
        begins = item or time or key or (each_line and position is None)
        if begins and start >= 0:
            yield start, end, position
        if begins or start < 0:
            start, position = first, (1, "") if time or (key and (keyed or not line.endswith(":"))) else None
            if item and not time:
                start, position = item.end(), _position(item)
        end = last
    if start >= 0:
        yield start, end, position


def _position(item: re.Match[str]) -> tuple[int, str]:
    """The indentation of an item, in tenths of a column, and the kind of its mark.

    Each dot in its number adds one, so that "1.1" is inside "1.". At the same column, letters are inside numbers and
    bullets inside both.
    """
    mark = item[0].strip()
    inner = 0 if any(map(str.isdecimal, mark)) else 5 if any(map(str.isalpha, mark)) else 8
    kind = re.sub(r"\w+", "1", mark).strip(".-*+–—")  # people mix these bullets in one list
    return 10 * len(item[1].expandtabs()) + (item[2] or item[3] or "").count(".") + inner, kind


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
