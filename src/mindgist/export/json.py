"""A map as JSON: everything it knows, and back without loss."""

import json
from typing import Any

from mindgist.errors import MapFileError
from mindgist.mindmap import MindMap

MAX_VALUES = 5_000_000  # by their commas and brackets, those of texts included; each takes up to a hundred bytes


def to_json(mindmap: MindMap) -> str:
    """Return the map in its file form (see ``mindmap/file_form.py``), one field per line."""
    return json.dumps(mindmap.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def from_json(content: bytes) -> MindMap:
    """Read and validate a map."""
    return MindMap.from_dict(parse_json(content))


def parse_json(content: str | bytes) -> Any:
    """Return the data in JSON that somebody sent."""
    content = content.encode() if isinstance(content, str) else content
    if sum(map(content.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise MapFileError(f"the JSON has more than {MAX_VALUES:,} values, which no map has")
    try:
        return json.loads(content)
    except RecursionError as error:
        raise MapFileError("this is not JSON of a map: it is nested too deeply") from error
    except ValueError as error:
        raise MapFileError(f"this is not JSON: {error}") from error
