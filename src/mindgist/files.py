"""Atomic writes, protection of inputs, fingerprints and the size limit of files."""

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mindgist.errors import FileError

MAX_BYTES = 50_000_000
"""Size limit of everything that mindgist reads. A book has about one megabyte of text."""
MAX_MEGABYTES = MAX_BYTES // 1_000_000
"""The same limit, for messages."""


@contextmanager
def atomic_write(path: str | Path, *, sync_folder: bool = True) -> Iterator[Path]:
    """Yield a temporary path to write to; when the block ends, that file replaces ``path``.

    ``path`` has either its old content or all of the new content, even after a crash. If the block fails, the
    temporary file is removed. A terminal or a pipe is written to directly, and a link stays a link.

    Args:
        path: the file to write.
        sync_folder: also wait until the file's new name is on the disk. This takes as long as writing a small file.
    """
    path = Path(path)
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            yield target
            return
        temporary = target.with_name(f".{os.getpid()}-{secrets.token_hex(4)}.part")
        try:
            yield temporary
            with temporary.open("r+b") as file:
                os.fsync(file.fileno())
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            os.replace(temporary, target)
            if sync_folder:
                _sync_folder(target.parent)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk. Windows cannot open folders and needs no flush."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def write_file(path: str | Path, content: str | bytes, *, sync_folder: bool = True) -> None:
    """Write a file atomically, text as UTF-8."""
    with atomic_write(path, sync_folder=sync_folder) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def write_json(path: str | Path, content: object) -> None:
    """Write indented JSON atomically."""
    write_file(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def make_folder(path: str | Path) -> Path:
    """Create a folder and its parents if they are missing, and return it."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot create the folder {path}: {error.strerror or error}") from error
    return path


def refuse_overwrite(target: str | Path | None, *inputs: str | Path | None) -> None:
    """Raise an error if the target of a command is one of its inputs, under whatever name."""
    for path in inputs:
        with suppress(OSError, ValueError):  # one of them does not exist, so they differ
            if target is not None and path is not None and os.path.samefile(target, path):
                raise FileError(f"{target} is an input and would be overwritten; choose another output")


def fingerprint(*contents: str | bytes) -> str:
    """The SHA-256 of the concatenated contents, in hexadecimal."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content.encode() if isinstance(content, str) else content)
    return digest.hexdigest()


def file_fingerprint(*paths: str | Path) -> str:
    """The SHA-256 of the concatenated contents of files."""
    digest = hashlib.sha256()
    for path in paths:
        with Path(path).open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()
