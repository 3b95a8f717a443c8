"""What is inside an input file: one document, or many (the lines of a file, the rows of a table)."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import IO, Any

from mindgist.batch.options import BatchOptions
from mindgist.batch.places import open_place, stamp
from mindgist.batch.unpacking import UNPACK, check_unpacked, max_unpacked
from mindgist.errors import FileError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES

_ROWS_PER_READ = 16  # of a table; each row may have megabytes
_TOO_LARGE = f"it is larger than {MAX_MEGABYTES} MB; split it and map the parts"


@dataclass(frozen=True, slots=True)
class Source:
    """An input file and the name of its document."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class Raw:
    """A document before it is read: its content, or the problem with it."""

    id: str
    source: str
    content: bytes | str = b""
    ending: str = ""
    problem: str | None = None


class Container(ABC):
    """The documents in a file. It keeps the file open until it is closed."""

    def __init__(self, source: Source, options: BatchOptions) -> None:
        self._source = source
        self._place = source.place
        self._options = options
        self._files = ExitStack()

    @abstractmethod
    def sizes(self) -> Iterator[tuple[int, int]]:
        """The offset (0 if it is of no use) and the size in bytes of each document."""

    @abstractmethod
    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        """``count`` documents from number ``first`` on, which starts at ``offset``. Blank lines are skipped."""

    def close(self) -> None:
        """Close the file."""
        self._files.close()

    def _open(self, unpack: Callable[[IO[bytes]], Any] | None = None) -> IO[bytes]:
        file = self._files.enter_context(open_place(self._place))
        return self._files.enter_context(unpack(file)) if unpack else file


class SingleDocument(Container):
    """A file that is one document."""

    def sizes(self) -> Iterator[tuple[int, int]]:
        yield 0, stamp(self._place)[0]

    def documents(self, first: int, count: int, offset: int) -> Iterator[Raw]:
        yield raw_document(self._source.name, self._place, self._open().read(MAX_BYTES + 1))


class JsonLines(Container):
    """JSON Lines, compressed or not: one object per line."""

    def __init__(self, source: Source, options: BatchOptions) -> None:
        super().__init__(source, options)
        self._unpack = UNPACK.get(ending_of(source.place))
        self._file: IO[bytes] | None = None
        self._at = 0

    def sizes(self) -> Iterator[tuple[int, int]]:
        offset = 0
        file = self._open(self._unpack)
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
        return _raw_of_row(row if isinstance(row, dict) else {}, source, self._options)

    def _seek(self, first: int, offset: int) -> IO[bytes]:
        """The file at a line. A compressed file is read up to there and kept open for the next lines."""
        if self._file is None or self._at > first:
            self.close()
            self._file, self._at = self._open(self._unpack), 0
        if not self._unpack:
            self._file.seek(offset)
        else:
            for _ in range(first - self._at):
                self._line_length(self._file)
        self._at = first
        return self._file

    def _line_length(self, file: IO[bytes]) -> int:
        """Skip a line and return its length; 0 at the end of the file."""
        length = 0
        while piece := file.readline(MAX_BYTES):
            length += len(piece)
            self._check(file)
            if piece.endswith(b"\n"):
                break
        return length

    def _check(self, file: IO[bytes]) -> None:
        if self._unpack:
            check_unpacked(file.tell(), self._limit)

    @cached_property
    def _limit(self) -> int:
        return max_unpacked(stamp(self._place)[0])


class Parquet(Container):
    """Parquet: one document per row."""

    @cached_property
    def _table(self) -> Any:
        table = parquet_library(self._place).ParquetFile(self._open())
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
                yield _raw_of_row(self._row(number, row - start), f"{self._place}:{row + 1}", self._options)
            start += group.num_rows

    def _row(self, group: int, row: int) -> dict[str, Any]:
        """A row of a group. A few rows are read at a time: a group may not fit into memory."""
        if self._at[0] != group or row < self._at[1]:
            fields = (self._options.id_field, self._options.text_field)
            columns = [name for name in self._table.schema_arrow.names if name in fields]
            self._batches = self._table.iter_batches(_ROWS_PER_READ, row_groups=[group], columns=columns)
            self._at, self._rows = (group, 0), []
        while row >= self._at[1] + len(self._rows):
            self._at = group, self._at[1] + len(self._rows)
            self._rows = next(self._batches).to_pylist()
        return self._rows[row - self._at[1]]

    _at: tuple[int, int] = (-1, 0)  # the group, and the index of the first row in _rows
    _rows: Sequence[dict[str, Any]] = ()
    _batches: Iterator[Any] = iter(())


def is_document(name: str) -> bool:
    """Whether a file name is that of a document, by its ending. A name without an ending counts as one."""
    from mindgist.document.kinds import all_kinds

    hidden = any(part.startswith(".") for part in PurePosixPath(name).parts) or "__MACOSX" in name
    endings = (end for kind in all_kinds().values() for end in kind.endings)
    return not hidden and ending_of(name) in ("", ".story", *endings)


def parquet_library(place: str) -> Any:
    """The Parquet module of pyarrow, which is an extra."""
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise FileError(f"{place} needs pyarrow; run: pip install 'mindgist[parquet]'") from error
    return parquet


def _raw_of_row(row: dict[str, Any], source: str, options: BatchOptions) -> Raw:
    text, name = row.get(options.text_field), row.get(options.id_field)
    name = source if name is None else str(name)
    if not isinstance(text, str):
        return Raw(name, source, problem=f"the row has no text in '{options.text_field}'")
    return Raw(name, source, text)


def raw_document(name: str, source: str, content: bytes) -> Raw:
    """A document in a file or an archive; of a .story file, its article."""
    if len(content) > MAX_BYTES:
        return Raw(name, source, problem=_TOO_LARGE)
    ending = ending_of(name)
    return Raw(name, source, _story(content) if ending == ".story" else content, ending)


def _story(content: bytes) -> str | bytes:
    """The article of a .story file without the highlights below it."""
    from mindgist.evaluate.stories import story_parts

    try:
        return "\n\n".join(story_parts(content.decode())[0])
    except UnicodeDecodeError:
        return content


def ending_of(name: str) -> str:
    """The ending of a file name, in lower case."""
    return PurePosixPath(name).suffix.lower()
