"""The documents in an input file: one, or the lines of a file, the rows of a table, the members of an archive.

The ending of its name decides which container a file is; all others are documents.
"""

import bz2
import gzip
import json
import lzma
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import IO, Any, NamedTuple
from zipfile import ZipFile, ZipInfo

from mindgist.batch.options import BatchOptions
from mindgist.batch.places import Source, open_place, stamp
from mindgist.errors import FileError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES, is_hidden

_UNPACK: dict[str, Callable[[IO[bytes]], Any]] = {
    ".xz": lzma.open, ".gz": gzip.open, ".tgz": gzip.open, ".bz2": bz2.open
}  # fmt: skip
MAX_RATIO = 200  # how many times its size a file may unpack to; texts compress to a third or a tenth
ALWAYS_ALLOWED = 1_000_000_000  # bytes that any file may unpack to
_MAX_READ = 100_000  # bytes; tar headers are small, Python searches them in quadratic time, contents come in pieces
_BYTES_PER_READ = 100_000  # of a member of an archive
_ROWS_PER_READ = 16  # of a table; each row may have megabytes
_TOO_LARGE = f"it is larger than {MAX_MEGABYTES} MB; split it and map the parts"


@dataclass(frozen=True, slots=True)
class Raw:
    """A document before it is read: its content, or the problem with it."""

    id: str
    source: str
    content: bytes | str = b""
    ending: str = ""
    problem: str | None = None


class Entry(NamedTuple):
    """The place of a document in a file. It must be read before the next entry is taken; a blank line is None."""

    size: int  # in bytes
    read: Callable[[], Raw | None]
    offset: int = 0  # where it starts, if the file can be opened there


class InputFile:
    """An input file, to be read from its document ``first`` on, which starts at ``offset``.

    What it reads is unpacked if its ending is that of a compressed file. There are limits on the position and, for the
    headers of tar archives, on each read.
    """

    def __init__(self, source: Source, options: BatchOptions, first: int = 0, offset: int = 0) -> None:
        self.source, self.place, self.options = source, source.place, options
        self.first, self.offset = first, offset
        self.size = stamp(source.place)[0]
        self.unpack = _UNPACK.get(ending_of(source.place))
        self.opened = ExitStack()  # closes everything that is opened for the file

    @cached_property
    def _unpacked(self) -> Any:
        return self.opened.enter_context(self.unpack(self.open())) if self.unpack else self.open()

    def open(self) -> IO[bytes]:
        return self.opened.enter_context(open_place(self.place))

    def read(self, size: int) -> bytes:
        """Read some bytes; a header that claims to have millions is an error."""
        if not 0 <= size <= _MAX_READ:
            raise FileError("the archive has a header of impossible size")
        content: bytes = self._unpacked.read(size)
        self.check_unpacked(self.tell())
        return content

    def readline(self, size: int) -> bytes:
        line: bytes = self._unpacked.readline(size)
        self.check_unpacked(self.tell())
        return line

    def tell(self) -> int:
        return int(self._unpacked.tell())

    def seek(self, position: int, whence: int = 0) -> int:
        """Move to a position; in a compressed file this unpacks everything before it."""
        self.check_unpacked(position)
        return int(self._unpacked.seek(position, whence))

    def check_unpacked(self, size: int) -> None:
        """Raise an error if the file unpacks to more bytes than it may."""
        if size > (limit := max(ALWAYS_ALLOWED, MAX_RATIO * self.size)):
            raise FileError(f"it unpacks to more than {limit // 1_000_000:,} MB, the limit for its size")


Container = Callable[[InputFile], Iterator[Entry]]
"""Returns the documents in a file. Only ``_json_lines`` begins at the offset of the file; no other sets one."""


def single_document(file: InputFile) -> Iterator[Entry]:
    """A file that is one document."""
    yield Entry(file.size, lambda: _raw_document(file.source.name, file.place, file.open().read(MAX_BYTES + 1)))


def _json_lines(file: InputFile) -> Iterator[Entry]:
    offset, number = file.offset, file.first
    file.seek(offset)
    while line := file.readline(MAX_BYTES + 1):
        number += 1
        size, rest = len(line), line
        while not rest.endswith(b"\n") and (rest := file.readline(MAX_BYTES)):
            size += len(rest)
        read = partial(_raw_of_line, line, f"{file.place}:{number}", file.options)
        yield Entry(size, read, 0 if file.unpack else offset)
        offset += size


def _raw_of_line(line: bytes, source: str, options: BatchOptions) -> Raw | None:
    if len(line) > MAX_BYTES and not line.endswith(b"\n"):
        return Raw(source, source, problem=_TOO_LARGE)
    if not line.strip():
        return None
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Raw(source, source, problem=f"the line is not JSON: {error}")
    return _raw_of_row(row if isinstance(row, dict) else {}, source, options)


def _parquet_rows(file: InputFile) -> Iterator[Entry]:
    options = file.options
    table = parquet_library(file.place).ParquetFile(file.open())
    names = table.schema_arrow.names
    if options.text_field not in names:
        raise FileError(f"it has no column '{options.text_field}'; it has: {', '.join(names)}")
    groups = [table.metadata.row_group(number) for number in range(table.num_row_groups)]
    if sum(group.num_rows for group in groups) > file.size:
        raise FileError("it claims to have more rows than bytes")
    columns = [name for name in names if name in (options.id_field, options.text_field)]
    number = 0
    for index, group in enumerate(groups):
        batches = table.iter_batches(_ROWS_PER_READ, row_groups=[index], columns=columns)
        rows = enumerate(row for batch in batches for row in batch.to_pylist())
        for row in range(group.num_rows):
            number += 1
            read = partial(_raw_of_table_row, rows, row, f"{file.place}:{number}", options)
            yield Entry(group.total_byte_size // group.num_rows, read)


def _raw_of_table_row(
    rows: Iterator[tuple[int, dict[str, Any]]], index: int, source: str, options: BatchOptions
) -> Raw:
    """The document in a row of a group. Rows before it are skipped: a group may not fit into memory."""
    return _raw_of_row(next(row for number, row in rows if number == index), source, options)


def _zip_members(file: InputFile) -> Iterator[Entry]:
    archive = ZipFile(file.open())
    unpacked = 0
    for member in archive.infolist():
        if is_document(member.filename):
            unpacked += member.file_size  # zipfile reads no more than this
            file.check_unpacked(unpacked)
            yield Entry(member.file_size, partial(_zip_document, archive, member, f"{file.place}!{member.filename}"))


def _zip_document(archive: ZipFile, member: ZipInfo, source: str) -> Raw:
    from mindgist.document.archive import read_member

    if member.file_size > MAX_BYTES:
        return Raw(member.filename, source, problem=_TOO_LARGE)
    try:
        return _raw_document(member.filename, source, read_member(archive, member))
    except Exception as error:  # any error is recorded for this member alone
        return Raw(member.filename, source, problem=f"it cannot be unpacked: {error}")


def _tar_members(file: InputFile) -> Iterator[Entry]:
    unpacked: Any = file
    archive = file.opened.enter_context(tarfile.open(fileobj=unpacked, mode="r:"))  # noqa: SIM115
    for member in archive:
        archive.members.clear()  # type: ignore[attr-defined]  # members that were read; there may be millions
        if archive.offset <= member.offset:
            raise tarfile.ReadError("a member of negative size")  # it would be read forever
        if member.isfile() and is_document(member.name):
            yield Entry(member.size, partial(_tar_document, archive, member, f"{file.place}!{member.name}"))


def _tar_document(archive: tarfile.TarFile, member: tarfile.TarInfo, source: str) -> Raw:
    """The member, read in pieces because its header may lie about its size, up to the limit and a bit."""
    if member.issparse():  # an empty file may state gigabytes of zeros
        return Raw(member.name, source, problem="it is a sparse file; pack it again without --sparse")
    file = archive.extractfile(member)
    content = bytearray()
    while file and len(content) <= MAX_BYTES and (chunk := file.read(_BYTES_PER_READ)):
        content += chunk
    return _raw_document(member.name, source, bytes(content))


def is_document(name: str) -> bool:
    """Whether a file name is that of a document, by its ending. A name without an ending counts as one."""
    from mindgist.document.kinds import folder_endings

    if is_hidden(name) or "__MACOSX" in name:
        return False
    return ending_of(name) in {"", ".story"} | folder_endings()


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


def _raw_document(name: str, source: str, content: bytes) -> Raw:
    """A document in a file or an archive; of a .story file, the article without the highlights below it."""
    if len(content) > MAX_BYTES:
        return Raw(name, source, problem=_TOO_LARGE)
    ending = ending_of(name)
    if ending == ".story":
        from mindgist.evaluate.benchmark import story_parts

        with suppress(UnicodeDecodeError):
            return Raw(name, source, "\n\n".join(story_parts(content.decode())[0]), ending)
    return Raw(name, source, content, ending)


def ending_of(name: str) -> str:
    """The ending of a file name, in lower case."""
    return PurePosixPath(name).suffix.lower()


_CONTAINERS: dict[tuple[str, ...], Container] = {
    (".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2"): _tar_members,
    tuple(f"{name}{packed}" for name in (".jsonl", ".ndjson") for packed in ("", *_UNPACK)): _json_lines,
    (".parquet",): _parquet_rows,
    (".zip",): _zip_members,
}


def container_of(name: str) -> Container:
    """The container that a file is, by the ending of its name."""
    return next((found for endings, found in _CONTAINERS.items() if name.lower().endswith(endings)), single_document)
