"""From the lines of a PDF's pages to blocks: title, headings, paragraphs, items, table rows and asides.

Running heads, page numbers and tables of contents help to find one's way in a file and are no part of its text.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import accumulate, groupby, takewhile

from mindgist.document.block import CELL_SEPARATOR, Block
from mindgist.document.boilerplate import CONTENTS_HEADING, is_only_a_number
from mindgist.document.pdf import headings
from mindgist.document.pdf.headings import Group, Style, Typography
from mindgist.document.pdf.line import Line, total_length
from mindgist.document.tokens import LIST_MARK, LazyPattern, has_few_words, words
from mindgist.languages import any_language

_CONJUNCTION = LazyPattern(lambda: rf"{any_language().conjunctions}\b")
_STARTS_ITEM = re.compile(rf"{LIST_MARK.pattern}|\[\d{{1,3}}\]\s+\S")  # also an entry of a bibliography
_ITEM_MARK = re.compile(rf"{LIST_MARK.pattern}|[•‣◦▪●∙·■□](?=\w)")
_SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’)\]]*$")

_FOOT, _HEAD = 0.12, 0.9  # heights below and above which lines are at the edge of a page
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|p\.|seite)\W*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*$", re.IGNORECASE
)

_LEADER = re.compile(r"(?:\.\s?){4,}\s*\w*$|(?:…\s?){2,}\s*\w*$")
_ENTRY_END = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,7})$|^\W*\d[\d\s.]*$", re.IGNORECASE)
_MAX_ENTRY = 100  # characters

_NOTE = re.compile(r"[∗*†‡§¶#]{1,3} ?\S|\d{1,3}(?: ?(?=[^\W\d_a-z])|(?= https?:| www\.))|\d{1,3} [a-z]\w+ ")


def structure(pages: list[list[Line]]) -> list[Block]:
    """The blocks of a document in reading order."""
    body = headings.body_size(pages)
    lines = _without_contents([line for page in _without_running_heads(pages, body) for line in page])
    lines = [line for line in lines if any(map(str.isalnum, line.text))]
    lines, notes = _without_footnotes(lines, body)
    blocks = _with_front_matter_aside(_blocks(Typography(lines, body)))
    # Footnotes follow what begins on their page, because they stand between the parts of sentences that continue.
    blocks += [Block(" ".join(line.text for line in note), "aside", page=note[0].page) for note in notes]
    return sorted(blocks, key=lambda block: block.page)


def _without_running_heads(pages: list[list[Line]], body: float) -> list[list[Line]]:
    """The pages without running heads, which return at the same height near an edge of pages, and page numbers."""
    seen = Counter(key for page in pages for key in set(map(_running_key, page)))
    min_heads = 2 if len(pages) <= 4 else 3

    def is_head(line: Line) -> bool:
        is_repeated = seen[_running_key(line)] >= min_heads and line.size <= 1.3 * body
        return not _FOOT < line.height < _HEAD and (is_repeated or bool(_PAGE_NUMBER.match(line.text)))

    return [[line for line in page if not is_head(line)] for page in pages]


def _running_key(line: Line) -> tuple[str, int]:
    """The text of a running head without numbers, and roughly its height: what is the same on all pages."""
    return _NUMBER.sub("#", line.text.casefold()), round(line.height * 100)


def _without_footnotes(lines: list[Line], body: float) -> tuple[list[Line], list[list[Line]]]:
    """The lines without footnotes, and these: small print at the foot of a column that begins with a mark."""
    kept: list[Line] = []
    notes: list[list[Line]] = []
    for _, column in groupby(lines, key=lambda line: (line.page, line.column)):
        members = list(column)
        foot = len(members)
        while foot and members[foot - 1].size < 0.93 * body and members[foot - 1].height < 0.4:
            foot -= 1
        while foot < len(members) and not _NOTE.match(members[foot].text):
            foot += 1
        kept += members[:foot]
        for line in members[foot:]:
            notes += [[]] if _NOTE.match(line.text) else []
            notes[-1].append(line)
    return kept, notes


def _without_contents(lines: list[Line]) -> list[Line]:
    """The lines without tables of contents: entries with leaders, or ending in numbers under such a heading."""
    kept: list[Line] = []
    others: list[Line] = []  # up to 3 lines inside a table that do not look like entries, such as parts of a book
    is_inside = False
    for line in lines:
        if _LEADER.search(line.text[-_MAX_ENTRY:]) or (is_inside and _ENTRY_END.search(line.text)):
            others = []
        elif CONTENTS_HEADING.match(line.text):
            is_inside = True
            others = [line]
        elif is_inside and len(others) < 3 and len(line.text) < _MAX_ENTRY:
            others.append(line)
        else:
            is_inside = False
            kept += [*others, line]
            others = []
    return kept + others


def _blocks(text: Typography) -> list[Block]:
    groups = _groups(text)
    title = headings.find_title(groups)
    styles = sorted({group.style for group in groups if group.style})
    levels: dict[Style | None, int] = {style: level for level, style in enumerate(styles, start=1)}
    blocks: list[Block] = []
    for group in groups:
        block = _block(text, group, 0 if group is title else levels.get(group.style))
        if blocks and block.level and blocks[-1].level and is_only_a_number(blocks[-1].text):
            chapter = blocks.pop()  # "Chapter 1" above the name of the chapter
            block = replace(chapter, text=f"{chapter.text} {block.text}", level=block.level)
        blocks.append(block)
    return blocks


def _block(text: Typography, group: Group, level: int | None) -> Block:
    first = group.lines[0]
    kind = text.kind(first)
    joined = _joined(text, group.lines)
    if level is not None:
        return replace(joined, kind="heading" if level else "title", level=level)
    if kind == "code":
        return Block("\n".join(line.text for line in group.lines), "aside", page=first.page)
    if kind == "row":
        return replace(joined, text=CELL_SEPARATOR.join(first.cells), kind="row", depth=1)
    if first.size < 0.7 * text.body or has_few_words(joined.text):  # the letters of a figure are as small
        return replace(joined, kind="aside")
    if mark := _ITEM_MARK.match(joined.text):
        is_inner = first.left - first.column_left > 2.5 * text.body and not mark[0][0].isdigit()
        return replace(joined, depth=1 + is_inner, mark=mark.end())
    return joined


def _groups(text: Typography) -> list[Group]:
    groups: list[Group] = []
    before: Line | None = None
    for line in text.lines:
        kind = text.kind(line)
        style = headings.heading_style(text, before, line) if kind == "text" else None
        if before is None or kind == "row" or kind != text.kind(before):
            continues = False
        elif kind == "code":
            continues = line.page == before.page
        elif groups[-1].style:
            continues = _continues_heading(text, before, line)
        else:
            continues = not style and _continues_paragraph(text, before, line, len(groups[-1].lines))
        if continues:
            groups[-1].lines.append(line)
        else:
            groups.append(Group([line], style))
        before = line
    for group in groups:
        if total_length(group.lines) > headings.MAX_HEADING:  # an abstract in bold, a lead set large
            group.style = None
    return groups


def _continues_heading(text: Typography, before: Line, line: Line) -> bool:
    if abs(before.size - line.size) >= 0.5:
        return False
    is_larger = before.size >= headings.LARGER * text.body
    is_near = line.page == before.page and 0 < before.baseline - line.baseline < 2.2 * max(before.size, line.size)
    is_alike = text.is_bold(before) == text.is_bold(line) and before.text.isupper() == line.text.isupper()
    return is_near and (is_larger or is_alike)


def _continues_paragraph(text: Typography, before: Line, line: Line, count: int) -> bool:
    """Whether a line goes on with a paragraph that has ``count`` lines so far."""
    if abs(before.size - line.size) > 0.1 * text.body or _STARTS_ITEM.match(line.text):
        return False
    is_ended = bool(_SENTENCE_END.search(before.text))
    is_small = line.text[0].islower()
    if not line.is_in_column_of(before):  # a sentence goes on from a column of at least 4 lines
        return not is_ended and (is_small or text.column_lengths[before.page, before.column] >= 4)
    gap = (before.baseline - line.baseline) / (text.leading * max(1, line.size / text.body))
    width = line.column_right - line.column_left
    if not -0.2 < gap < 1.35 or (before.right < line.column_left + 0.55 * width and not is_small):
        return False  # a gap, or after a line of an address, a date, a heading in the font of the body
    is_indented = min(line.left - before.left, line.left - line.column_left) > 0.8 * line.size
    is_short = before.right < line.column_right - 0.15 * width
    return not (is_ended and (is_indented or is_short)) and not (is_indented and count > 1)


def _joined(text: Typography, lines: list[Line]) -> Block:
    """The lines as one paragraph, with words made whole that were hyphenated at the end of a line."""
    pieces = [line.text for line in lines]
    for number, line in enumerate(lines[1:]):
        last = pieces[number]
        is_hyphenated = last.endswith("-") and last[-2:-1].isalpha() and not _CONJUNCTION.match(line.text)
        if is_hyphenated and line.text[:1].islower():
            pieces[number] = last if _keeps_hyphen(text, last, line.text) else last[:-1]
        elif not (is_hyphenated and line.text[:1].isupper()):
            pieces[number] += " "
    offsets = accumulate(map(len, pieces), initial=0)
    places = tuple((offset, line.page, line.box) for line, offset in zip(lines, offsets, strict=False))
    return Block("".join(pieces), page=lines[0].page, lines=places)


def _keeps_hyphen(text: Typography, before: str, after: str) -> bool:
    """Whether "well-" and "known" are "well-known": as the document itself writes the word elsewhere."""
    start, rest = words(before.rsplit(maxsplit=1)[-1]), words(after.split(maxsplit=1)[0])
    if not start or not rest:
        return True
    return f"{start[-1]}-{rest[0]}" in text.words and start[-1] + rest[0] not in text.words


def _with_front_matter_aside(blocks: list[Block]) -> list[Block]:
    """The blocks, with authors, addresses and dates between the title and the text as asides."""
    title = next((place for place, block in enumerate(blocks) if block.kind == "title"), None)
    if title is None:
        return blocks
    page = [block for block in blocks[title + 1 :] if block.page == blocks[title].page]
    if any(block.depth or _is_prose(block) for block in page):
        page = list(takewhile(lambda block: block.kind != "heading" and not block.depth and not _is_prose(block), page))
    end = title + 1 + len(page)  # of a title page, or of what stands above the text
    # Under the title of a short piece, lines without an end are its text: more of it must follow.
    if sum(block.kind in ("paragraph", "row") for block in blocks[end:]) < end - title - 1:
        return blocks
    return [*blocks[: title + 1], *(block.as_aside() for block in blocks[title + 1 : end]), *blocks[end:]]


def _is_prose(block: Block) -> bool:
    return len(block.text) >= 100 and bool(_SENTENCE_END.search(block.text))
