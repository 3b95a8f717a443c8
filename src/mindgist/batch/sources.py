"""The files that a batch reads. The ending of its name decides which container a file is; all others are documents."""

from collections.abc import Iterable, Iterator

from mindgist.batch.containers import (
    UNPACK,
    Container,
    Entry,
    InputFile,
    Raw,
    Source,
    is_document,
    json_lines,
    parquet_rows,
    single_document,
    tar_members,
    zip_members,
)
from mindgist.batch.options import BatchOptions
from mindgist.batch.places import is_remote
from mindgist.errors import MindgistError
from mindgist.processes import Worker, limit_time

_PLAN_SECONDS = 10**6  # looking through a file of terabytes has no time limit

_CONTAINERS: dict[tuple[str, ...], Container] = {
    (".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2"): tar_members,
    tuple(f"{name}{packed}" for name in (".jsonl", ".ndjson") for packed in ("", *UNPACK)): json_lines,
    (".parquet",): parquet_rows,
    (".zip",): zip_members,
}


def _container(source: Source) -> Container:
    """The container of a file, by its ending."""
    name = source.place.lower()
    return next((found for endings, found in _CONTAINERS.items() if name.endswith(endings)), single_document)


def sizes(source: Source, options: BatchOptions, planner: Worker) -> Iterable[tuple[int, int]]:
    """The offsets and sizes of a file's documents. If it cannot be read (on), an empty one stands for the rest.

    Containers are untrusted, so they are looked through in a separate process.
    """
    if is_remote(source.place) or _container(source) is single_document:
        return all_sizes(source, options)  # the child may not have access to remote stores
    try:
        found: list[tuple[int, int]] = planner.call(all_sizes, (source, options, options.seconds), _PLAN_SECONDS)
    except MindgistError:
        return [(0, 0)]
    return found


def all_sizes(source: Source, options: BatchOptions, seconds: float | None = None) -> list[tuple[int, int]]:
    """Like ``sizes``, in this process; in the planner, with a limit of processor time for the way to each document."""
    found: list[tuple[int, int]] = []
    try:
        file = InputFile(source, options)
        with file.opened:
            if seconds:
                limit_time(seconds)
            for entry in _container(source)(file):
                found.append((entry.offset, entry.size))
                if seconds:
                    limit_time(seconds)
    except Exception:  # the row of the document reports the error
        found.append((0, 0))
    return found


class DocumentReader:
    """Reads documents and keeps the last file open, because the next shard often continues in it."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._file: InputFile | None = None
        self._entries: Iterator[Entry] = iter(())
        self._next = 0  # the number of the next entry

    def documents(self, source: Source, first: int, count: int, offset: int) -> Iterator[Raw]:
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

    def _open(self, source: Source, first: int, offset: int) -> None:
        """Open the file at the offset, if there is one; else continue in it, or begin again if that is needed."""
        is_behind = self._file is not None and self._file.source == source and self._next <= first
        if is_behind and (self._next == first or not offset):
            return
        self.close()
        self._next = first if offset else 0
        self._file = InputFile(source, self._options, self._next, offset)
        self._entries = _container(source)(self._file)

    def close(self) -> None:
        """Close the last file."""
        if self._file:
            self._file.opened.close()
        self._file = None


def is_readable(name: str) -> bool:
    """Whether a file in a folder is a document or a container."""
    return is_document(name) or name.lower().endswith(tuple(end for endings in _CONTAINERS for end in endings))
