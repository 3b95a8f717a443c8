"""Maps written to files and read back: one table of formats, chosen by the ending of the file's name."""

from pathlib import Path
from typing import TYPE_CHECKING

from mindgist.errors import MapFileError, MindgistError
from mindgist.export.formats import FORMATS, READABLE, Format, all_formats, format_named
from mindgist.files import MAX_BYTES, MAX_MEGABYTES, write_file

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap


def check_format(path: Path) -> None:
    """Complain about a path whose ending names no format."""
    format_named(path.suffix)


def render(mindmap: "MindMap", ending: str) -> bytes:
    """A map in the format of this ending ('.svg', say), as the bytes of a file."""
    return format_named(ending).render(mindmap)


def save(mindmap: "MindMap", path: str | Path, document: "Document | None" = None, ending: str | None = None) -> None:
    """Write a map in the format of an ending, which is that of ``path`` unless it is given.

    An .html file holds the whole map and opens it at its size, with the text of the document beside it where it is
    given; every other file holds the map cut to its size.
    """
    path = Path(path)
    form = format_named(ending or path.suffix)
    content = form.render(mindmap, document=document) if document and form.whole else form.render(mindmap)
    write_file(path, content)


def load_map(path: str | Path) -> "MindMap":
    """Read a map that mindgist or another tool has written; the ending of ``path`` names the format."""
    path = Path(path)
    form = format_named(path.suffix)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise MapFileError(f"{path} is larger than {MAX_MEGABYTES} MB, which no map is")
        content = path.read_bytes()
    except OSError as error:
        raise MapFileError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        return form.parse(content)
    except MindgistError as error:
        raise MapFileError(f"{path}: {error}") from error


__all__ = ["FORMATS", "READABLE", "Format", "all_formats", "check_format", "format_named", "load_map", "render", "save"]
