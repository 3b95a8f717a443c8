"""A map as JSON: everything it knows, and back without loss."""

import json

from mindgist.errors import MapFileError
from mindgist.mindmap import MindMap


def to_json(mindmap: MindMap) -> str:
    """The map in its one form (see ``mindmap/file_form.py``), a field a line."""
    return json.dumps(mindmap.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def from_json(content: bytes) -> MindMap:
    """Read a map, and check all that the rest of mindgist relies on."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise MapFileError(f"the file is not JSON: {error}") from error
    return MindMap.from_dict(found)
