"""From a reader's blocks to a Document with a title, nested sections and sentences."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain

from mindgist.document.block import Block, Passage
from mindgist.document.boilerplate import IDENTIFIER, is_boilerplate, is_callout, may_be_title
from mindgist.document.document import MAX_LEVEL, SEPARATOR, Box, Document, Heading, Paragraph, Section, Sentence
from mindgist.document.tokens import words
from mindgist.errors import DocumentError

MAX_SENTENCES_AND_HEADINGS = 400_000  # the longest novels have a tenth; a file with millions is data, or hostile
_MAX_PARAGRAPH = 5_000_000  # characters; splitting more, of which no book has as many, takes minutes


def build_document(blocks: Iterable[Block], source: str | None = None, title: str | None = None) -> Document:
    """Build a document.

    Args:
        blocks: in reading order.
        source: the text that the blocks' passages point into. None for formats that are not text: then the texts of
            the blocks, with a blank line between them, are the document's text.
        title: a title that is stated outside the text, for example in a file's metadata. A title block wins over it.
    """
    pages: list[int] = []
    boxes: list[tuple[int, Box]] = []
    if source is None:
        source, blocks, pages, boxes = _joined(blocks)
    builder = _Builder(source)
    for block in blocks:
        if block.passage:
            builder.add(block, block.passage)
    return replace(builder.document(title and encodable(title)), pages=tuple(pages), boxes=tuple(boxes))


def check_size(count: int) -> None:
    """Raise an error for more blocks, cells, sentences and headings than a document has.

    Readers check it while they read, because millions need gigabytes of memory.
    """
    if count > MAX_SENTENCES_AND_HEADINGS:
        raise DocumentError(
            f"the document has more than {MAX_SENTENCES_AND_HEADINGS:,} sentences and headings; map its parts"
        )


def check_length(count: int) -> None:
    """Raise an error for more characters than a paragraph has."""
    if count > _MAX_PARAGRAPH:
        raise DocumentError(f"a paragraph has more than {_MAX_PARAGRAPH // 1_000_000} million characters; split it")


def encodable(text: str) -> str:
    """The text with a question mark for each lone surrogate, which JSON can hold but no file."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _joined(blocks: Iterable[Block]) -> tuple[str, list[Block], list[int], list[tuple[int, Box]]]:
    """The blocks' texts as one text, the blocks with their passages in it, and where pages and lines begin."""
    pieces: list[str] = []
    placed: list[Block] = []
    pages: list[int] = []
    boxes: list[tuple[int, Box]] = []
    start = 0
    for block in blocks:
        content = encodable(block.text[block.mark :].strip())
        text = block.text[: block.mark] + content
        pages += [start] * (block.page - len(pages))
        if not text:
            continue
        for offset, page, box in block.lines:
            pages += [start + offset] * (page - len(pages))
            boxes.append((start + offset, box))
        pieces.append(text)
        placed.append(replace(block, passage=Passage(content, start + block.mark)))
        check_size(len(placed))
        start += len(text) + len(SEPARATOR)
    source = SEPARATOR.join(pieces)
    return source, placed, [min(page, len(source)) for page in pages], boxes


@dataclass
class _OpenSection:
    heading: Heading | None
    paragraphs: list[Paragraph] = field(default_factory=list)
    sections: list["_OpenSection"] = field(default_factory=list)

    def close(self) -> Section:
        """The finished section. The recursion is at most ``MAX_LEVEL`` deep."""
        return Section(self.heading, tuple(self.paragraphs), tuple(section.close() for section in self.sections))


class _Builder:
    def __init__(self, source: str) -> None:
        self._source = source
        self._open = [_OpenSection(None)]  # the body and the sections that the next block is in
        self._headings: list[Heading] = []
        self._title: Heading | None = None
        self._asides: list[tuple[Block, Passage]] = []
        self._sentence_count = 0

    def add(self, block: Block, passage: Passage) -> None:
        if block.kind == "heading" or (block.kind == "title" and self._title is None):
            self._add_heading(block, passage)
        elif block.kind == "aside":
            self._asides.append((block, passage))
        else:
            self._add_paragraph(block, passage)

    def _add_heading(self, block: Block, passage: Passage) -> None:
        """Open a section, which ends at the next heading of the same or a higher level. The title opens none."""
        if not any(map(str.isalnum, str(passage))):  # a row of stars
            return
        heading = Heading(max(1, min(block.level, MAX_LEVEL)), *passage.whole())
        if block.kind == "title" and may_be_title(heading.plain):
            self._title = heading
            return
        if is_callout(heading.plain) or IDENTIFIER.fullmatch(heading.plain):
            self._asides.append((block, passage))
            return
        while (above := self._open[-1].heading) and above.level >= heading.level:
            self._open.pop()
        self._headings.append(heading)
        check_size(self._sentence_count + len(self._headings))
        section = _OpenSection(heading)
        self._open[-1].sections.append(section)
        self._open.append(section)

    def _add_paragraph(self, block: Block, passage: Passage) -> None:
        check_length(len(block.text))
        is_row = block.kind == "row" and any(map(str.isalnum, str(passage)))
        spans = [passage.whole()] if is_row else passage.sentences()
        sentences = tuple(
            Sentence(index, start, end, self._source[start:end], plain)
            for index, (start, end, plain) in enumerate(spans, self._sentence_count)
        )
        if sentences:
            self._sentence_count += len(sentences)
            check_size(self._sentence_count + len(self._headings))
            self._open[-1].paragraphs.append(Paragraph(sentences, block.depth))

    def document(self, title: str | None) -> Document:
        """The finished document.

        Without a stated title, a single top heading above everything is the title. First headings that repeat the
        title are dropped, and what is under them moves to the body.
        """
        body = self._open[0]
        if not self._sentence_count and len(self._headings) < 2:
            for block, passage in self._asides:
                self._add_paragraph(block, passage)
        heading, paragraphs = self._title, list(body.paragraphs)
        title = self._title.plain if self._title else title if title and may_be_title(title) else None
        sections = deque(body.sections)
        while sections:
            first = sections[0]
            assert first.heading is not None
            # An empty first section counts as a title, whatever its level.
            is_empty = not first.sections and all(is_boilerplate(one.plain) for one in chain(*first.paragraphs))
            is_above_all = not paragraphs and (len(sections) == 1 or is_empty)
            repeats = title is not None and words(title) == words(first.heading.plain)
            if not repeats and (title is not None or not is_above_all or not may_be_title(first.heading.plain)):
                break
            heading, title = first.heading, title or first.heading.plain
            paragraphs += first.paragraphs
            sections.popleft()
            sections.extendleft(reversed(first.sections))
        if self._sentence_count or (sections and len(self._headings) > 1):
            return Document(self._source, title, _OpenSection(heading, paragraphs, list(sections)).close())
        line = next(iter(self._headings), self._title)  # there is only one, perhaps repeated
        if line is None:
            raise DocumentError("there is no sentence in this document, so there is nothing to map")
        sentence = Sentence(0, line.start, line.end, self._source[line.start : line.end], line.plain)
        return Document(self._source, None, Section(None, (Paragraph((sentence,)),), ()))
