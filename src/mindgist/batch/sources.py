"""The files that a batch reads: each one document, or a container of many (rows, or members of an archive).

One table says by the ending of a name how a file is taken apart; what is in no container is a document, whose reader
is chosen by its contents as everywhere.
"""

import json
import tarfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import IO, Any
from zipfile import ZipFile, ZipInfo

from mindgist.batch.options import BatchOptions
from mindgist.batch.places import is_remote, opened, stamp
from mindgist.batch.unpacking import UNPACK, Bounded, check_unpacked, most_unpacked
from mindgist.errors import FileError, MindgistError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES
from mindgist.processes import Worker

_TO_PLAN = 10**6  # seconds; to look through a file of terabytes takes as long as it takes
_ROWS_AT_ONCE = 16  # of a table: each may have megabytes
_PIECE = 100_000  # bytes
_TOO_LARGE = f"it is larger than {MAX_MEGABYTES} MB; split it and map the parts"


@dataclass(frozen=True, slots=True)
class Source:
    """A file: where it lies, and what its document is called, if it is one."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class Raw:
    """A document before it is read: what is in it, or why there is nothing."""

    id: str
    source: str
    content: bytes | str = b""
    ending: str = ""
    problem: str | None = None


class Container(ABC):
    """What is in a file; it keeps open what it reads, until it is closed."""

    def __init__(self, source: Source, options: BatchOptions) -> None:
        self._source = source
        self._place = source.place
        self._options = options
        self._files = ExitStack()

    @abstractmethod
    def sizes(self) -> Iterator[tuple[int, int]]:
        """Of each document in turn: where it begins (0 where that helps nobody), and how many bytes it has."""

    @abstractmethod
    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        """So many documents (a blank line is none) from the first on, which begins at the offset."""

    def close(self) -> None:
        """Let go of the file."""
        self._files.close()

    def _opened(self, unpack: Callable[[IO[bytes]], Any] | None = None) -> IO[bytes]:
        file = self._files.enter_context(opened(self._place))
        return self._files.enter_context(unpack(file)) if unpack else file


class Alone(Container):
    """A file that is one document."""

    def sizes(self) -> Iterator[tuple[int, int]]:
        yield 0, stamp(self._place)[0]

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        yield _raw(self._source.name, self._place, self._opened().read(MAX_BYTES + 1))


class Lines(Container):
    """JSON Lines, packed or not: an object a line."""

    def __init__(self, source: Source, options: BatchOptions) -> None:
        super().__init__(source, options)
        self._unpack = UNPACK.get(_ending(source.place))
        self._file: IO[bytes] | None = None
        self._at = 0

    def sizes(self) -> Iterator[tuple[int, int]]:
        offset = 0
        file = self._opened(self._unpack)
        while length := self._line_length(file):
            yield (0 if self._unpack else offset), length
            offset += length

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        file = self._seek(first, offset)
        for number in range(first + 1, first + count + 1):
            line = file.readline(MAX_BYTES + 1)
            self._check(file)
            too_large = len(line) > MAX_BYTES and not line.endswith(b"\n")
            if too_large:
                self._line_length(file)
            self._at = number
            source = f"{self._place}:{number}"
            if too_large:
                yield Raw(source, source, problem=_TOO_LARGE)
            elif line.strip():
                yield self._row(line, source)

    def _row(self, line: bytes, source: str) -> Raw:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            return Raw(source, source, problem=f"the line is not JSON: {error}")
        return _of_row(row if isinstance(row, dict) else {}, source, self._options)

    def _seek(self, first: int, offset: int) -> IO[bytes]:
        """The file at a line. A packed one is read up to there, and is kept open for the lines that follow."""
        if self._file is None or self._at > first:
            self.close()
            self._file, self._at = self._opened(self._unpack), 0
        if not self._unpack:
            self._file.seek(offset)
        else:
            for _ in range(first - self._at):
                self._line_length(self._file)
        self._at = first
        return self._file

    def _line_length(self, file: IO[bytes]) -> int:
        """Go past a line, however long; 0 at the end of the file."""
        length = 0
        while piece := file.readline(MAX_BYTES):
            length += len(piece)
            self._check(file)
            if piece.endswith(b"\n"):
                break
        return length

    def _check(self, file: IO[bytes]) -> None:
        if self._unpack:
            check_unpacked(file.tell(), self._most)

    @cached_property
    def _most(self) -> int:
        return most_unpacked(stamp(self._place)[0])


class Table(Container):
    """Parquet: a row a document."""

    @cached_property
    def _table(self) -> Any:
        table = parquet_library(self._place).ParquetFile(self._opened())
        names = table.schema_arrow.names
        if self._options.text_field not in names:
            raise FileError(f"it has no column '{self._options.text_field}'; it has: {', '.join(names)}")
        return table

    @cached_property
    def _groups(self) -> list[Any]:
        groups = [self._table.metadata.row_group(number) for number in range(self._table.num_row_groups)]
        if sum(group.num_rows for group in groups) > max(stamp(self._place)[0], 0):
            raise FileError("it claims to have more rows than bytes")
        return groups

    def sizes(self) -> Iterator[tuple[int, int]]:
        for group in self._groups:
            for _ in range(group.num_rows):
                yield 0, group.total_byte_size // group.num_rows

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        start = 0
        for number, group in enumerate(self._groups):
            for row in range(max(first, start), min(first + count, start + group.num_rows)):
                yield _of_row(self._row(number, row - start), f"{self._place}:{row + 1}", self._options)
            start += group.num_rows

    def _row(self, group: int, row: int) -> dict[str, Any]:
        """A row of a group, which is read on a few rows at a time: all of them may not fit into memory."""
        if self._at[0] != group or row < self._at[1]:
            fields = (self._options.id_field, self._options.text_field)
            columns = [name for name in self._table.schema_arrow.names if name in fields]
            self._batches = self._table.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=columns)
            self._at, self._rows = (group, 0), []
        while row >= self._at[1] + len(self._rows):
            self._at = group, self._at[1] + len(self._rows)
            self._rows = next(self._batches).to_pylist()
        return self._rows[row - self._at[1]]

    _at: tuple[int, int] = (-1, 0)  # the group, and the first of the rows that are kept
    _rows: Sequence[dict[str, Any]] = ()
    _batches: Iterator[Any] = iter(())


class Zipped(Container):
    """A .zip of documents."""

    @cached_property
    def _zip(self) -> ZipFile:
        return ZipFile(self._opened())

    @cached_property
    def _members(self) -> list[ZipInfo]:
        return [member for member in self._zip.infolist() if is_document(member.filename)]

    def sizes(self) -> Iterator[tuple[int, int]]:
        return ((0, member.file_size) for member in self._members)

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        for member in self._members[first : first + count]:
            source = f"{self._place}!{member.filename}"
            try:
                with self._zip.open(member) as file:
                    yield _raw(member.filename, source, file.read(MAX_BYTES + 1))
            except Exception as error:  # of many kinds, and each is this member's alone
                yield Raw(member.filename, source, problem=f"it cannot be unpacked: {error}")


class Tarred(Container):
    """A .tar of documents, packed or not."""

    def __init__(self, source: Source, options: BatchOptions) -> None:
        super().__init__(source, options)
        self._members: Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]] = iter(())
        self._at = -1

    def sizes(self) -> Iterator[tuple[int, int]]:
        return ((0, member.size) for _, member in self._from_the_start())

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        if not 0 <= self._at <= first:
            self.close()
            self._members, self._at = self._from_the_start(), 0
        for archive, member in self._members:
            self._at += 1
            if self._at > first:
                yield _raw(member.name, f"{self._place}!{member.name}", _content(archive.extractfile(member)))
            if self._at == first + count:
                return
        raise EOFError("the archive ends too early")

    def _from_the_start(self) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
        packing = UNPACK.get(".gz" if self._place.lower().endswith(".tgz") else _ending(self._place))
        file = self._opened(packing)
        bounded: Any = Bounded(file, most_unpacked(stamp(self._place)[0]) if packing else None)
        archive = tarfile.open(fileobj=bounded, mode="r:")  # noqa: SIM115 (closed with the container)
        self._files.enter_context(archive)
        for member in archive:
            archive.members.clear()  # type: ignore[attr-defined]  # what it has gone past: there may be millions
            if archive.offset <= member.offset:
                raise tarfile.ReadError("a member of negative size")  # which would be read again and again
            if member.isfile() and is_document(member.name):
                yield archive, member


_CONTAINERS: dict[tuple[str, ...], Callable[[Source, BatchOptions], Container]] = {
    tuple(f"{name}{packed}" for name in (".jsonl", ".ndjson") for packed in ("", *UNPACK)): Lines,
    (".parquet",): Table,
    (".zip",): Zipped,
    (".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2"): Tarred,
}


def container(source: Source, options: BatchOptions) -> Container:
    """What is in a file, by its ending."""
    name = source.place.lower()
    return next((made for endings, made in _CONTAINERS.items() if name.endswith(endings)), Alone)(source, options)


def sizes(source: Source, options: BatchOptions, planner: Worker) -> Iterable[tuple[int, int]]:
    """The documents' places and sizes. Where a file cannot be read (on), one that has no bytes stands for the rest.

    What a stranger has packed is looked into by a process that may be lost.
    """
    if is_remote(source.place) or isinstance(container(source, options), Alone):  # a child may not reach all stores
        return all_sizes(source, options)
    try:
        found: list[tuple[int, int]] = planner.call(all_sizes, (source, options), _TO_PLAN)
    except MindgistError:
        return [(0, 0)]
    return found


def all_sizes(source: Source, options: BatchOptions) -> list[tuple[int, int]]:
    """The same, in this process."""
    found: list[tuple[int, int]] = []
    try:
        with closing(container(source, options)) as opened_one:
            found.extend(opened_one.sizes())
    except Exception:  # whatever is wrong with it, its row will tell
        found.append((0, 0))
    return found


class Opened:
    """The documents of one file after the other; the last file stays open, as a shard often goes on where one ended."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._last: tuple[Source, Container] | None = None

    def documents(self, source: Source, first: int, count: int, offset: int) -> Iterator[Raw]:
        """The documents of a piece; one that tells why there are no more, where a file cannot be read on."""
        try:
            if self._last is None or self._last[0] != source:
                self.close()
                self._last = source, container(source, self._options)
            yield from self._last[1].documents(first, count, offset)
        except Exception as error:  # whatever it is, it is this file's, and the others go on
            self.close()
            why = "it needs more memory than a worker may have" if isinstance(error, MemoryError) else error
            yield Raw(source.name, source.place, problem=f"cannot read {source.place}: {why}")

    def close(self) -> None:
        """Let go of the last file."""
        if self._last:
            self._last[1].close()
        self._last = None


def is_readable(name: str) -> bool:
    """Whether a file found in a folder is one that a batch reads."""
    return is_document(name) or name.lower().endswith(tuple(end for endings in _CONTAINERS for end in endings))


def is_document(name: str) -> bool:
    """Whether a file's name is that of a document; one without an ending may be."""
    from mindgist.document.kinds import all_kinds

    hidden = any(part.startswith(".") for part in PurePosixPath(name).parts) or "__MACOSX" in name
    endings = (end for kind in all_kinds().values() for end in kind.endings)
    return not hidden and _ending(name) in ("", ".story", *endings)


def parquet_library(place: str) -> Any:
    """pyarrow, which is an extra."""
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise FileError(f"{place} needs pyarrow; install it with: pip install 'mindgist[parquet]'") from error
    return parquet


def _of_row(row: dict[str, Any], source: str, options: BatchOptions) -> Raw:
    text, name = row.get(options.text_field), row.get(options.id_field)
    name = source if name is None else str(name)
    if not isinstance(text, str):
        return Raw(name, source, problem=f"the row has no text in '{options.text_field}'")
    return Raw(name, source, text)


def _content(file: IO[bytes] | None) -> bytes:
    """A member's content, in pieces, for its size is what its header claims; of one that is too large, too much."""
    pieces: list[bytes] = []
    size = 0
    while file and size <= MAX_BYTES and (piece := file.read(_PIECE)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _raw(name: str, source: str, content: bytes) -> Raw:
    if len(content) > MAX_BYTES:
        return Raw(name, source, problem=_TOO_LARGE)
    ending = _ending(name)
    return Raw(name, source, _story(content) if ending == ".story" else content, ending)


def _story(content: bytes) -> str | bytes:
    """An article without the highlights that its editors wrote below it."""
    from mindgist.evaluate.stories import story_parts

    try:
        return "\n\n".join(story_parts(content.decode())[0])
    except UnicodeDecodeError:
        return content


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower()
