"""Data: CSV and JSON.

Each row of CSV is an item that names its columns; rows are grouped by the first column of repeated words. Objects of
JSON become sections under their keys, lists of records become tables, and other values become items.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from mindgist.document.block import CELL_SEPARATOR, Block
from mindgist.document.builder import build_document
from mindgist.document.document import MAX_LEVEL, Document
from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

_MAX_LINE = 5_000_000  # characters; every cell is an object of its own
_MAX_VALUES = 2_000_000  # by their commas and brackets, those of texts included; or cells of a table, with empty ones


def read_csv(text: str) -> Document:
    """Read a table with a header row."""
    csv.field_size_limit(1_000_000)
    lines = text.splitlines(True)
    if max(map(len, lines), default=0) > _MAX_LINE:
        raise DocumentError(f"a line of the table has more than {_MAX_LINE:,} characters, which no table has")
    try:
        reader = csv.reader(lines, delimiter=_delimiter(lines[:50]), skipinitialspace=True)
        cells = ([folded(cell) for cell in row] for row in reader)
        rows = [row for row in cells if any(row)]
    except csv.Error as error:
        raise DocumentError(f"the input does not read as CSV: {error}") from error
    if len(rows) < 2:
        raise DocumentError("the table has no row below its header, so there is nothing to map")
    header = Block(CELL_SEPARATOR.join(filter(None, rows[0])), "title")
    return build_document([header, *_table_blocks(rows[0], rows[1:])])


def _delimiter(lines: list[str]) -> str:
    """The delimiter by which most rows have as many cells as the header; ``csv.Sniffer`` may take hours."""

    def agreement(delimiter: str) -> tuple[int, int]:
        header, *rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True)) or [[]]
        return sum(len(row) == len(header) > 1 for row in rows), len(header)

    return max(",;\t|", key=agreement)


def _table_blocks(names: list[str], rows: Sequence[list[str]]) -> Iterator[Block]:
    """One item for each row: the first cell, and the others with the names of their columns."""
    column = _group_column(names, rows)
    groups: dict[str, list[list[str]]] = {}
    for row in rows:
        groups.setdefault("" if column is None or column >= len(row) else row[column], []).append(row)
    for value, inside in groups.items():
        if column is not None:
            yield Block(value or f"no {names[column]}", "heading", 1)
        yield from (Block(_words(names, row, column), "row", depth=1) for row in inside)


def _words(names: list[str], row: list[str], left_out: int | None) -> str:
    kept = [(names[place] if place < len(names) else "", cell) for place, cell in enumerate(row) if place != left_out]
    first = kept[0][1:] if kept else ()
    rest = (f"{name}: {cell}" if name else cell for name, cell in islice(kept, 1, None) if cell)
    return CELL_SEPARATOR.join([*filter(None, first), *rest])


def _group_column(names: list[str], rows: Sequence[list[str]]) -> int | None:
    """The first column of words whose values repeat; None if there is none."""
    for place in range(min(len(names), 30)):  # each costs a walk through all rows
        counts = Counter(row[place] if place < len(row) else "" for row in rows)
        are_words = not any(any(mark.isdigit() for mark in value) for value in counts)
        if are_words and 1 < len(counts) <= len(rows) / 2 and len(counts) <= len(rows) ** 0.5 + 3:
            return place
    return None


def read_json(text: str) -> Document:
    """Read the structure of JSON data; a file with one value per line (JSON Lines) is a list."""
    if sum(map(text.count, ",[{")) > _MAX_VALUES:
        raise DocumentError(f"the data have more than {_MAX_VALUES:,} values; map their parts")
    try:
        try:
            data = json.loads(text)
        except ValueError:
            data = [json.loads(line) for line in text.splitlines() if line.strip()]
        if isinstance(data, dict) and str(data.get("format", "")).endswith("-map") and "nodes" in data:
            raise DocumentError("the input is a map already; `mindgist convert` writes it in other formats")
        return build_document(_blocks(data, 1, _name(data)), title=_name(data))
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"the input does not read as JSON: {error}") from error


def _blocks(value: Any, level: int, heading: str | None) -> Iterator[Block]:
    """The blocks of a value under a heading, which is not repeated; sections inside begin at ``level``."""
    if isinstance(value, dict):
        plain = {key: one for key, one in value.items() if not isinstance(one, dict | list) and not _is_prose(one)}
        yield from (
            Block(f"{key}: {_text(one)}", "row", depth=1) for key, one in plain.items() if one not in (None, heading)
        )
        for key, one in value.items():
            if key not in plain and one not in ({}, []):
                yield from _section(str(key), one, level)
    elif isinstance(value, list) and _is_table(value):
        names = list(dict.fromkeys(key for row in value for key in row))
        yield from _table_blocks(names, [[_text(row.get(key)) for key in names] for row in value])
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            if isinstance(one, dict | list):
                yield from _section(_name(one) or str(number), one, level)
            else:
                yield from _blocks(one, level, None)
    elif value is not None:
        yield Block(_text(value)) if _is_prose(value) else Block(_text(value), "row", depth=1)


def _section(heading: str, value: Any, level: int) -> Iterator[Block]:
    yield Block(heading, "heading", min(level, MAX_LEVEL))
    yield from _blocks(value, level + 1, heading)


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and len(value) > 200


def _is_table(rows: list[Any]) -> bool:
    """Whether a list holds records of short values, and not so many different ones that the table is mostly empty."""
    if len(rows) * len({key for row in rows if isinstance(row, dict) for key in row}) > _MAX_VALUES:
        return False
    return bool(rows) and all(
        isinstance(row, dict) and not any(isinstance(one, dict | list) or _is_prose(one) for one in row.values())
        for row in rows
    )


def _name(value: Any) -> str | None:
    keys = ("title", "name", "headline", "label", "id")
    named = (value[key] for key in keys if isinstance(value, dict) and isinstance(value.get(key), str))
    return next((folded(name) for name in named if name.strip() and not _is_prose(name)), None)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return folded(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False)
