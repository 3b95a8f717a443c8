"""Places of inputs and output: paths on this machine, or fsspec addresses such as s3://bucket/folder.

Writes are atomic: object stores write an object whole or not at all, and ``mindgist.files`` does so on a disk.
"""

import os
from glob import has_magic
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from mindgist.errors import FileError
from mindgist.files import file_errors, find_files, is_hidden, make_folder, write_file

Stamp = tuple[int, str]  # a file's size and its modification time or tag; if both are the same, so is the file


class Source(NamedTuple):
    """An input file and the name of its document."""

    place: str
    name: str


def is_remote(place: str) -> bool:
    """Whether a place is an address for fsspec."""
    return "://" in place


def files_of(place: str, follow_links: bool = False) -> tuple[list[tuple[str, str]], int]:
    """The files of a place, each with its path inside the folder, and the number of links that are left out."""
    if is_remote(place):
        return _remote_files(place), 0
    found, links = find_files(place, follow_links)
    if not found or (not os.path.exists(place) and found == [(place, "")]):
        raise FileError(f"there is nothing at {place}; name files, folders, or a pattern in quotes such as '*.html'")
    for file, inside in found:
        if not inside and os.path.exists(file) and not os.path.isfile(file):
            raise FileError(f"{file} is not a regular file, and a batch reads its inputs more than once")
    return found, links


def open_place(place: str) -> IO[bytes]:
    """Open a file for reading."""
    with file_errors(f"read {place}"):
        if is_remote(place):
            system, path = _remote(place)
            return cast("IO[bytes]", system.open(path, "rb"))
        return Path(place).open("rb")


def stamp(place: str) -> Stamp:
    """The stamp of a file, by which a change is found without reading it."""
    with file_errors(f"read {place}"):
        if is_remote(place):
            system, path = _remote(place)
            about: dict[str, Any] = system.info(path)
            tags = (about.get(name) for name in ("ETag", "etag", "md5Hash", "LastModified", "mtime", "created"))
            return int(about["size"]), str(next((tag for tag in tags if tag), ""))
        status = Path(place).stat()
        return status.st_size, str(status.st_mtime_ns)


def names_in(place: str) -> list[str]:
    """The names in a folder; none if it does not exist."""
    if is_remote(place):
        system, path = _remote(place)
        found = system.ls(path, detail=False) if system.exists(path) else []
        return [name.rstrip("/").rpartition("/")[2] for name in found]
    return os.listdir(place) if os.path.isdir(place) else []


def read_whole(place: str) -> bytes:
    """The content of a file that mindgist has written."""
    with open_place(place) as file:
        return file.read()


def write(place: str, content: bytes, *, sync_folder: bool = True) -> None:
    """Write a file atomically, and create its folder if there is none."""
    if not is_remote(place):
        make_folder(Path(place).parent)
        write_file(place, content, sync_folder=sync_folder)
        return
    with file_errors(f"write {place}"):
        system, path = _remote(place)
        system.pipe_file(path, content)


def _remote_files(place: str) -> list[tuple[str, str]]:
    system, path = _remote(place)
    if system.isfile(path):
        return [(place, "")]
    matched = has_magic(path)
    found = sorted(system.glob(path) if matched else system.find(path))
    if not found:
        raise FileError(f"there is nothing at {place}")
    files = [(str(system.unstrip_protocol(file)), file.removeprefix(path).lstrip("/")) for file in found]
    return [(file, "" if matched else name) for file, name in files if matched or not is_hidden(name)]


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
