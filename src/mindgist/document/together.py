"""Joins several documents into one: each is a section under its title or its file's name."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from mindgist.document.builder import MAX_LEVEL
from mindgist.document.document import Document, Heading, Section

_BETWEEN = "\n\n"


def together(documents: Sequence[tuple[str, Document]], title: str | None = None) -> Document:
    """One document of all; each is given with a name that is used if it has no title."""
    counter = count()
    pieces: list[str] = []
    sections: list[Section] = []
    offset = 0
    for name, document in documents:
        heading = document.body.heading
        # A title that is part of the text is not repeated.
        added_title = "" if heading and heading.plain == document.title else (document.title or name)
        text_start = offset + (len(added_title) + len(_BETWEEN) if added_title else 0)
        pieces += [added_title, _BETWEEN] if added_title else []
        pieces += [document.text, _BETWEEN]
        body = _moved(document.body, text_start, counter)
        if added_title:
            body = replace(body, heading=Heading(1, offset, offset + len(added_title), added_title))
        sections.append(body)
        offset = text_start + len(document.text) + len(_BETWEEN)
    return Document("".join(pieces), title, Section(None, (), tuple(sections)))


def _moved(section: Section, by: int, counter: "count[int]", level_shift: int = 0) -> Section:
    """A section with its offsets moved and its sentences renumbered."""
    heading = section.heading
    if heading:
        level = min(MAX_LEVEL, heading.level + level_shift)
        heading = replace(heading, level=level, start=heading.start + by, end=heading.end + by)
    paragraphs = tuple(
        replace(
            paragraph,
            sentences=tuple(
                replace(one, index=next(counter), start=one.start + by, end=one.end + by) for one in paragraph
            ),
        )
        for paragraph in section.paragraphs
    )
    return Section(heading, paragraphs, tuple(_moved(inner, by, counter, 1) for inner in section.sections))
