"""Packed files, unpacked within bounds: what is small on the disk may be endless inside."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from typing import IO, Any

from mindgist.errors import FileError

UNPACK: dict[str, Callable[[IO[bytes]], Any]] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}

MOST_TIMES = 200
"""A packed file may unpack to so many times its size. Texts pack to a third or a tenth of theirs."""
ALWAYS = 1_000_000_000
"""Bytes that any packed file may unpack to."""
_MOST_AT_ONCE = 1_000_000  # bytes that a tar's own reader asks for: headers are small, and contents are read in pieces


def most_unpacked(size: int) -> int:
    """How many bytes a packed file of this size may hold."""
    return max(ALWAYS, MOST_TIMES * size)


def check_unpacked(position: int, most: int) -> None:
    """Refuse to go on behind what a file may hold."""
    if position > most:
        raise FileError(f"it unpacks to more than {most // 1_000_000:,} MB, which no such file of texts does")


class Bounded:
    """A file of which little is read at once, and nothing behind a place: what a tar archive is read through."""

    def __init__(self, file: IO[bytes], most: int | None) -> None:
        self._file = file
        self._most = most

    def read(self, size: int = -1) -> bytes:
        """Some bytes; a header that claims to have millions is refused."""
        if not 0 <= size <= _MOST_AT_ONCE:
            raise FileError("the archive has a header of impossible size")
        content = self._file.read(size)
        self._check(self._file.tell())
        return content

    def seek(self, position: int, whence: int = 0) -> int:
        """Go to a place; in a packed file that means to unpack all before it."""
        self._check(position)
        return self._file.seek(position, whence)

    def tell(self) -> int:
        """The place."""
        return self._file.tell()

    def close(self) -> None:
        """Whoever opened the file closes it."""

    def _check(self, position: int) -> None:
        if self._most is not None:
            check_unpacked(position, self._most)
