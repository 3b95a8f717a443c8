"""Comma-separated values: each row is an item that names its columns, grouped by the first column of repeated words."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from mindgist.document.block import CELL_SEPARATOR, Block
from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.errors import DocumentError

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 50  # that the delimiter is guessed from
_MAX_FIELD = 1_000_000  # characters of a cell
_MAX_LINE = 5_000_000  # characters; every cell is an object of its own
_MAX_GROUP_COLUMNS = 30  # that are tried; each costs a walk through all rows
_MIN_GROUP = 2  # rows of a group, on average

Row = list[str]


def read_csv(text: str) -> Document:
    """Read a table with a header row."""
    csv.field_size_limit(_MAX_FIELD)
    lines = text.splitlines(True)
    if max(map(len, lines), default=0) > _MAX_LINE:
        raise DocumentError(f"a line of the table has more than {_MAX_LINE:,} characters, which no table has")
    try:
        reader = csv.reader(lines, delimiter=_delimiter(lines[:_SAMPLE_LINES]), skipinitialspace=True)
        cells = ([" ".join(cell.split()) for cell in row] for row in reader)
        rows = [row for row in cells if any(row)]
    except csv.Error as error:
        raise DocumentError(f"the input does not read as CSV: {error}") from error
    if len(rows) < 2:
        raise DocumentError("the table has no row below its header, so there is nothing to map")
    header = Block(CELL_SEPARATOR.join(filter(None, rows[0])), "title")
    return build_document([header, *table_blocks(rows[0], rows[1:])])


def _delimiter(lines: list[str]) -> str:
    """The delimiter by which most rows have as many cells as the header; ``csv.Sniffer`` may take hours."""

    def agreement(delimiter: str) -> tuple[int, int]:
        header, *rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True)) or [[]]
        return sum(len(row) == len(header) > 1 for row in rows), len(header)

    return max(_DELIMITERS, key=agreement)


def table_blocks(names: Row, rows: Sequence[Row]) -> Iterator[Block]:
    """One item for each row: the first cell, and the others with the names of their columns."""
    column = _group_column(names, rows)
    if column is None:
        yield from (Block(_words(names, row), "row", depth=1) for row in rows)
        return
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column] if column < len(row) else "", []).append(row)
    for value, inside in groups.items():
        yield Block(value or f"no {names[column]}", "heading", 1)
        yield from (Block(_words(names, row, column), "row", depth=1) for row in inside)


def _words(names: Row, row: Row, left_out: int | None = None) -> str:
    """The cells of a row, joined; all but the first with the names of their columns."""
    kept = [(names[place] if place < len(names) else "", cell) for place, cell in enumerate(row) if place != left_out]
    first = kept[0][1:] if kept else ()
    rest = (f"{name}: {cell}" if name else cell for name, cell in islice(kept, 1, None) if cell)
    return CELL_SEPARATOR.join([*filter(None, first), *rest])


def _group_column(names: Row, rows: Sequence[Row]) -> int | None:
    """The first column of words whose values repeat; None if there is none."""
    for place in range(min(len(names), _MAX_GROUP_COLUMNS)):
        counts = Counter(row[place] if place < len(row) else "" for row in rows)
        are_words = not any(any(mark.isdigit() for mark in value) for value in counts)
        if are_words and 1 < len(counts) <= len(rows) / _MIN_GROUP and len(counts) <= len(rows) ** 0.5 + 3:
            return place
    return None
