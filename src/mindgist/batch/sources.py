"""The files that a batch reads. The ending of its name decides which container a file is; all others are documents."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from mindgist.batch.archives import TarArchive, ZipArchive
from mindgist.batch.containers import Container, JsonLines, Parquet, Raw, SingleDocument, Source, is_document
from mindgist.batch.options import BatchOptions
from mindgist.batch.places import is_remote
from mindgist.batch.unpacking import UNPACK
from mindgist.errors import MindgistError
from mindgist.processes import Worker

_PLAN_SECONDS = 10**6  # looking through a file of terabytes has no time limit

_CONTAINERS: dict[tuple[str, ...], Callable[[Source, BatchOptions], Container]] = {
    tuple(f"{name}{packed}" for name in (".jsonl", ".ndjson") for packed in ("", *UNPACK)): JsonLines,
    (".parquet",): Parquet,
    (".zip",): ZipArchive,
    (".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2"): TarArchive,
}


def container(source: Source, options: BatchOptions) -> Container:
    """The container of a file, by its ending."""
    name = source.place.lower()
    return next((made for endings, made in _CONTAINERS.items() if name.endswith(endings)), SingleDocument)(
        source, options
    )


def sizes(source: Source, options: BatchOptions, planner: Worker) -> Iterable[tuple[int, int]]:
    """The offsets and sizes of a file's documents. If it cannot be read (on), an empty one stands for the rest.

    Containers are untrusted, so they are looked through in a separate process.
    """
    if is_remote(source.place) or isinstance(
        container(source, options), SingleDocument
    ):  # the child may not have access to remote stores
        return all_sizes(source, options)
    try:
        found: list[tuple[int, int]] = planner.call(all_sizes, (source, options), _PLAN_SECONDS)
    except MindgistError:
        return [(0, 0)]
    return found


def all_sizes(source: Source, options: BatchOptions) -> list[tuple[int, int]]:
    """Like ``sizes``, in this process."""
    found: list[tuple[int, int]] = []
    try:
        with closing(container(source, options)) as opened:
            found.extend(opened.sizes())
    except Exception:  # the row of the document reports the error
        found.append((0, 0))
    return found


class DocumentReader:
    """Reads documents and keeps the last file open, because the next shard often continues in it."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._last: tuple[Source, Container] | None = None

    def documents(self, source: Source, first: int, count: int, offset: int) -> Iterator[Raw]:
        """The documents of a piece of a plan. If the file cannot be read (on), the last one holds the problem."""
        try:
            if self._last is None or self._last[0] != source:
                self.close()
                self._last = source, container(source, self._options)
            yield from self._last[1].documents(first, count, offset)
        except Exception as error:  # any error is recorded for this file, and the others go on
            self.close()
            why = "it needs more memory than a worker may have" if isinstance(error, MemoryError) else error
            yield Raw(source.name, source.place, problem=f"cannot read {source.place}: {why}")

    def close(self) -> None:
        """Close the last file."""
        if self._last:
            self._last[1].close()
        self._last = None


def is_readable(name: str) -> bool:
    """Whether a file in a folder is a document or a container."""
    return is_document(name) or name.lower().endswith(tuple(end for endings in _CONTAINERS for end in endings))
