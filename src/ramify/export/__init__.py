"""Maps written to files: one table of formats, chosen by the ending of the file's name."""

from collections.abc import Callable
from pathlib import Path

from ramify.errors import ExportError, UnknownNameError
from ramify.export.json import to_json
from ramify.export.markdown import to_markdown
from ramify.export.outline import to_outline
from ramify.mindmap import MindMap

FORMATS: dict[str, Callable[[MindMap], str]] = {
    ".json": to_json,
    ".md": to_markdown,
    ".txt": to_outline,
}


def check_format(path: Path) -> None:
    """Complain about a path whose ending names no format."""
    if path.suffix.lower() not in FORMATS:
        raise UnknownNameError("format with the ending", path.suffix, FORMATS)


def save(mindmap: MindMap, path: str | Path) -> None:
    """Write a map in the format that the ending of ``path`` names."""
    path = Path(path)
    check_format(path)
    content = FORMATS[path.suffix.lower()](mindmap)
    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ExportError(f"cannot write {path}: {error.strerror or error}") from error


__all__ = ["FORMATS", "check_format", "save", "to_json", "to_markdown", "to_outline"]
