"""A map as JSON: everything it knows, and back without loss."""

import json
from typing import Any

from mindgist.errors import MapFileError
from mindgist.mindmap import MindMap


def to_json(mindmap: MindMap) -> str:
    """Return the map in its file form (see ``mindmap/file_form.py``), one field per line."""
    return json.dumps(mindmap.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def from_json(content: bytes) -> MindMap:
    """Read and validate a map."""
    return MindMap.from_dict(parse_json(content))


def parse_json(content: bytes) -> Any:
    """Return the data in JSON that somebody sent."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise MapFileError(f"this is not JSON: {error}") from error
