"""What is written of a document: its map and figures, or its error. No times, so that a second run gives the same."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from mindgist.batch.options import ROWS, BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.sources import parquet_library
from mindgist.export import format_named

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap

_UNSAFE = re.compile(r"[^\w.() -]+")
_LONGEST_NAME = 120  # bytes; file systems take 255, with the ending


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document has no map. The kinds are few, as they are counted: unreadable, too slow, too large, crash, fault.

    A crash ended the process that worked on the document; a fault is a mistake of ours.
    """

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Row:
    """A document's result; ``map`` is its map as it is written: JSON in one line, or the content of a file."""

    id: str
    source: str
    sentences: int = 0
    nodes: int = 0
    map: bytes = b""
    failure: Failure | None = None


def written(mindmap: "MindMap", document: "Document", options: BatchOptions) -> bytes:
    """A map as a row holds it, made once."""
    if options.format in ROWS:
        return _bytes(compact(mindmap.cut().to_dict(all_labels=False)))
    form = format_named(options.ending)
    return form.render(mindmap, document=document) if form.whole else form.render(mindmap)


def files_of_rows(shard: Shard, rows: Sequence[Row], options: BatchOptions) -> list[tuple[str, bytes]]:
    """The files of a shard, in the order in which they are to be written."""
    files: list[tuple[str, bytes]] = []
    if options.format == "jsonl":
        last = b"".join(_line(row, b'"map":' + row.map) for row in rows)
    elif options.format == "parquet":
        last = _parquet(rows)
    else:
        files, last = _one_each(shard.name, rows, options.ending)
    return [*files, (shard_file(shard, options), last)]


def shard_file(shard: Shard, options: BatchOptions) -> str:
    """The file of a shard that is written last."""
    return f"{shard.name}.{options.format if options.format in ROWS else 'jsonl'}"


def compact(content: object) -> str:
    """JSON in one line."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # half a character (a lone surrogate) cannot be written


def _writable(text: str) -> str:
    return _bytes(text).decode()


def _line(row: Row, middle: bytes) -> bytes:
    """A row of JSON Lines; ``middle`` is what it has instead of an error, before the figures."""
    head = _bytes(compact({"id": row.id, "source": row.source})[:-1])
    if row.failure:
        error = {"kind": row.failure.kind, "message": row.failure.message}
        return head + _bytes(f',"error":{compact(error)}}}\n')
    return head + b"," + middle + f',"figures":{{"sentences":{row.sentences},"nodes":{row.nodes}}}}}\n'.encode()


def _parquet(rows: Sequence[Row]) -> bytes:
    """One row a document; the map is a text in the form of docs/map-format.md, so that it loses nothing."""
    parquet = parquet_library("Parquet")
    import pyarrow

    columns: dict[str, Iterable[Any]] = {
        "id": [_writable(row.id) for row in rows],
        "source": [_writable(row.source) for row in rows],
        "map": [None if row.failure else row.map.decode() for row in rows],
        "sentences": [None if row.failure else row.sentences for row in rows],
        "nodes": [None if row.failure else row.nodes for row in rows],
        "error_kind": [row.failure.kind if row.failure else None for row in rows],
        "error_message": [_writable(row.failure.message) if row.failure else None for row in rows],
    }
    counts = ("sentences", "nodes")
    schema = pyarrow.schema([(name, pyarrow.int32() if name in counts else pyarrow.string()) for name in columns])
    file = BytesIO()
    parquet.write_table(pyarrow.table(columns, schema=schema), file, compression="zstd")
    return file.getvalue()


def _one_each(name: str, rows: Sequence[Row], ending: str) -> tuple[list[tuple[str, bytes]], bytes]:
    """A file a map in a folder of the shard's name; and an index of all its documents."""
    taken: Counter[str] = Counter()
    files: list[tuple[str, bytes]] = []
    index: list[bytes] = []
    for row in rows:
        middle = b""
        if not row.failure:
            file = f"{name}/{_file_name(row.id, taken)}{ending}"
            files.append((file, row.map))
            middle = _bytes(f'"file":{compact(file)}')
        index.append(_line(row, middle))
    return files, b"".join(index)


def _file_name(identifier: str, taken: Counter[str]) -> str:
    """A name for a document's file: its id without what file systems forbid, and a number where two are alike."""
    safe = _UNSAFE.sub("-", identifier[-_LONGEST_NAME:]).strip(" .-")
    name = safe.encode()[-_LONGEST_NAME:].decode(errors="ignore").strip(" .-") or "map"
    free = name
    while taken[free.casefold()]:
        taken[name.casefold()] += 1
        free = f"{name}-{taken[name.casefold()]}"
    taken[free.casefold()] += 1
    return free
