"""A map as JSON: everything it knows, and back without loss. docs/map-format.md describes the form."""

import json
import math
from typing import Any

from ramify.errors import MapFileError
from ramify.mindmap import LABELS, MindMap, Node

FORMAT = "ramify-map"
VERSION = 1


def map_content(mindmap: MindMap) -> dict[str, Any]:
    """The map's nodes in order, each with its text, snippet, parent, score and place in the source."""
    nodes = [
        {
            "parent": node.parent,
            "score": round(node.score, 4),
            "text": node.text,
            "snippet": node.snippet,
            "sentence": node.sentence,
            "start": node.start,
            "end": node.end,
            "page": node.page,
        }
        for node in mindmap.nodes
    ]
    return {"format": FORMAT, "version": VERSION, "title": mindmap.title, "labels": mindmap.labels, "nodes": nodes}


def to_json(mindmap: MindMap) -> str:
    """The map as the text of a file."""
    text = json.dumps(map_content(mindmap), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    return text.encode("utf-8", "replace").decode()  # half a character (a lone surrogate) cannot be written


def from_json(content: bytes) -> MindMap:
    """Read a map, and check all that the rest of ramify relies on."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise MapFileError(f"the file is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise MapFileError(f'the file is JSON but no map: it lacks "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        raise MapFileError(f"the map is of version {found.get('version')!r}, and this ramify reads version {VERSION}")
    rows = found.get("nodes")
    if not isinstance(rows, list):
        raise MapFileError("the map's nodes are not a list")
    title = found.get("title")
    if not isinstance(title, str | None):
        raise MapFileError("the map's title is neither a text nor null")
    nodes = []
    for place, row in enumerate(rows):
        try:
            nodes.append(_node(row, place))
        except (KeyError, TypeError, ValueError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else error
            raise MapFileError(f"node {place} of the map is not in the form of docs/map-format.md: {reason}") from error
    mindmap = MindMap(title, tuple(nodes))
    return mindmap.labelled(str(found.get("labels", LABELS[0])))


def _node(row: dict[str, Any], place: int) -> Node:
    if not isinstance(row, dict):
        raise TypeError("it is no object")
    parent = _count(row, "parent", optional=True)
    if parent is not None and parent >= place:
        raise ValueError("its parent does not stand before it")
    start, end = _count(row, "start") or 0, _count(row, "end") or 0
    if end < start:
        raise ValueError("it ends before it starts")
    return Node(
        sentence=_count(row, "sentence", optional=True),
        parent=parent,
        score=_score(row["score"]),
        start=start,
        end=end,
        text=_text(row, "text"),
        snippet=_text(row, "snippet"),
        page=_count({"page": None, **row}, "page", optional=True),
    )


def _count(row: dict[str, Any], name: str, optional: bool = False) -> int | None:
    value = row[name]
    if value is None and optional:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**12:
        raise ValueError(f"its {name} is {str(value)[:40]!r}")
    return value


def _score(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"its score is {str(value)[:40]!r}")
    return float(value)


def _text(row: dict[str, Any], name: str) -> str:
    if not isinstance(row[name], str):
        raise TypeError(f"its {name} is no text")
    return str(row[name])
