"""The rows of the output: a document's map and figures, or its error. A second run writes the same bytes."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any

from mindgist.batch.containers import parquet_library
from mindgist.batch.options import ROW_FORMATS, BatchOptions
from mindgist.batch.plan import Shard

_FORBIDDEN = re.compile(r"[^\w.() -]+")
_MAX_NAME = 120  # bytes; file systems allow 255, with the ending
_PARQUET_COLUMNS = {
    "id": "string", "source": "string", "map": "string", "sentences": "int32", "nodes": "int32",
    "error_kind": "string", "error_message": "string",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document has no map.

    Kinds: unreadable, too slow, too large, crash (the document ended its process) and fault (a bug in mindgist).
    """

    kind: str
    message: str


class FileFailure(Failure):
    """A failure of a document that cannot even be passed over: the rest of its file is left out, too."""


@dataclass(slots=True)
class Row:
    """The result of a document. ``map`` is its map as JSON data, or the content of its file."""

    id: str
    source: str
    sentences: int = 0
    nodes: int = 0
    map: Any = None
    failure: Failure | None = None


def files_of_rows(shard: Shard, rows: Sequence[Row], options: BatchOptions) -> list[tuple[str, bytes]]:
    """The files of a shard (name, content), in the order of writing."""
    if options.format == "parquet":
        return [(shard_file(shard, options), _parquet(rows))]
    files: list[tuple[str, bytes]] = []
    taken: Counter[str] = Counter()
    lines = []
    for row in rows:
        line: dict[str, Any] = {"id": row.id, "source": row.source}
        figures = {"sentences": row.sentences, "nodes": row.nodes}
        if row.failure:
            line["error"] = asdict(row.failure)
        elif options.format == "jsonl":
            line |= {"map": row.map, "figures": figures}
        else:
            name = f"{shard.name}/{_file_name(row.id, taken)}.{options.format}"
            files.append((name, row.map))
            line |= {"file": name, "figures": figures}
        lines.append(compact(line) + "\n")
    return [*files, (shard_file(shard, options), "".join(lines).encode("utf-8", "replace"))]


def shard_file(shard: Shard, options: BatchOptions) -> str:
    """The name of the shard's file that is written last."""
    return f"{shard.name}.{options.format if options.format in ROW_FORMATS else 'jsonl'}"


def compact(content: object) -> str:
    """JSON on one line."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _parquet(rows: Sequence[Row]) -> bytes:
    """One row per document; the map is JSON text in the format of docs/map-format.md."""
    parquet = parquet_library("Parquet")
    import pyarrow

    lines = []
    for row in rows:
        line: dict[str, Any] = {"id": row.id, "source": row.source}
        if row.failure:
            line |= {"error_kind": row.failure.kind, "error_message": row.failure.message}
        else:
            line |= {"map": compact(row.map), "sentences": row.sentences, "nodes": row.nodes}
        for name, value in line.items():
            if isinstance(value, str):  # lone surrogates cannot be encoded
                line[name] = value.encode("utf-8", "replace").decode()
        lines.append(line)
    table = pyarrow.Table.from_pylist(lines, schema=pyarrow.schema(_PARQUET_COLUMNS))
    file = BytesIO()
    parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


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
