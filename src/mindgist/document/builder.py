"""From a reader's stream of headings and paragraphs to a Document with nested sections."""

from collections import deque
from dataclasses import dataclass, field

from mindgist.document.boilerplate import is_boilerplate, is_callout, is_names
from mindgist.document.document import Document, Heading, Paragraph, Section, Sentence
from mindgist.document.passage import Passage
from mindgist.document.sentences import sentence_spans
from mindgist.document.tokens import words
from mindgist.errors import DocumentError

# Word knows nine levels, HTML six; what claims to be deeper is as good as level nine.
DEEPEST_LEVEL = 9

_LONGEST_BOILERPLATE = 300  # characters, spaces and line breaks included

MOST_PIECES = 400_000
"""Sentences and headings. The longest novels have a tenth of it; a file of millions is data, or hostile."""


@dataclass
class _OpenSection:
    heading: Heading | None
    paragraphs: list[Paragraph] = field(default_factory=list)
    sections: list["_OpenSection"] = field(default_factory=list)

    @property
    def level(self) -> int:
        return self.heading.level if self.heading else 0

    def close(self) -> Section:
        """The section as a value. Levels are few (see ``DEEPEST_LEVEL``), so this recursion is shallow."""
        return Section(self.heading, tuple(self.paragraphs), tuple(section.close() for section in self.sections))


class DocumentBuilder:
    """Readers call ``heading`` and ``paragraph`` in reading order, then ``document``."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._body = _OpenSection(None)
        self._open = [self._body]
        self._headings: list[Heading] = []
        self._title: Heading | None = None
        self._asides: list[tuple[Passage, int, bool]] = []
        self._sentences = self._pieces = 0

    def title(self, passage: Passage) -> None:
        """Say which words are the title, where they stand in the source; they start no section."""
        span = passage.whole()
        if span is not None and _has_word(span.plain):
            self._title = Heading(1, span.start, span.end, span.plain)

    def heading(self, level: int, passage: Passage) -> None:
        """Start a section; it ends at the next heading of the same or a higher level. A box's "Note" starts none."""
        span = passage.whole()
        if span is None or not _has_word(span.plain):
            return
        if is_callout(span.plain):
            self.aside(passage)
            return
        level = max(1, min(level, DEEPEST_LEVEL))
        while self._open[-1].level >= level:
            self._open.pop()
        heading = Heading(level, span.start, span.end, span.plain)
        self._count(1)
        self._headings.append(heading)
        section = _OpenSection(heading)
        self._open[-1].sections.append(section)
        self._open.append(section)

    def paragraph(self, passage: Passage, depth: int = 0, whole: bool = False) -> None:
        """Add a paragraph to the section that is open; ``depth`` tells prose (0) from items of lists (1 and more).

        One that is ``whole`` is a single sentence, whatever is in it: a row of a table. A line that says nothing of
        the matter (a date, a byline) is an aside.
        """
        if not whole and len(passage) <= _LONGEST_BOILERPLATE and self._is_boilerplate(passage.plain(), depth):
            self.aside(passage, depth)
            return
        self._add(passage, depth, whole)

    def lines(self, start: int, end: int, depth: int = 0) -> None:
        """Add a paragraph that is a slice of the source as it stands."""
        text = self._source[start:end]
        if not text.isprintable() or "  " in text or self._is_boilerplate(text.strip(), depth):
            self.paragraph(Passage.of_slice(self._source, start, end), depth)
            return
        # Nothing is left out and nothing folded, so no passage has to remember where its characters come from.
        self._append(
            [
                Sentence(index, start + first, start + last, piece, piece)
                for index, (first, last) in enumerate(sentence_spans(text), self._sentences)
                for piece in (text[first:last],)
            ],
            depth,
        )

    def aside(self, passage: Passage, depth: int = 0, whole: bool = False) -> None:
        """What belongs to the text and is nothing to map, unless there is nothing else: code, a formula, a date."""
        self._asides.append((passage, depth, whole))

    def _is_boilerplate(self, plain: str, depth: int) -> bool:
        if depth or not plain or len(plain) > _LONGEST_BOILERPLATE:
            return False
        begins = not self._sentences and (self._title is not None or len(self._headings) > 0)
        return is_boilerplate(plain) or (begins and len(self._headings) < 2 and is_names(plain))

    def _add(self, passage: Passage, depth: int, whole: bool) -> None:
        all_of_it = passage.whole() if whole else None
        spans = [all_of_it] if all_of_it and _has_word(all_of_it.plain) else passage.sentences()
        sentences = [
            Sentence(index, start, end, self._source[start:end], plain)
            for index, (start, end, plain) in enumerate(spans, self._sentences)
        ]
        self._append(sentences, depth)

    def _append(self, sentences: list[Sentence], depth: int) -> None:
        if sentences:
            self._sentences += len(sentences)
            self._count(len(sentences))
            self._open[-1].paragraphs.append(Paragraph(tuple(sentences), depth))

    def _count(self, pieces: int) -> None:
        self._pieces += pieces
        if self._pieces > MOST_PIECES:
            raise DocumentError(f"the document has more than {MOST_PIECES:,} sentences and headings; map its parts")

    def document(self, title: str | None = None, pages: tuple[int, ...] = ()) -> Document:
        """The finished document; ``title`` is one that is told beside the source (in a file's metadata, say).

        Where there is no title, a single top heading that encloses everything is it. First headings that repeat
        the title are the title, too. What stands under them then belongs to the body.
        """
        for aside in self._asides if not self._sentences and len(self._headings) < 2 else ():
            self._add(*aside)
        if not self._sentences and len(self._headings) < 2:
            return self._of_one_line(pages)
        over_all, paragraphs = self._title, list(self._body.paragraphs)
        told = title or (self._title.plain if self._title else None)
        sections = deque(self._body.sections)
        while sections:
            first = sections[0]
            assert first.heading is not None
            # A first heading with nothing under it before the next stands over all, whatever its level.
            encloses_all = not paragraphs and (len(sections) == 1 or not (first.paragraphs or first.sections))
            repeats = told is not None and _same_words(told, first.heading.plain)
            if not repeats and (told is not None or not encloses_all):
                break
            over_all, told = first.heading, told or first.heading.plain
            paragraphs += first.paragraphs
            sections.popleft()
            sections.extendleft(reversed(first.sections))
        if not self._sentences and not sections:  # the same heading, again and again
            return self._of_one_line(pages)
        return Document(self._source, told, _OpenSection(over_all, paragraphs, list(sections)).close(), pages)

    def _of_one_line(self, pages: tuple[int, ...]) -> Document:
        """A document of a lone heading or title: that is its sentence."""
        alone = next(iter(self._headings), self._title)
        if alone is None:
            raise DocumentError("there is no sentence in this document, so there is nothing to map")
        sentence = Sentence(0, alone.start, alone.end, self._source[alone.start : alone.end], alone.plain)
        return Document(self._source, None, Section(None, (Paragraph((sentence,)),), ()), pages)


def _same_words(one: str, other: str) -> bool:
    return one.casefold() == other.casefold() or (bool(words(one)) and words(one) == words(other))


def _has_word(text: str) -> bool:
    """A row of stars or of lines is decoration."""
    return any(character.isalnum() for character in text)
