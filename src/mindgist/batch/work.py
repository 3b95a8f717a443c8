"""The work on a shard: read its documents, map them, write the rows."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice

from mindgist.batch import places
from mindgist.batch.containers import Raw
from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure, Row, compact, files_of_rows, is_whole, written
from mindgist.batch.sources import DocumentReader
from mindgist.document import Document, read_bytes, read_text
from mindgist.errors import MindgistError
from mindgist.files import fingerprint
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap, with_labels
from mindgist.tree import MAX_WHOLE

_MEMORY_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")

RECEIPTS = "receipts"
_GROUP_DOCUMENTS = 64  # documents that are mapped together
_GROUP_CHARACTERS = 2_000_000  # about as much text at most
MAX_NAMED = 10
"""The number of documents without a map that a receipt and a summary name; the rows have all."""
TOGETHER = -2
"""The position while several documents are mapped together."""

SetPosition = Callable[[int, int], None]
"""Called before each step with the document's index in the shard, or ``TOGETHER``, and the number of documents."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a shard. It is written after the shard's files: if it exists, the shard is done."""

    shard: int
    rows: int
    size: int
    fingerprint: str
    sentences: int
    nodes: int
    errors: dict[str, int]
    failed: dict[str, str] = field(default_factory=dict)
    """The message for each of the first ``MAX_NAMED`` documents without a map."""

    def to_json(self) -> str:
        """The receipt as it is saved."""
        return compact(asdict(self)) + "\n"

    @classmethod
    def from_json(cls, content: str | bytes) -> "Receipt":
        """Read a saved receipt."""
        return cls(**json.loads(content))


@dataclass(slots=True)
class _Pending:
    """A document that was read but not written yet, and its map if there is one."""

    index: int
    raw: Raw
    document: Document
    mindmap: MindMap | None = None


class ShardWork:
    """Maps and writes shards, with one mapper and one open input file."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._mapper = MindMapper.of(options.map)
        self._reader = DocumentReader(options)

    def __call__(
        self, shard: Shard, fatal: Mapping[int, Failure], set_position: SetPosition, one_by_one: bool = False
    ) -> Receipt:
        """Map and write a shard.

        Args:
            shard: the documents.
            fatal: documents that are not tried again, because they ended a worker, with the failure to record.
            set_position: called before each step.
            one_by_one: map each document alone before all are mapped together. If a worker died while it mapped
                several documents, this finds the one that killed it. The rows stay the same.
        """
        rows = list(self._rows(shard, fatal, set_position, one_by_one))
        files = files_of_rows(shard, rows, self._options)
        if len(files) > 1:
            places.folder(places.joined(self._output, shard.name))
        for name, content in files:
            places.write(places.joined(self._output, name), content, sync_folder=False)  # the receipt is written last
        receipt = Receipt(
            shard=shard.number,
            rows=len(rows),
            size=sum(len(content) for _, content in files),
            fingerprint=shard_fingerprint(files),
            sentences=sum(row.sentences for row in rows),
            nodes=sum(row.nodes for row in rows),
            errors=dict(sorted(Counter(row.failure.kind for row in rows if row.failure).items())),
            failed=dict(islice(((row.id, row.failure.message) for row in rows if row.failure), MAX_NAMED)),
        )
        places.write(receipt_place(self._output, shard), receipt.to_json().encode())
        return receipt

    def _rows(
        self, shard: Shard, fatal: Mapping[int, Failure], set_position: SetPosition, one_by_one: bool
    ) -> Iterator[Row]:
        """The rows. Documents are read one by one and mapped in groups."""
        raws = self._raws(shard)
        index = 0
        while group := self._group(raws, index, fatal, set_position):
            index += len(group)
            pending = [one for one in group if isinstance(one, _Pending) and one.mindmap is None]
            for one in pending if one_by_one else ():
                set_position(one.index, 1)
                self._map([one])
            # The group has the time limit of one document; the second time, with each known to be harmless, of all.
            set_position(TOGETHER, len(pending) if one_by_one else 1)
            self._map(pending)
            for either in group:
                if isinstance(either, _Pending):
                    set_position(either.index, 1)
                yield self._row(either) if isinstance(either, _Pending) else either

    def _group(
        self, raws: Iterator[Raw], index: int, fatal: Mapping[int, Failure], set_position: SetPosition
    ) -> list[Row | _Pending]:
        """The next documents; a row for each that cannot be read. Long ones are mapped here."""
        group: list[Row | _Pending] = []
        size = 0
        while len(group) < _GROUP_DOCUMENTS and size < _GROUP_CHARACTERS:
            set_position(index, 1)  # reading it may end the worker, too
            raw = next(raws, None)
            if raw is None:
                break
            if index in fatal:
                group.append(Row(raw.id, raw.source, failure=fatal[index]))
            else:
                try:
                    one = _Pending(index, raw, self._read(raw))
                    size += len(one.document.text)
                    if len(one.document) > MAX_WHOLE:
                        self._map([one])
                    group.append(one)
                except Exception as error:  # any error is recorded for this document, and the others go on
                    group.append(Row(raw.id, raw.source, failure=failure_of(error)))
            index += 1
        return group

    def _raws(self, shard: Shard) -> Iterator[Raw]:
        for piece in shard.pieces:
            yield from self._reader.documents(piece.source, piece.first, piece.count, piece.offset)

    def _map(self, group: Sequence[_Pending]) -> None:
        """Map several documents and find their labels. If that fails, ``_row`` maps each document alone."""
        with suppress(Exception):
            maps = [self._shown(mindmap) for mindmap in self._mapper.map_all([one.document for one in group])]
            for one, mindmap in zip(group, with_labels(maps), strict=True):
                one.mindmap = mindmap

    def _shown(self, mindmap: MindMap) -> MindMap:
        mindmap = self._options.map.apply_to(mindmap)
        return mindmap if is_whole(self._options) else mindmap.cut()

    def _row(self, one: _Pending) -> Row:
        raw, document = one.raw, one.document
        try:
            mindmap = one.mindmap or self._shown(self._mapper(document))
            nodes = mindmap.size or len(mindmap)
            return Row(raw.id, raw.source, len(document), nodes, written(mindmap, document, self._options))
        except Exception as error:
            return Row(raw.id, raw.source, failure=failure_of(error))

    def _read(self, raw: Raw) -> Document:
        if raw.problem:
            raise MindgistError(raw.problem)
        if isinstance(raw.content, str):
            return read_text(raw.content, ending=raw.ending)
        return read_bytes(raw.content, encoding=self._options.encoding, ending=raw.ending)


def shard_fingerprint(files: Iterable[tuple[str, bytes]]) -> str:
    """The fingerprint of the files of a shard (name, content)."""
    return fingerprint(*(part for file in files for part in file))


def receipt_place(output: str, shard: Shard) -> str:
    """The path of a shard's receipt."""
    return places.joined(places.joined(output, RECEIPTS), f"{shard.number:06d}.json")


def failure_of(error: Exception) -> Failure:
    """The failure to record for an error."""
    if isinstance(error, MindgistError):
        return Failure("unreadable", str(error))
    if isinstance(error, MemoryError | RecursionError):
        return Failure("too large", "the document needs more memory than a worker may have; split it and map the parts")
    # Memory addresses differ from run to run, but rows must not.
    return Failure("fault", _MEMORY_ADDRESS.sub("0x…", f"{type(error).__name__}: {error}"))
