"""A Document with its sections and sentences, each with its offsets in the source.

Offsets count characters of ``Document.text``, the source as it was read. ``text`` fields are exact slices of it;
``plain`` fields are the same words with white space folded and without markup. The later stages use these.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

MAX_LEVEL = 9
"""Of headings: Word has nine levels, HTML six."""
Time = tuple[int, float, float]
"""Where something spoken begins in the text, and when it starts and ends, in seconds."""
Box = tuple[float, float, float, float]
"""A place on a page: left, top, right and bottom edge, as shares of the page's width and height."""
SEPARATOR = "\n\n"  # between joined blocks and documents


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of these."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: ``document.text[start:end] == text``, and ``document.sentences[index]`` is this sentence."""

    index: int
    start: int
    end: int
    text: str
    plain: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its offsets in the source; level 1 is the highest."""

    level: int
    start: int
    end: int
    plain: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of prose (depth 0) or a list item.

    An item of an outermost list has depth 1, an item of a list inside it 2, and so on. Its parent is the nearest item
    above it with a smaller depth, or the prose before the list. A table row is an item, too.
    """

    sentences: tuple[Sentence, ...]
    depth: int = 0

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def plain(self) -> str:
        return " ".join([sentence.plain for sentence in self.sentences])


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its own paragraphs and then its subsections.

    The heading of a document's body is its title, or None.
    """

    heading: Heading | None
    paragraphs: tuple[Paragraph, ...]
    sections: tuple["Section", ...]

    def all_paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs of this section and of those inside it, in reading order."""
        yield from self.paragraphs
        for section in self.sections:
            yield from section.all_paragraphs()


@dataclass(frozen=True)
class Document:
    """A text that was read: its source, its title (or None) and its body."""

    text: str
    title: str | None
    body: Section
    pages: tuple[int, ...] = ()
    """The offset at which each page begins; empty if there are no pages."""
    times: tuple[Time, ...] = ()
    """When each part of a transcript was spoken; empty for what was written."""
    boxes: tuple[tuple[int, Box], ...] = ()
    """Where each line of a PDF or a picture begins in the text, and its place on its page."""
    name: str = ""
    """The name of its file without the suffix, if it was read from one."""
    stated_language: str | None = None
    """The code of the language it is said to be written in; None: the language is recognised."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """The top sections, in reading order; each has its own ``sections``."""
        return self.body.sections

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph, in reading order."""
        return tuple(self.body.all_paragraphs())

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence, in reading order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def language(self) -> str | None:
        """The code of the language it is written in ('en', 'zh'), or None if it is not recognised."""
        if self.stated_language:
            return self.stated_language
        from mindgist.document.language import language_of  # slow to import

        return language_of(self.text)

    @cached_property
    def content(self) -> tuple[bool, ...]:
        """Whether each sentence is content: see ``mindgist.document.content``."""
        from mindgist.document.content import content_mask

        return content_mask(self)

    def __len__(self) -> int:
        return len(self.sentences)

    def part(self, paragraphs: Sequence[Paragraph]) -> "Document":
        """A document of some of these paragraphs. Sentences get new indexes and keep their offsets."""
        body = Section(None, renumbered(paragraphs, count()), ())
        part = Document(self.text, self.title, body, self.pages, self.times, self.boxes)
        part.__dict__["language"] = self.language  # the text is the same
        return part

    def page_of(self, offset: int) -> int | None:
        """The number, counted from 1, of the page that contains an offset; None if there are no pages."""
        return max(1, bisect_right(self.pages, offset)) if self.pages else None

    def time_of(self, start: int, end: int) -> tuple[float, float] | tuple[None, None]:
        """When the text from one offset to another was spoken, in seconds; None if that is not known."""
        if not self.times:
            return None, None
        first, last = (max(1, bisect_right(self.times, place, key=lambda time: time[0])) for place in (start, end - 1))
        return self.times[first - 1][1], self.times[last - 1][2]

    def box_of(self, start: int, end: int) -> Box | None:
        """The place on its page of the text from one offset to another, up to the end of the page; None if unknown."""
        if not self.boxes:
            return None
        first, last = (max(1, bisect_right(self.boxes, place, key=lambda box: box[0])) for place in (start, end - 1))
        page = self.page_of(start)
        boxes = [box for offset, box in self.boxes[first - 1 : last] if self.page_of(max(start, offset)) == page]
        return union(boxes)

    @classmethod
    def from_sentences(cls, paragraphs: Sequence[Sequence[str]], title: str | None = None) -> "Document":
        """A document from sentences that are already split, as in a benchmark or a corpus."""
        index = count()
        offset = 0
        built: list[Paragraph] = []
        for texts in filter(None, paragraphs):
            sentences = []
            for text in texts:
                sentences.append(Sentence(next(index), offset, offset + len(text), text, folded(text)))
                offset += len(text) + 1  # a space between sentences, and one more character between paragraphs
            built.append(Paragraph(tuple(sentences)))
            offset += 1
        if not built:
            raise DocumentError("the document has no sentences, so there is nothing to map")
        text = SEPARATOR.join(" ".join(texts) for texts in paragraphs if texts)
        return cls(text, title, Section(None, tuple(built), ()))


def together(documents: Sequence[tuple[str, Document]], title: str | None = None) -> Document:
    """One document of several: each is a section under its title or, without one, under the name it is given with."""
    counter = count()
    text = ""
    sections: list[Section] = []
    for name, document in documents:
        heading = document.body.heading
        # A title that is part of the text is not repeated.
        added_title = "" if heading and heading.plain == document.title else document.title or name
        start = len(text)
        text += added_title + SEPARATOR if added_title else ""
        body = _moved(document.body, len(text), counter)
        if added_title:
            body = replace(body, heading=Heading(1, start, start + len(added_title), added_title))
        sections.append(body)
        text += document.text + SEPARATOR
    return Document(text, title, Section(None, (), tuple(sections)))


def _moved(section: Section, by: int, counter: "count[int]", level_shift: int = 0) -> Section:
    heading = section.heading
    if heading:
        level = min(MAX_LEVEL, heading.level + level_shift)
        heading = replace(heading, level=level, start=heading.start + by, end=heading.end + by)
    paragraphs = renumbered(section.paragraphs, counter, by)
    return Section(heading, paragraphs, tuple(_moved(inner, by, counter, 1) for inner in section.sections))


def renumbered(paragraphs: Sequence[Paragraph], counter: "count[int]", by: int = 0) -> tuple[Paragraph, ...]:
    """The paragraphs with new indexes of their sentences, and with their offsets moved."""
    return tuple(
        Paragraph(
            tuple(Sentence(next(counter), one.start + by, one.end + by, one.text, one.plain) for one in paragraph),
            paragraph.depth,
        )
        for paragraph in paragraphs
    )
