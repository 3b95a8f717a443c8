"""Blocks of word processor files, whose tables nest: a table row becomes one block."""

from dataclasses import replace
from itertools import count

from mindgist.document.block import Block, row_blocks, with_bold_headings
from mindgist.document.builder import build_document, check_size
from mindgist.document.document import Document
from mindgist.document.plain_text import read_plain_text
from mindgist.document.tokens import TYPED_MARK


class TableReader:
    """Collects blocks in reading order and turns tables into rows.

    Readers call ``table_event`` as rows and cells start and end, and ``add`` for each block.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._notes: list[Block] = []
        self._rows: list[list[list[Block]]] = []  # the open rows: the blocks of their cells
        self._count = count(1)

    def table_event(self, element: str, event: str, is_header: bool = False) -> None:
        """Follow the 'start' or 'end' of a 'tr' or 'tc'."""
        if element == "tr" and event == "start":
            self._rows.append([])
        elif element == "tr" and self._rows:
            for block in row_blocks(self._rows.pop(), is_header):
                self.add(block)
        elif element == "tc" and event == "start" and self._rows:
            check_size(next(self._count))
            self._rows[-1].append([])

    def add(self, block: Block) -> None:
        """Add a block to the open cell, or to the text. An aside is a footnote or endnote, which follows the text."""
        if block.text:
            check_size(next(self._count))
            place = self._rows[-1][-1] if self._rows and self._rows[-1] else self.blocks
            (self._notes if block.kind == "aside" else place).append(block)

    def document(self, title: str | None = None) -> Document:
        """The document of all blocks; ``title`` is the one in the file's metadata.

        A file of bare paragraphs (no headings, lists, tables or lines in bold) is read like plain text.
        """
        blocks = [*self.blocks, *self._notes]
        if all(block.is_prose and not block.is_bold for block in blocks):
            return read_plain_text("\n\n".join(block.text.strip() for block in blocks), title)
        return build_document(map(_with_typed_mark, with_bold_headings(blocks)), title=title)


def _with_typed_mark(block: Block) -> Block:
    """The block; a paragraph that begins with a typed bullet or number is a list item."""
    mark = TYPED_MARK.match(block.text) if block.is_prose else None
    return replace(block, depth=1, mark=mark.end()) if mark else block
