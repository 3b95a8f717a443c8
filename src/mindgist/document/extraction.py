"""Text taken out of a format that is not text itself, gathered block by block.

The source of a PDF, a Word file or a web page is not something to point into. What is taken out of it becomes the
document's text: one block after the other with a blank line between them, and offsets count its characters.
"""

from dataclasses import dataclass, field

from mindgist.document.builder import DocumentBuilder
from mindgist.document.document import Document
from mindgist.document.passage import Passage

_BETWEEN_BLOCKS = "\n\n"
_ASIDE = -1


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands at ``start`` in the text: a paragraph, a heading of some level, the title (level 0) or an aside."""

    start: int
    end: int
    level: int | None
    depth: int = 0
    whole: bool = False


@dataclass
class Extraction:
    """Readers call ``title``, ``heading``, ``paragraph`` and ``page`` in reading order, then ``document``."""

    _pieces: list[str] = field(default_factory=list)
    _blocks: list[_Block] = field(default_factory=list)
    _pages: list[int] = field(default_factory=list)
    _length: int = 0

    @property
    def length(self) -> int:
        """How many characters were gathered so far."""
        return self._length

    def title(self, text: str) -> None:
        """The title, where it stands."""
        self._add(text, 0)

    def heading(self, level: int, text: str) -> None:
        """A heading, where it stands."""
        self._add(text, max(1, level))

    def paragraph(self, text: str, depth: int = 0, whole: bool = False, mark: int = 0) -> None:
        """A paragraph; ``depth`` tells prose (0) from items of lists (1 and more); a row of a table is ``whole``.

        The first ``mark`` characters are an item's bullet or number, which the text keeps and the item does not.
        """
        self._add(text, None, depth, whole, mark)

    def aside(self, text: str) -> None:
        """What belongs to the text and is no prose to map, unless there is nothing else: code, a formula."""
        self._add(text, _ASIDE)

    def page(self, within: int | None = None) -> None:
        """A page begins: ``within`` characters into the next block (it began on the page before), or with it."""
        following = self._length + (len(_BETWEEN_BLOCKS) if self._pieces else 0)
        self._pages.append(following + (within or 0))

    def document(self, title: str | None = None) -> Document:
        """The finished document; ``title`` is one that is told beside the text."""
        text = "".join(self._pieces)
        builder = DocumentBuilder(text)
        for block in self._blocks:
            passage = Passage.of_slice(text, block.start, block.end)
            if block.level == _ASIDE:
                builder.aside(passage)
            elif block.level is None:
                builder.paragraph(passage, block.depth, block.whole)
            elif block.level == 0:
                builder.title(passage)
            else:
                builder.heading(block.level, passage)
        pages = tuple(min(start, len(text)) for start in self._pages)
        return builder.document(title, pages)

    def _add(self, text: str, level: int | None, depth: int = 0, whole: bool = False, mark: int = 0) -> None:
        text = text[:mark] + text[mark:].strip() if mark else text.strip()
        if not text:
            return
        if self._pieces:
            self._pieces.append(_BETWEEN_BLOCKS)
            self._length += len(_BETWEEN_BLOCKS)
        self._pieces.append(text)
        self._blocks.append(_Block(self._length + mark, self._length + len(text), level, depth, whole))
        self._length += len(text)
