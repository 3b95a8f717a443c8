"""The work on a shard: read its documents, map them, write the rows. It is the same wherever it runs."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from mindgist.batch import places
from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.rows import Failure, Row, compact, files_of_rows, written
from mindgist.batch.sources import Opened, Raw
from mindgist.document import Document, read_bytes, read_text
from mindgist.errors import MindgistError
from mindgist.files import fingerprint
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.mindmap.gist_labels import find_gists
from mindgist.tree import MAX_WHOLE

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")

RECEIPTS = "receipts"
_AT_ONCE = 64  # documents that are mapped together,
_CHARACTERS = 2_000_000  # and about as much text at most
TOGETHER = -2
"""Where the work is while it is done for several documents."""

At = Callable[[int, int], None]
"""Told which document is being worked on, by its place in the shard or ``TOGETHER``, before anything is done with it;
and how many documents that are."""


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


@dataclass(slots=True)
class _Open:
    """A document that was read and is not written yet; its map, as soon as there is one."""

    index: int
    raw: Raw
    document: Document
    mindmap: MindMap | None = None


class ShardWork:
    """Works on one shard after the other, with one mapper and the files that it has open."""

    def __init__(self, options: BatchOptions, output: str) -> None:
        self._options = options
        self._output = output
        self._mapper = MindMapper.named(options.graph, options.tree, options.seed, options.model)
        self._opened = Opened(options)

    def __call__(self, shard: Shard, fatal: Mapping[int, Failure], at: At, apart: bool = False) -> Receipt:
        """Map and write a shard, but for the documents that are known to be fatal.

        Where a worker was lost to several documents at once, each is tried ``apart`` before they go together again: so
        the one that kills is found, and the others end as if nothing had happened.
        """
        rows = list(self._rows(shard, fatal, at, apart))
        files = files_of_rows(shard, rows, self._options)
        if len(files) > 1:
            places.folder(places.joined(self._output, shard.name))
        for name, content in files:
            places.write(places.joined(self._output, name), content, sync_folder=False)  # the receipt is written last
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

    def _rows(self, shard: Shard, fatal: Mapping[int, Failure], at: At, apart: bool) -> Iterator[Row]:
        """The rows, some documents at a time: they are read one by one, and then mapped together."""
        raws = self._raws(shard)
        index = 0
        while some := self._some(raws, index, fatal, at):
            index += len(some)
            waiting = [one for one in some if isinstance(one, _Open) and one.mindmap is None]
            for one in waiting if apart else ():
                at(one.index, 1)
                self._map([one])
            at(TOGETHER, len(waiting) if apart else 1)  # as long as one may take, unless they all need longer
            self._map(waiting)
            for either in some:
                if isinstance(either, _Open):
                    at(either.index, 1)
                yield self._row(either) if isinstance(either, _Open) else either

    def _some(self, raws: Iterator[Raw], index: int, fatal: Mapping[int, Failure], at: At) -> list[Row | _Open]:
        """The next documents, as far as they could be read; a long one has its map already."""
        some: list[Row | _Open] = []
        size = 0
        while len(some) < _AT_ONCE and size < _CHARACTERS:
            at(index, 1)  # to fetch it may be what kills
            raw = next(raws, None)
            if raw is None:
                break
            if index in fatal:
                some.append(Row(raw.id, raw.source, failure=fatal[index]))
            else:
                try:
                    one = _Open(index, raw, self._read(raw))
                    size += len(one.document.text)
                    if len(one.document) > MAX_WHOLE:
                        self._map([one])
                    some.append(one)
                except Exception as error:  # whatever it is, it is this document's, and the others go on
                    some.append(Row(raw.id, raw.source, failure=failure_of(error)))
            index += 1
        return some

    def _raws(self, shard: Shard) -> Iterator[Raw]:
        for piece in shard.pieces:
            yield from self._opened.documents(piece.source, piece.first, piece.count, piece.offset)

    def _map(self, some: Sequence[_Open]) -> None:
        """Map several documents and find what their nodes are shown as; if that fails, each will fail for itself."""
        with suppress(Exception):
            for one, mindmap in zip(some, self._mapper.map_all([one.document for one in some]), strict=True):
                one.mindmap = self._shown(mindmap)
            if self._options.labels == "gists":
                find_gists(one.mindmap.nodes[: one.mindmap.size] for one in some if one.mindmap)

    def _shown(self, mindmap: MindMap) -> MindMap:
        mindmap = mindmap.labelled(self._options.labels)
        return mindmap.resized(self._options.nodes) if self._options.nodes else mindmap

    def _row(self, one: _Open) -> Row:
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


def receipt_place(output: str, shard: Shard) -> str:
    """Where a shard's receipt lies."""
    return places.joined(places.joined(output, RECEIPTS), f"{shard.number:06d}.json")


def failure_of(error: Exception) -> Failure:
    """An error as a row tells it."""
    if isinstance(error, MindgistError):
        return Failure("unreadable", str(error))
    if isinstance(error, MemoryError | RecursionError):
        return Failure("too large", "the document needs more memory than a worker may have; split it and map the parts")
    # Addresses differ from run to run, and rows must not.
    return Failure("fault", _ADDRESS.sub("0x…", f"{type(error).__name__}: {error}"))
