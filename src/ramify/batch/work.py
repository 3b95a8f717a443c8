"""The work on a shard: read its documents, map them, write the rows. It is the same wherever it runs."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass

from ramify.batch import places
from ramify.batch.options import BatchOptions
from ramify.batch.plan import Shard
from ramify.batch.rows import Failure, Row, compact, files_of_rows, written
from ramify.batch.sources import Opened, Raw
from ramify.document import Document, read_bytes, read_text
from ramify.errors import RamifyError
from ramify.files import fingerprint
from ramify.mapper import MindMapper
from ramify.mindmap import MindMap
from ramify.mindmap.gist_labels import find_gists

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")

RECEIPTS = "receipts"
_AT_ONCE = 32  # documents whose labels are found together

At = Callable[[int], None]
"""Told which document is being worked on, by its place in the shard, before anything is done with it."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What has become of a shard. It is written after the shard's files: where it is, the shard is done."""

    shard: int
    rows: int
    size: int
    fingerprint: str
    sentences: int
    nodes: int
    errors: dict[str, int]

    def to_json(self) -> str:
        """The receipt as it is written down."""
        return compact(asdict(self)) + "\n"

    @classmethod
    def from_json(cls, content: str | bytes) -> "Receipt":
        """The receipt that was written down."""
        return cls(**json.loads(content))


@dataclass(frozen=True, slots=True)
class _Mapped:
    """A document that has a map, which is still to be written."""

    raw: Raw
    document: Document
    mindmap: MindMap


class ShardWork:
    """Works on one shard after the other, with one mapper and the files that it has open."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._mapper = MindMapper.named(options.graph, options.tree, options.seed, options.model)
        self._opened = Opened(options)

    def __call__(self, shard: Shard, fatal: Mapping[int, Failure], at: At) -> Receipt:
        """Map and write a shard, but for the documents that are known to be fatal."""
        rows = list(self._rows(shard, fatal, at))
        files = files_of_rows(shard, rows, self._options)
        if len(files) > 1:
            places.folder(places.joined(self._output, shard.name))
        for name, content in files:
            places.write(places.joined(self._output, name), content)
        receipt = Receipt(
            shard=shard.number,
            rows=len(rows),
            size=sum(len(content) for _, content in files),
            fingerprint=fingerprint(*(part for name, content in files for part in (name, content))),
            sentences=sum(row.sentences for row in rows),
            nodes=sum(row.nodes for row in rows),
            errors=dict(sorted(Counter(row.failure.kind for row in rows if row.failure).items())),
        )
        places.write(receipt_place(self._output, shard), receipt.to_json().encode())
        return receipt

    def _rows(self, shard: Shard, fatal: Mapping[int, Failure], at: At) -> Iterator[Row]:
        """The rows, some documents at a time: their maps one by one, then the labels of all of them at once."""
        raws = self._raws(shard)
        index = 0
        while True:
            some: list[Row | _Mapped] = []
            while len(some) < _AT_ONCE:
                at(index)  # to fetch it may be what kills
                raw = next(raws, None)
                if raw is None:
                    break
                some.append(Row(raw.id, raw.source, failure=fatal[index]) if index in fatal else self._mapped(raw))
                index += 1
            if not some:
                return
            if self._options.labels == "gists":
                with suppress(Exception):  # it will come again with the one document that it comes from
                    find_gists(one.mindmap.cut().nodes for one in some if isinstance(one, _Mapped))
            yield from (self._row(one) if isinstance(one, _Mapped) else one for one in some)

    def _raws(self, shard: Shard) -> Iterator[Raw]:
        for piece in shard.pieces:
            yield from self._opened.documents(piece.source, piece.first, piece.count, piece.offset)

    def _mapped(self, raw: Raw) -> "Row | _Mapped":
        try:
            document = self._read(raw)
            return _Mapped(raw, document, self._map(document))
        except Exception as error:  # whatever it is, it is this document's, and the others go on
            return Row(raw.id, raw.source, failure=failure_of(error))

    def _row(self, one: "_Mapped") -> Row:
        raw, document, mindmap = one.raw, one.document, one.mindmap
        try:
            return Row(raw.id, raw.source, len(document), len(mindmap.cut()), written(mindmap, document, self._options))
        except Exception as error:
            return Row(raw.id, raw.source, failure=failure_of(error))

    def _read(self, raw: Raw) -> Document:
        if raw.problem:
            raise RamifyError(raw.problem)
        if isinstance(raw.content, str):
            return read_text(raw.content, ending=raw.ending)
        return read_bytes(raw.content, encoding=self._options.encoding, ending=raw.ending)

    def _map(self, document: Document) -> MindMap:
        mindmap = self._mapper(document).labelled(self._options.labels)
        return mindmap.resized(self._options.nodes) if self._options.nodes else mindmap


def receipt_place(output: str, shard: Shard) -> str:
    """Where a shard's receipt lies."""
    return places.joined(places.joined(output, RECEIPTS), f"{shard.number:06d}.json")


def failure_of(error: Exception) -> Failure:
    """An error as a row tells it."""
    if isinstance(error, RamifyError):
        return Failure("unreadable", str(error))
    if isinstance(error, MemoryError | RecursionError):
        return Failure("too large", "the document needs more memory than a worker may have; split it and map the parts")
    # Addresses differ from run to run, and rows must not.
    return Failure("fault", _ADDRESS.sub("0x…", f"{type(error).__name__}: {error}"))
