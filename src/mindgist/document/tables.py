"""Blocks of word processor files, whose tables nest: a table row becomes one block."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from mindgist.document.block import CELL_SEPARATOR, MAX_CELL_LENGTH, Block
from mindgist.document.boilerplate import CONTENTS_HEADING
from mindgist.document.bold_headings import with_bold_headings
from mindgist.document.builder import MAX_SENTENCES_AND_HEADINGS, build_document
from mindgist.document.document import Document
from mindgist.document.patterns import TYPED_MARK
from mindgist.document.plain_text import read_plain_text
from mindgist.errors import DocumentError

_CONTENTS_ENTRY = re.compile(r"\S\s?(?:\d{1,4}|[ivxlc]{1,6}|\w{1,2}-\d{1,3})$")
_MAX_ENTRY_LENGTH = 200  # characters
_MAX_OTHER_LINES = 3  # lines in a row inside a table of contents that are not entries


@dataclass
class _Table:
    rows: list[list[list[Block]]] = field(default_factory=list)
    has_header: bool = False

    def blocks(self) -> list[Block]:
        """One block per row, under the header row. The cells' own blocks if the table only lays out a page."""
        cells = [cell for row in self.rows for cell in row]
        has_text_cell = any(sum(len(block.text) for block in cell) > MAX_CELL_LENGTH for cell in cells)
        if has_text_cell or 2 * sum(len(row) > 1 for row in self.rows) <= len(self.rows):
            return [block for cell in cells for block in cell]
        found = []
        for position, row in enumerate(self.rows):
            texts = (" ".join(block.text for block in cell if block.text and block.kind != "aside") for cell in row)
            depth = 0 if self.has_header and position == 0 else 1
            found.append(Block(CELL_SEPARATOR.join(filter(None, texts)), "row", depth=depth))
        return found


class TableReader:
    """Collects blocks in reading order and turns tables into rows.

    Readers call ``table_event`` as tables, rows and cells start and end, and ``add`` for each block.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._open: list[_Table] = []
        self._count = 0

    def table_event(self, element: str, event: str, is_header: bool = False) -> None:
        """Follow the 'start' or 'end' of a 'tbl', 'tr' or 'tc'; ``is_header`` if the cell is in a header row."""
        if element == "tbl" and event == "start":
            self._open.append(_Table())
        elif element == "tbl" and self._open:
            for block in self._open.pop().blocks():
                self.add(block)
        elif element == "tr" and event == "start" and self._open:
            self._open[-1].rows.append([])
        elif element == "tc" and event == "start" and self._open and self._open[-1].rows:
            self._count_one()
            self._open[-1].rows[-1].append([])
            self._open[-1].has_header = self._open[-1].has_header or is_header

    def add(self, block: Block) -> None:
        """Add a block to the open cell, or to the text."""
        if not block.text:
            return
        self._count_one()
        if self._open and self._open[-1].rows and self._open[-1].rows[-1]:
            self._open[-1].rows[-1][-1].append(block)
        else:
            self.blocks.append(block)

    def _count_one(self) -> None:
        """Count the blocks and cells while a file is read, because millions need gigabytes of memory."""
        self._count += 1
        if self._count > MAX_SENTENCES_AND_HEADINGS:
            raise DocumentError(
                f"the document has more than {MAX_SENTENCES_AND_HEADINGS:,} paragraphs and cells; map its parts"
            )

    def document(self, title: str | None = None) -> Document:
        """The document of all blocks; ``title`` is the one in the file's metadata.

        A file of bare paragraphs (no headings, lists, tables or lines in bold) is read like plain text.
        """
        blocks = _without_contents(self.blocks)
        if all(block.kind == "paragraph" and not (block.depth or block.is_bold) for block in blocks if block.text):
            return read_plain_text("\n\n".join(block.text.strip() for block in blocks if block.text.strip()), title)
        return build_document(_with_typed_marks(with_bold_headings(blocks)), title=title)


def _with_typed_marks(blocks: Iterable[Block]) -> Iterable[Block]:
    """The blocks; paragraphs that begin with a typed bullet or number are list items."""
    for block in blocks:
        mark = TYPED_MARK.match(block.text) if block.kind == "paragraph" and not block.depth else None
        yield replace(block, depth=1, mark=mark.end()) if mark else block


def _without_contents(blocks: list[Block]) -> list[Block]:
    """The blocks; a table of contents typed by hand (a heading, then lines that end in numbers) is an aside."""
    found = list(blocks)
    start = next((place for place, block in enumerate(found) if CONTENTS_HEADING.match(block.text)), len(found))
    entries = [start]
    for place in range(start + 1, len(found)):
        if _CONTENTS_ENTRY.search(found[place].text) and len(found[place].text) <= _MAX_ENTRY_LENGTH:
            entries.append(place)
        elif found[place].text and place - entries[-1] > _MAX_OTHER_LINES:
            break
    if len(entries) > _MAX_OTHER_LINES:
        for place in range(start, entries[-1] + 1):
            found[place] = found[place].as_aside()
    return found
