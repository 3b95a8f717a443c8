"""The rows of the output: a document's map and figures, or its error. A second run writes the same bytes."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from mindgist.batch.containers import parquet_library
from mindgist.batch.options import ROW_FORMATS, BatchOptions
from mindgist.batch.plan import Shard
from mindgist.export import format_named

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap

_FORBIDDEN = re.compile(r"[^\w.() -]+")
_MAX_NAME = 120  # bytes; file systems allow 255, with the ending


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document has no map.

    Kinds: unreadable, too slow, too large, crash (the document ended its process) and fault (a bug in mindgist).
    """

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a document. ``map`` is its map as it is written: JSON on one line, or the content of a file."""

    id: str
    source: str
    sentences: int = 0
    nodes: int = 0
    map: bytes = b""
    failure: Failure | None = None


def written(mindmap: "MindMap", document: "Document", options: BatchOptions) -> bytes:
    """The map as a row holds it."""
    if options.format in ROW_FORMATS:
        return _bytes(compact(mindmap.cut().to_dict(all_labels=False)))
    return format_named(options.ending).render(mindmap, document)


def is_whole(options: BatchOptions) -> bool:
    """Whether the format holds all nodes of a map, and not only those that it shows."""
    return options.format not in ROW_FORMATS and format_named(options.ending).interactive


def files_of_rows(shard: Shard, rows: Sequence[Row], options: BatchOptions) -> list[tuple[str, bytes]]:
    """The files of a shard (name, content), in the order of writing."""
    files: list[tuple[str, bytes]] = []
    if options.format == "jsonl":
        last = b"".join(_line(row, b'"map":' + row.map) for row in rows)
    elif options.format == "parquet":
        last = _parquet(rows)
    else:
        files, last = _one_file_each(shard.name, rows, options.ending)
    return [*files, (shard_file(shard, options), last)]


def shard_file(shard: Shard, options: BatchOptions) -> str:
    """The name of the shard's file that is written last."""
    return f"{shard.name}.{options.format if options.format in ROW_FORMATS else 'jsonl'}"


def compact(content: object) -> str:
    """JSON on one line."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # a lone surrogate cannot be encoded


def _writable(text: str) -> str:
    return _bytes(text).decode()


def _line(row: Row, middle: bytes) -> bytes:
    """A row of JSON Lines; ``middle`` is the part before the figures, if there is no error."""
    head = _bytes(compact({"id": row.id, "source": row.source})[:-1])
    if row.failure:
        error = {"kind": row.failure.kind, "message": row.failure.message}
        return head + _bytes(f',"error":{compact(error)}}}\n')
    return head + b"," + middle + f',"figures":{{"sentences":{row.sentences},"nodes":{row.nodes}}}}}\n'.encode()


def _parquet(rows: Sequence[Row]) -> bytes:
    """One row per document; the map is JSON text in the format of docs/map-format.md."""
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


def _one_file_each(name: str, rows: Sequence[Row], ending: str) -> tuple[list[tuple[str, bytes]], bytes]:
    """One file per map in the shard's folder, and an index of all its documents."""
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
    """A file name from a document's id, without forbidden characters; with a number if it is taken."""
    safe = _FORBIDDEN.sub("-", identifier[-_MAX_NAME:]).strip(" .-")
    name = safe.encode()[-_MAX_NAME:].decode(errors="ignore").strip(" .-") or "map"
    free = name
    while taken[free.casefold()]:
        taken[name.casefold()] += 1
        free = f"{name}-{taken[name.casefold()]}"
    taken[free.casefold()] += 1
    return free
