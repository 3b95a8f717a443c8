"""The documents that a user names: files, folders, patterns, addresses."""

import os
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path

from mindgist.document.kinds import all_kinds
from mindgist.errors import DocumentError


def input_names(inputs: Iterable[str]) -> Iterator[str]:
    """Each document by the name of its file, its address, or -; folders and patterns stand for what is in them."""
    for name in inputs:
        path = Path(name)
        if name == "-" or "://" in name or path.is_file():
            yield name
        elif path.is_dir():
            yield from _files(path)
        elif has_magic(name):
            found = sorted(one for one in glob(name, recursive=True) if Path(one).is_file())
            if not found:
                raise DocumentError(f"no file is named like {name}")
            yield from found
        else:
            yield name  # to be refused when it is read, with the reason


def _files(folder: Path) -> Iterator[str]:
    """The documents in a folder and in those inside it, by their endings; hidden ones stay so."""
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
        raise DocumentError(f"{folder} holds no document; the endings that count are {', '.join(sorted(endings))}")
    yield from found
