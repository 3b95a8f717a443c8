"""From a reader's stream of headings and paragraphs to a Document with nested sections."""

from dataclasses import dataclass, field

from ramify.document.document import Document, Heading, Paragraph, Section, Sentence
from ramify.document.passage import Passage
from ramify.errors import DocumentError


@dataclass
class _OpenSection:
    heading: Heading | None
    paragraphs: list[Paragraph] = field(default_factory=list)
    sections: list["_OpenSection"] = field(default_factory=list)

    @property
    def level(self) -> int:
        return self.heading.level if self.heading else 0

    def close(self) -> Section:
        return Section(self.heading, tuple(self.paragraphs), tuple(section.close() for section in self.sections))


class DocumentBuilder:
    """Readers call ``heading`` and ``paragraph`` in reading order, then ``document``."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._body = _OpenSection(None)
        self._open = [self._body]
        self._headings: list[Heading] = []
        self._sentences = 0

    def heading(self, level: int, passage: Passage) -> None:
        """Start a section; it ends at the next heading of the same or a higher level."""
        span = passage.whole()
        if span is None:
            return
        while self._open[-1].level >= level:
            self._open.pop()
        heading = Heading(level, span.start, span.end, span.plain)
        self._headings.append(heading)
        section = _OpenSection(heading)
        self._open[-1].sections.append(section)
        self._open.append(section)

    def paragraph(self, passage: Passage) -> None:
        """Add a paragraph to the section that is open."""
        sentences = []
        for span in passage.sentences():
            text = self._source[span.start : span.end]
            sentences.append(Sentence(self._sentences, span.start, span.end, text, span.plain))
            self._sentences += 1
        if sentences:
            self._open[-1].paragraphs.append(tuple(sentences))

    def document(self, title: str | None = None) -> Document:
        """The finished document.

        Where no title is given, a single top heading that encloses everything is the title, and what stands under
        it is the body.
        """
        body = self._body
        if title is None and not body.paragraphs and len(body.sections) == 1:
            top = body.sections[0]
            assert top.heading is not None
            title = top.heading.plain
            body = _OpenSection(None, top.paragraphs, top.sections)
        if not self._sentences:
            return self._of_headings_alone()
        return Document(self._source, title, body.close())

    def _of_headings_alone(self) -> Document:
        """A document of nothing but headings (an outline, a lone title): they are its sentences."""
        if not self._headings:
            raise DocumentError("there is no sentence in this document, so there is nothing to map")
        paragraphs = tuple(
            (Sentence(index, heading.start, heading.end, self._source[heading.start : heading.end], heading.plain),)
            for index, heading in enumerate(self._headings)
        )
        return Document(self._source, None, Section(None, paragraphs, ()))
