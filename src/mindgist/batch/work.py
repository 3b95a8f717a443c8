"""The work on a shard: read its documents, map them, write the rows.

The worker process that does it may die: a document crashes it, or somebody kills it. So it reports the index of each
document before it works on it.
"""

import gc
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice

from mindgist.batch import places
from mindgist.batch.containers import Entry, InputFile, Raw, container_of
from mindgist.batch.options import ROW_FORMATS, BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure, FileFailure, Row, compact, files_of_rows
from mindgist.document import Document, read_bytes, read_text
from mindgist.errors import MindgistError
from mindgist.export import format_named
from mindgist.files import fingerprint
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.processes import limit_time, report

_MEMORY_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")

_GROUP_DOCUMENTS = 64  # documents that are mapped together
_GROUP_CHARACTERS = 2_000_000  # about as much text at most
MAX_NAMED = 10  # the number of documents without a map that a receipt and a summary name; the rows have all
TOGETHER = -2  # the position while several documents are mapped together

_Read = tuple[int, Row, Document | None]  # a document that was read: its index, its row, and None if it has failed


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
    failed: dict[str, str]  # the message for each of the first ``MAX_NAMED`` documents without a map


class DocumentReader:
    """Reads documents and keeps the last file open, because the next shard often continues in it."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._file: InputFile | None = None
        self._entries: Iterator[Entry] = iter(())
        self._next = 0  # the number of the next entry

    def documents(self, source: places.Source, first: int, count: int, offset: int) -> Iterator[Raw]:
        """The documents of a piece of a plan. If the file cannot be read (on), the last one holds the problem."""
        try:
            self._open(source, first, offset)
            for entry in self._entries:
                self._next += 1
                if self._next > first and (raw := entry.read()):
                    yield raw
                if self._next == first + count:
                    return
            raise EOFError("the file ends too early")
        except Exception as error:  # any error is recorded for this file, and the others go on
            self.close()
            why = "it needs more memory than a worker may have" if isinstance(error, MemoryError) else error
            yield Raw(source.name, source.place, problem=f"cannot read {source.place}: {why}")

    def _open(self, source: places.Source, first: int, offset: int) -> None:
        """Open the file at the offset, if there is one; else continue in it, or begin again if that is needed."""
        is_behind = self._file is not None and self._file.source == source and self._next <= first
        if is_behind and (self._next == first or not offset):
            return
        self.close()
        self._next = first if offset else 0
        self._file = InputFile(source, self._options, self._next, offset)
        self._entries = container_of(source.place)(self._file)

    def close(self) -> None:
        if self._file:
            self._file.opened.close()
        self._file = None


class ShardWork:
    """Maps and writes shards, with one mapper and one open input file."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._format = None if options.format in ROW_FORMATS else format_named(f".{options.format}")
        self._mapper = MindMapper.of(options.map)
        self._reader = DocumentReader(options)

    def __call__(self, shard: Shard, fatal: Mapping[int, Failure], one_by_one: bool = False) -> Receipt:
        """Map and write a shard; the documents in ``fatal`` ended a worker and are not tried again.

        ``one_by_one`` maps each document alone, which gives the same rows. If a worker died while it mapped several
        documents, this finds the one that killed it.
        """
        rows = list(self._rows(shard, fatal, one_by_one))
        files = files_of_rows(shard, rows, self._options)
        for name, content in files:
            places.write(f"{self._output}/{name}", content, sync_folder=False)  # the receipt is written last
        receipt = Receipt(
            shard=shard.number,
            rows=len(rows),
            size=sum(len(content) for _, content in files),
            fingerprint=fingerprint(*(part for file in files for part in file)),
            sentences=sum(row.sentences for row in rows),
            nodes=sum(row.nodes for row in rows),
            errors=dict(sorted(Counter(row.failure.kind for row in rows if row.failure).items())),
            failed=dict(islice(((row.id, row.failure.message) for row in rows if row.failure), MAX_NAMED)),
        )
        places.write(f"{self._output}/{shard.receipt}", (compact(asdict(receipt)) + "\n").encode())
        return receipt

    def _rows(self, shard: Shard, fatal: Mapping[int, Failure], one_by_one: bool) -> Iterator[Row]:
        for group in _groups(self._read_all(shard, fatal), 1 if one_by_one else _GROUP_DOCUMENTS):
            maps: dict[int, MindMap] = {}
            if len(group) > 1:
                self._set_position(TOGETHER)
                with suppress(Exception):  # then each document is mapped alone, and those that fail are found
                    maps = self._maps({index: document for index, _, document in group if document is not None})
            for index, row, document in group:
                self._set_position(index)
                if document is not None:
                    self._finish(row, document, maps.get(index))
                yield row

    def _read_all(self, shard: Shard, fatal: Mapping[int, Failure]) -> Iterator[_Read]:
        index = 0
        for piece in shard.pieces:
            raws = self._reader.documents(*piece)
            for _ in range(piece.length):
                self._set_position(index)  # reading it may end the worker, too
                is_lost = isinstance(fatal.get(index), FileFailure)
                raw = Raw(piece.source.name, piece.source.place) if is_lost else next(raws, None)
                if raw is None:
                    break
                row = Row(raw.id, raw.source, failure=fatal.get(index))
                yield index, row, None if row.failure else self._read(raw, row)
                index += 1
                if is_lost:
                    break

    def _read(self, raw: Raw, row: Row) -> Document | None:
        try:
            if raw.problem:
                raise MindgistError(raw.problem)
            if isinstance(raw.content, str):
                return read_text(raw.content, ending=raw.ending)
            return read_bytes(raw.content, encoding=self._options.encoding, ending=raw.ending)
        except Exception as error:  # any error is recorded for this document, and the others go on
            row.failure = failure_of(error)
            return None

    def _maps(self, documents: Mapping[int, Document]) -> dict[int, MindMap]:
        """The maps of documents, with labels; cut, unless the format holds all nodes."""
        maps = [self._options.map.apply_to(mindmap) for mindmap in self._mapper.map_all(list(documents.values()))]
        if not (self._format and self._format.interactive):
            maps = [mindmap.cut() for mindmap in maps]
        return dict(zip(documents, (mindmap.with_labels() for mindmap in maps), strict=True))

    def _set_position(self, document: int) -> None:
        """Report the index of a document in the shard, or ``TOGETHER``, and start its time limit."""
        report(document)
        limit_time(self._options.seconds)

    def _finish(self, row: Row, document: Document, mindmap: MindMap | None) -> None:
        try:
            mindmap = mindmap or self._maps({0: document})[0]
            row.map = self._format.render(mindmap, document) if self._format else mindmap.to_dict(all_labels=False)
            row.sentences, row.nodes = len(document), mindmap.size or len(mindmap)
        except Exception as error:
            row.failure = failure_of(error)


def _groups(documents: Iterable[_Read], most: int) -> Iterator[list[_Read]]:
    """The documents in groups of at most so many, and about as many characters as are mapped together."""
    group: list[_Read] = []
    size = 0
    for one in documents:
        group.append(one)
        size += len(one[2].text) if one[2] is not None else 0
        if len(group) >= most or size >= _GROUP_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


def failure_of(error: Exception) -> Failure:
    """The failure to record for an error."""
    if isinstance(error, MindgistError):
        return Failure("unreadable", str(error))
    if isinstance(error, MemoryError | RecursionError):
        return Failure("too large", "the document needs more memory than a worker may have; split it and map the parts")
    # Memory addresses differ from run to run, but rows must not.
    return Failure("fault", _MEMORY_ADDRESS.sub("0x…", f"{type(error).__name__}: {error}"))


def work_on(
    options: BatchOptions, output: str, shard: Shard, fatal: Mapping[int, Failure], one_by_one: bool
) -> Receipt:
    """In a worker: do a shard; report the position, and end the process if one document takes too long."""
    try:
        return _shard_work(options, output)(shard, fatal, one_by_one)
    finally:
        limit_time(0)


@cache
def _shard_work(options: BatchOptions, output: str) -> ShardWork:
    work = ShardWork(options, output)
    freeze_loaded_objects()
    return work


def freeze_loaded_objects() -> None:
    """Exclude what is loaded from garbage collection, and collect less often."""
    gc.freeze()
    gc.set_threshold(20_000)
