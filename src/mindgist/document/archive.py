"""Zip archives, read in memory and within limits.

The sizes that an archive states are not trusted: bytes are counted while they are unpacked.
"""

import zlib
from io import BytesIO
from lzma import LZMAError
from zipfile import BadZipFile, ZipFile

from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES

MAX_MEMBERS = 10_000
MAX_MEMBER_BYTES = MAX_BYTES
MAX_TOTAL_BYTES = 200_000_000
"""Unpacked, of the members that a reader asks for: the pictures of a Word file do not count."""

_CENTRAL_ENTRY = b"PK\x01\x02"
_CHUNK = 1 << 16
_BROKEN = (BadZipFile, LZMAError, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)


class Archive:
    """The members of a zip archive, by name."""

    def __init__(self, content: bytes) -> None:
        # Counted before zipfile makes an object of each: a file of 50 MB can have a million empty members.
        if content.count(_CENTRAL_ENTRY) > MAX_MEMBERS:
            raise DocumentError(f"the archive has more than {MAX_MEMBERS:,} members, so it is no document")
        try:
            self._zip = ZipFile(BytesIO(content))
        except _BROKEN as error:
            raise DocumentError(f"the archive is broken or incomplete ({error}); fetch or save it again") from error
        self.names = frozenset(self._zip.namelist())
        self._left = MAX_TOTAL_BYTES

    def read(self, name: str) -> bytes:
        """The content of a member."""
        most = min(MAX_MEMBER_BYTES, self._left)
        pieces: list[bytes] = []
        length = 0
        try:
            with self._zip.open(name) as member:
                while piece := member.read(_CHUNK):
                    pieces.append(piece)
                    length += len(piece)
                    if length > most:
                        raise DocumentError(
                            f"the archive's {name} unpacks to more than {most // 1_000_000} MB, which no document needs"
                        )
        except KeyError as error:
            raise DocumentError(f"the archive lacks {name}, so it is broken or incomplete") from error
        except _BROKEN as error:
            raise DocumentError(f"the archive's {name} cannot be unpacked ({error})") from error
        self._left -= length
        return b"".join(pieces)
