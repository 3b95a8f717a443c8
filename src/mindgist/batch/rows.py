"""The rows of the output: a document's map and figures, or its error. A second run writes the same bytes."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
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


class FileFailure(Failure):
    """A failure of a document that cannot even be passed over: the rest of its file is left out, too."""


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
        return compact(mindmap.cut().to_dict(all_labels=False)).encode("utf-8", "replace")
    return format_named(options.ending).render(mindmap, document)


def is_whole(options: BatchOptions) -> bool:
    """Whether the format holds all nodes of a map, and not only those that it shows."""
    return options.format not in ROW_FORMATS and format_named(options.ending).interactive


def files_of_rows(shard: Shard, rows: Sequence[Row], options: BatchOptions) -> list[tuple[str, bytes]]:
    """The files of a shard (name, content), in the order of writing."""
    files: list[tuple[str, bytes]] = []
    if options.format == "parquet":
        last = _parquet(rows)
    else:
        taken: Counter[str] = Counter()
        lines = []
        for row in rows:
            middle = f'"map":{row.map.decode()}' if options.format == "jsonl" else ""
            if options.format != "jsonl" and not row.failure:
                file = f"{shard.name}/{_file_name(row.id, taken)}{options.ending}"
                files.append((file, row.map))
                middle = f'"file":{compact(file)}'
            lines.append(_line(row, middle))
        last = "".join(lines).encode("utf-8", "replace")
    return [*files, (shard_file(shard, options), last)]


def shard_file(shard: Shard, options: BatchOptions) -> str:
    """The name of the shard's file that is written last."""
    return f"{shard.name}.{options.format if options.format in ROW_FORMATS else 'jsonl'}"


def compact(content: object) -> str:
    """JSON on one line."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _writable(text: str) -> str:
    """The text without lone surrogates, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode()


def _line(row: Row, middle: str) -> str:
    """A row of JSON Lines; ``middle`` is the part before the figures, if there is no error."""
    head = compact({"id": row.id, "source": row.source})[:-1]
    if row.failure:
        return f'{head},"error":{compact(asdict(row.failure))}}}\n'
    return f'{head},{middle},"figures":{compact({"sentences": row.sentences, "nodes": row.nodes})}}}\n'


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
