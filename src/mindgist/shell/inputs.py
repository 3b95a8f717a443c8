"""The documents that a user names: files, folders, patterns, addresses, standard input."""

import os
import sys
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING

from mindgist.document.kinds import all_kinds
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from mindgist.document import Document


def is_input(name: str) -> bool:
    """Whether a word names something to map: -, an address, a pattern, or an existing file or folder."""
    return name == "-" or "://" in name or has_magic(name) or os.path.exists(name)


def input_names(inputs: Iterable[str]) -> Iterator[str]:
    """The documents, each as a file name, an address or -. Folders and patterns are expanded."""
    for name in inputs:
        path = Path(name)
        if name == "-" or "://" in name or path.is_file():
            yield name
        elif path.is_dir():
            yield from _files(path)
        elif has_magic(name):
            found = sorted(one for one in glob(name, recursive=True) if Path(one).is_file())
            if not found:
                raise DocumentError(f"no file matches {name}")
            yield from found
        else:
            yield name  # reading it raises the error


def _files(folder: Path) -> Iterator[str]:
    """The documents in a folder and its subfolders, by their endings, without hidden ones."""
    endings = {ending for kind in all_kinds().values() for ending in kind.endings}
    walked = (Path(inside, name) for inside, _, names in os.walk(folder) for name in names)
    found = sorted(
        str(path)
        for path in walked
        if path.suffix.lower() in endings
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not found:
        raise DocumentError(f"{folder} contains no document; known endings: {', '.join(sorted(endings))}")
    yield from found


def read_input(name: str, encoding: str | None) -> "Document":
    """Read a file, an address, or - for standard input."""
    from mindgist.document import read, read_bytes
    from mindgist.files import MAX_BYTES

    if name == "-":
        if sys.stdin is None:
            raise DocumentError("standard input is closed, so there is nothing to map; name a file")
        return read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), encoding=encoding)
    if "://" in name:
        from mindgist.document.decode import is_text_encoding
        from mindgist.document.fetch import fetch

        fetched = fetch(name)
        stated = fetched.encoding if is_text_encoding(fetched.encoding) else None
        return read_bytes(fetched.content, encoding=encoding or stated, ending=fetched.ending)
    return read(name, encoding)
