"""JSON: objects become sections under their keys, lists of records become tables, and other values become items."""

import json
from collections.abc import Iterator
from typing import Any

from mindgist.document.block import Block
from mindgist.document.builder import build_document
from mindgist.document.csv_table import table_blocks
from mindgist.document.document import MAX_LEVEL, Document
from mindgist.errors import DocumentError

_TITLE_KEYS = ("title", "name", "headline", "label", "id")
_MAX_CELLS = 2_000_000  # of a table, with the empty ones
_MAX_VALUES = 2_000_000  # by their commas and brackets, those of texts included
_MIN_PROSE = 200  # characters: a longer text is prose with sentences of its own


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
        yield from table_blocks(names, [[_text(row.get(key)) for key in names] for row in value])
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            if isinstance(one, dict | list):
                yield from _section(_name(one) or str(number), one, level)
            else:
                yield from _item(one)
    else:
        yield from _item(value)


def _section(heading: str, value: Any, level: int) -> Iterator[Block]:
    yield Block(heading, "heading", min(level, MAX_LEVEL))
    yield from _blocks(value, level + 1, heading)


def _item(value: Any) -> Iterator[Block]:
    if value is not None:
        yield Block(_text(value)) if _is_prose(value) else Block(_text(value), "row", depth=1)


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and len(value) > _MIN_PROSE


def _is_table(rows: list[Any]) -> bool:
    """Whether a list holds records of short values, and not so many different ones that the table is mostly empty."""
    if len(rows) * len({key for row in rows if isinstance(row, dict) for key in row}) > _MAX_CELLS:
        return False
    return bool(rows) and all(
        isinstance(row, dict) and not any(isinstance(one, dict | list) or _is_prose(one) for one in row.values())
        for row in rows
    )


def _name(value: Any) -> str | None:
    """What an object calls itself."""
    named = (value[key] for key in _TITLE_KEYS if isinstance(value, dict) and isinstance(value.get(key), str))
    return next((" ".join(name.split()) for name in named if name.strip() and not _is_prose(name)), None)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return "" if value is None else json.dumps(value, ensure_ascii=False)
