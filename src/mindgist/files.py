"""Files: written whole or not at all, known by their fingerprints, bounded in size."""

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mindgist.errors import FileError

LARGEST = 50_000_000
"""Bytes that mindgist reads of anything: a book is one megabyte of text, and what is larger than this is data, or
hostile."""
LARGEST_MEGABYTES = LARGEST // 1_000_000
"""The same for messages."""


@contextmanager
def replacing(path: str | Path, *, among_many: bool = False) -> Iterator[Path]:
    """A path to write to; what was written there takes the place of ``path`` when the block ends.

    It lies beside ``path``, is flushed to the disk and then renamed, so that ``path`` has its old content or all of
    its new one, whatever happens. A block that fails leaves nothing behind. What is no file (a terminal, a pipe) is
    written to as it is, and a link stays a link. Of a file ``among_many`` the new name need not be on the disk before
    the next is written, which takes as long as to write it.
    """
    path = Path(path)
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            yield target
            return
        waiting = target.with_name(f".{os.getpid()}-{secrets.token_hex(4)}.part")
        try:
            yield waiting
            with waiting.open("r+b") as file:
                os.fsync(file.fileno())
            if target.exists():
                waiting.chmod(target.stat().st_mode & 0o777)
            os.replace(waiting, target)
            if not among_many:
                _flush_folder(target.parent)
        except BaseException:
            waiting.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error


def _flush_folder(folder: Path) -> None:
    """Have the new name on the disk, too. Where a folder cannot be opened (Windows), the system sees to it."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def write_whole(path: str | Path, content: str | bytes, *, among_many: bool = False) -> None:
    """Write a file, text as UTF-8: whole, or not at all."""
    with replacing(path, among_many=among_many) as waiting:
        waiting.write_bytes(content.encode() if isinstance(content, str) else content)


def write_json(path: str | Path, content: object) -> None:
    """Write what a program will read and a person may."""
    write_whole(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def make_folder(path: str | Path) -> Path:
    """The folder, made where it is missing."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make the folder {path}: {error.strerror or error}") from error
    return path


def fingerprint(*contents: str | bytes) -> str:
    """What tells these contents, one after the other, from all others: SHA-256 in hexadecimal digits."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content.encode() if isinstance(content, str) else content)
    return digest.hexdigest()


def file_fingerprint(*paths: str | Path) -> str:
    """The fingerprint of the files' contents, one after the other."""
    digest = hashlib.sha256()
    for path in paths:
        with Path(path).open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()
