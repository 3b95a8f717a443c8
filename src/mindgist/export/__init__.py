"""Map files: writing, and reading back. One table of formats; the ending of the file name selects the format."""

from pathlib import Path
from typing import TYPE_CHECKING

from mindgist.errors import MapFileError, MindgistError
from mindgist.export.formats import FORMATS, READABLE, Format, all_formats, format_named
from mindgist.files import MAX_BYTES, MAX_MEGABYTES, write_file

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap


def render(mindmap: "MindMap", ending: str) -> bytes:
    """Return the content of a file with this ending, such as '.svg'."""
    return format_named(ending).render(mindmap)


def save(mindmap: "MindMap", path: str | Path, document: "Document | None" = None, ending: str | None = None) -> None:
    """Write a map to a file in the format of ``ending``, by default the ending of ``path``.

    An .html file holds the whole map, opens it at its size and shows the document's text if given. Other files hold
    the map cut to its size.
    """
    path = Path(path)
    write_file(path, format_named(ending or path.suffix).render(mindmap, document))


def load_map(path: str | Path) -> "MindMap":
    """Read a map file written by mindgist or another tool; the ending of ``path`` names its format."""
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


__all__ = ["FORMATS", "READABLE", "Format", "all_formats", "format_named", "load_map", "render", "save"]
