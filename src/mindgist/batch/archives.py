"""Archives of documents: .zip and .tar."""

import tarfile
from collections.abc import Iterator
from functools import cached_property
from typing import IO, Any
from zipfile import ZipFile, ZipInfo

from mindgist.batch.containers import Container, Raw, Source, ending_of, is_document, raw_document
from mindgist.batch.options import BatchOptions
from mindgist.batch.places import stamp
from mindgist.batch.unpacking import UNPACK, LimitedFile, max_unpacked
from mindgist.files import MAX_BYTES

_CHUNK = 100_000  # bytes


class ZipArchive(Container):
    """A .zip archive of documents."""

    @cached_property
    def _zip(self) -> ZipFile:
        return ZipFile(self._open())

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
                    yield raw_document(member.filename, source, file.read(MAX_BYTES + 1))
            except Exception as error:  # any error is recorded for this member alone
                yield Raw(member.filename, source, problem=f"it cannot be unpacked: {error}")


class TarArchive(Container):
    """A .tar archive of documents, compressed or not."""

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
                yield raw_document(member.name, f"{self._place}!{member.name}", _content(archive.extractfile(member)))
            if self._at == first + count:
                return
        raise EOFError("the archive ends too early")

    def _from_the_start(self) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
        unpack = UNPACK.get(".gz" if self._place.lower().endswith(".tgz") else ending_of(self._place))
        file = self._open(unpack)
        limited: Any = LimitedFile(file, max_unpacked(stamp(self._place)[0]) if unpack else None)
        archive = tarfile.open(fileobj=limited, mode="r:")  # noqa: SIM115 (closed with the container)
        self._files.enter_context(archive)
        for member in archive:
            archive.members.clear()  # type: ignore[attr-defined]  # members that were read; there may be millions
            if archive.offset <= member.offset:
                raise tarfile.ReadError("a member of negative size")  # it would be read forever
            if member.isfile() and is_document(member.name):
                yield archive, member


def _content(file: IO[bytes] | None) -> bytes:
    """A member's content, read in pieces because its header may lie about its size, up to the limit and a bit."""
    chunks: list[bytes] = []
    size = 0
    while file and size <= MAX_BYTES and (chunk := file.read(_CHUNK)):
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)
