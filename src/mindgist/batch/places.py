"""Places of inputs and output: paths on this machine, or fsspec addresses such as s3://bucket/folder.

Writes are atomic: object stores write an object whole or not at all, and ``mindgist.files`` does so on a disk.
"""

import os
from glob import glob, has_magic
from pathlib import Path
from typing import IO, Any

from mindgist.errors import FileError
from mindgist.files import files_under, leads_out, make_folder, write_file

Stamp = tuple[int, str]
"""A file's size and its modification time or tag. If both are the same, the file has not changed."""


def is_remote(place: str) -> bool:
    """Whether a place is an address for fsspec."""
    return "://" in place


def joined(folder: str, name: str) -> str:
    """A place inside a folder."""
    return f"{folder.rstrip('/')}/{name}" if is_remote(folder) else os.path.join(folder, name)


def files_of(place: str, follow_links: bool = False) -> list[tuple[str, str]]:
    """The files of a place, sorted: the file itself, the matches of a pattern, or all files under a folder.

    Each comes with its path inside the folder, or an empty string if it was named or matched itself.
    """
    if is_remote(place):
        return _remote_files(place)
    if os.path.isdir(place):
        inside = sorted((file.relative_to(place).as_posix(), str(file)) for file in files_under(place, follow_links))
        return [(file, name) for name, file in inside if not _is_hidden(name)]
    if os.path.exists(place):
        if not os.path.isfile(place):
            raise FileError(f"{place} is not a regular file, and a batch reads its inputs more than once")
        return [(place, "")]
    matched = sorted(glob(place, recursive=True)) if has_magic(place) else []
    if not matched:
        raise FileError(f"there is nothing at {place}; name files, folders, or a pattern in quotes such as '*.html'")
    return [file for match in matched for file in files_of(match, follow_links)]


def is_outside(file: str, place: str) -> bool:
    """Whether a file that was found in a folder or by a pattern is, by a link, outside of that folder."""
    if is_remote(place) or os.path.isfile(place):
        return False
    folder = place
    while not os.path.isdir(folder):  # of a pattern, the folder before its first special character
        folder = os.path.dirname(folder) or "."
    return leads_out(file, folder)


def open_place(place: str) -> IO[bytes]:
    """Open a file for reading."""
    try:
        if is_remote(place):
            system, path = _remote(place)
            file: IO[bytes] = system.open(path, "rb")
            return file
        return Path(place).open("rb")
    except OSError as error:
        raise FileError(f"cannot read {place}: {error.strerror or error}") from error


def stamp(place: str) -> Stamp:
    """The stamp of a file, by which a change is found without reading it."""
    try:
        if is_remote(place):
            system, path = _remote(place)
            about: dict[str, Any] = system.info(path)
            tags = (about.get(name) for name in ("ETag", "etag", "md5Hash", "LastModified", "mtime", "created"))
            return int(about["size"]), str(next((tag for tag in tags if tag), ""))
        status = Path(place).stat()
    except OSError as error:
        raise FileError(f"cannot read {place}: {error.strerror or error}") from error
    return status.st_size, str(status.st_mtime_ns)


def exists(place: str) -> bool:
    """Whether the place is an existing file or folder."""
    if is_remote(place):
        system, path = _remote(place)
        return bool(system.exists(path))
    return os.path.exists(place)


def names_in(place: str) -> list[str]:
    """The names in a folder; none if it does not exist."""
    if is_remote(place):
        system, path = _remote(place)
        return [name.rstrip("/").rpartition("/")[2] for name in system.ls(path, detail=False)] if exists(place) else []
    return os.listdir(place) if os.path.isdir(place) else []


def read_whole(place: str) -> bytes:
    """The content of a file that mindgist has written."""
    with open_place(place) as file:
        return file.read()


def write(place: str, content: bytes, *, sync_folder: bool = True) -> None:
    """Write a file atomically."""
    if not is_remote(place):
        write_file(place, content, sync_folder=sync_folder)
        return
    try:
        system, path = _remote(place)
        system.pipe_file(path, content)
    except OSError as error:
        raise FileError(f"cannot write {place}: {error}") from error


def folder(place: str) -> None:
    """Create a folder; an object store needs none."""
    if not is_remote(place):
        make_folder(place)


def _remote_files(place: str) -> list[tuple[str, str]]:
    system, path = _remote(place)
    if system.isfile(path):
        return [(place, "")]
    matched = has_magic(path)
    found = sorted(system.glob(path) if matched else system.find(path))
    if not found:
        raise FileError(f"there is nothing at {place}")
    names = ["" if matched else name.removeprefix(path).lstrip("/") for name in found]
    return [
        (str(system.unstrip_protocol(file)), name)
        for file, name in zip(found, names, strict=True)
        if not _is_hidden(name)
    ]


def _remote(place: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise FileError(f"{place} needs fsspec; run: pip install 'mindgist[ray]'") from error
    try:
        system, path = fsspec.core.url_to_fs(place)
    except (ImportError, ValueError) as error:  # fsspec does not know the store, or its package is missing
        raise FileError(f"cannot open {place}: {error}") from error
    return system, str(path)


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))
