"""Several documents as one: each a section under its title, or under its file's name."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from mindgist.document.builder import MAX_LEVEL
from mindgist.document.document import Document, Heading, Section

_BETWEEN = "\n\n"


def together(documents: Sequence[tuple[str, Document]], title: str | None = None) -> Document:
    """The document of all these, given with the names they go by where they have no title."""
    counter = count()
    pieces: list[str] = []
    sections: list[Section] = []
    place = 0
    for name, document in documents:
        heading = document.body.heading
        # A title that stands in the text is not written twice.
        told = "" if heading and heading.plain == document.title else (document.title or name)
        begun = place + (len(told) + len(_BETWEEN) if told else 0)
        pieces += [told, _BETWEEN] if told else []
        pieces += [document.text, _BETWEEN]
        body = _moved(document.body, begun, counter)
        if told:
            body = replace(body, heading=Heading(1, place, place + len(told), told))
        sections.append(body)
        place = begun + len(document.text) + len(_BETWEEN)
    return Document("".join(pieces), title, Section(None, (), tuple(sections)))


def _moved(section: Section, by: int, counter: "count[int]", deeper: int = 0) -> Section:
    """A section further down in a text, its sentences counted on."""
    heading = section.heading
    if heading:
        level = min(MAX_LEVEL, heading.level + deeper)
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
