"""Compressed files, unpacked within limits: a small file may hold endless data."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from typing import IO, Any

from mindgist.errors import FileError

UNPACK: dict[str, Callable[[IO[bytes]], Any]] = {
    ".xz": lzma.open, ".gz": gzip.open, ".tgz": gzip.open, ".bz2": bz2.open
}  # fmt: skip

MAX_RATIO = 200
"""A file may unpack to this many times its size. Texts compress to a third or a tenth."""
ALWAYS_ALLOWED = 1_000_000_000
"""Bytes that any file may unpack to."""
_MAX_READ = 1_000_000  # bytes; tar headers are small, and contents are read in pieces


def max_unpacked(size: int) -> int:
    """The number of bytes that a compressed file of this size may unpack to."""
    return max(ALWAYS_ALLOWED, MAX_RATIO * size)


def unpacks_too_much(limit: int) -> FileError:
    """The error for a file that unpacks to more bytes than the limit."""
    return FileError(f"it unpacks to more than {limit // 1_000_000:,} MB, the limit for its size")


class LimitedFile:
    """A file with limits on the position (None for no limit) and, for the headers of tar archives, on each read."""

    def __init__(self, file: IO[bytes], limit: int | None) -> None:
        self._file = file
        self.limit = limit

    def read(self, size: int = -1) -> bytes:
        """Read some bytes; a header that claims to have millions is an error."""
        if not 0 <= size <= _MAX_READ:
            raise FileError("the archive has a header of impossible size")
        content = self._file.read(size)
        self._check()
        return content

    def readline(self, size: int) -> bytes:
        """Read a line, up to this many bytes of it."""
        line = self._file.readline(size)
        self._check()
        return line

    def seek(self, position: int, whence: int = 0) -> int:
        """Move to a position; in a compressed file this unpacks everything before it."""
        self._check(position)
        return self._file.seek(position, whence)

    def tell(self) -> int:
        """The position."""
        return self._file.tell()

    def close(self) -> None:
        """Do nothing: the file is closed by whoever opened it."""

    def _check(self, position: int | None = None) -> None:
        """Raise an error if the position, or the current one, is beyond the limit."""
        if self.limit is not None and (self._file.tell() if position is None else position) > self.limit:
            raise unpacks_too_much(self.limit)
