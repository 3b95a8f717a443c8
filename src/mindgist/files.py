"""Atomic writes, protection of inputs, links, fingerprints and the size limit of files."""

import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob, has_magic
from pathlib import Path

from mindgist.errors import FileError

MAX_BYTES = 50_000_000  # size limit of everything that mindgist reads; a book has about one megabyte of text
MAX_MEGABYTES = MAX_BYTES // 1_000_000  # the same limit, for messages


@contextmanager
def atomic_write(path: str | Path, *, sync_folder: bool = True) -> Iterator[Path]:
    """Yield a temporary path to write to; when the block ends, that file replaces ``path``.

    ``path`` has either its old content or all of the new content, even after a crash. If the block fails, the
    temporary file is removed. A terminal or a pipe is written to directly, and a link stays a link. ``sync_folder``
    also waits until the file's new name is on the disk, which takes as long as writing a small file.
    """
    target = Path(os.path.realpath(path))
    with file_errors(f"write {path}"):
        if target.exists() and not target.is_file():
            yield target
            return
        temporary = target.with_name(f".{os.getpid()}-{secrets.token_hex(4)}.part")  # as ``is_temporary`` knows it
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


@contextmanager
def file_errors(attempt: str) -> Iterator[None]:
    """Raise an error of the system as a ``FileError`` that says what was attempted."""
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot {attempt}: {error.strerror or error}") from error


def is_temporary(name: str) -> bool:
    """Whether a file name is one that ``atomic_write`` makes up for what it has not finished."""
    return bool(re.fullmatch(r"\.\d+-[0-9a-f]{8}\.part", name))


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
    with file_errors(f"create the folder {path}"):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


def files_under(folder: str | Path, follow_links: bool = False) -> Iterator[Path]:
    """The files under a folder. No folder is entered twice, however links go.

    Without ``follow_links``, linked folders are not entered, and those outside of the folder are yielded themselves.
    Pipes and devices are left out; a dangling link is kept, so that reading it reports the error.
    """
    seen: set[str] = set()
    for inside, folders, names in os.walk(folder, followlinks=follow_links):
        if (real := os.path.realpath(inside)) in seen:
            folders.clear()
            continue
        seen.add(real)
        folders.sort(key=lambda name: os.path.islink(os.path.join(inside, name)))  # links last: a file has its own name
        if not follow_links:
            yield from (Path(inside, name) for name in folders if leads_out(os.path.join(inside, name), folder))
        yield from (file for name in names if (file := Path(inside, name)).is_file() or not file.exists())


def find_files(name: str, follow_links: bool = False) -> tuple[list[tuple[str, str]], int]:
    """The files that a path, a folder or a pattern names, and the number of links that are left out.

    Each file comes with its path inside the folder, or an empty string if it was named or matched itself. Left out are
    the hidden files of a folder and, without ``follow_links``, links that lead out of it.
    """
    found: list[tuple[str, str]] = []
    is_pattern = has_magic(name) and not os.path.exists(name)
    for match in sorted(glob(name, recursive=True)) if is_pattern else [name]:
        if os.path.isdir(match):
            inside = sorted(
                (file.relative_to(match).as_posix(), str(file)) for file in files_under(match, follow_links)
            )
            found += [(file, path) for path, file in inside if not is_hidden(path)]
        else:
            found.append((match, ""))
    if follow_links or found == [(name, "")]:
        return found, 0
    folder = name
    while not os.path.isdir(folder):  # of a pattern, the folder before its first special character
        folder = os.path.dirname(folder) or "."
    kept = [one for one in found if not leads_out(one[0], folder)]
    return kept, len(found) - len(kept)


def is_hidden(name: str) -> bool:
    """Whether a part of a path begins with a dot."""
    return any(part.startswith(".") for part in name.split("/"))


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether a path inside a folder leads out of it by a link."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def refuse_overwrite(target: str | Path | None, *inputs: str | Path | None) -> None:
    """Raise an error if the target of a command is one of its inputs, or a file in one, under whatever name."""
    for path in ("/dev/stdin" if path == "-" else path for path in inputs):
        with suppress(OSError, ValueError):  # one of them does not exist, so they differ
            if target is None or path is None:
                continue
            if os.path.samefile(target, path) or (os.path.isfile(target) and not leads_out(target, path)):
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
            hashlib.file_digest(file, lambda: digest)
    return digest.hexdigest()
