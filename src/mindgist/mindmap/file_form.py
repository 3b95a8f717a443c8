"""The JSON form of a map, used by ``.json`` files, the API and the viewer. docs/map-format.md describes it.

The tables ``FIELDS`` and ``MAP_FIELDS`` define the fields of a node and of a map; writing, reading and the JSON Schema
follow from them. A new field is a row there and a new ``VERSION``. The newest version is written, and all older ones
are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from mindgist.errors import MapError, MapFileError, UnknownNameError
from mindgist.labels.kinds import DERIVED_KINDS, LABEL_KINDS, LABELS, SHOWN_TOGETHER
from mindgist.mindmap.mindmap import Link, MindMap, Node

FORMAT = "mindgist-map"
FORMER_NAME = "ramify"  # the project's name up to 0.1: map files written under it are still read
_READ_FORMATS = (FORMAT, f"{FORMER_NAME}-map")
MAX_NODES = 100_000  # of a map that is read, in any format; the longest novels have a third of this
VERSION = 3  # 2 added gists, folds and maps that somebody arranged; 3 times, links and topics
_MAX_CODE = 8  # characters of a language code
_MAX_INTEGER = 10**12  # more than any offset in a text
_MAX_NUMBER = 1e300  # refuses infinity, NaN and integers that no float can hold


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a node or map; if it is missing or null in a file, the node or map has its default.

    ``minimum`` is for integers. ``sparse`` fields are only written where they are set. ``empty`` is what is written
    for an empty text.
    """

    name: str
    type: Literal["string", "integer", "number", "boolean"]
    meaning: str
    minimum: int = 0
    required: bool = False
    sparse: bool = False
    empty: str | None = ""

    def schema(self) -> dict[str, Any]:
        """The field in JSON Schema."""
        bound = {"minimum": self.minimum} if self.type == "integer" else {}
        kind = self.type if self.required else [self.type, "null"]
        return {"type": kind, **bound, "description": self.meaning}

    def read(self, row: Mapping[str, Any]) -> Any:
        """The value in a row of a file; None if it is missing."""
        value: Any = row.get(self.name)
        if value is None:
            if self.required:
                raise ValueError(f"it lacks '{self.name}'")
            return None
        if not _FITS[self.type](value) or (self.type == "integer" and value < self.minimum):
            raise ValueError(f"its {self.name} is {str(value)[:40]!r}")
        return value


_FITS = {
    "string": lambda value: isinstance(value, str) and not any("\ud800" <= mark <= "\udfff" for mark in value),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool) and value < _MAX_INTEGER,
    "boolean": lambda value: isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MAX_NUMBER,
}

FIELDS = (
    Field("parent", "integer", "The parent's place in the list of nodes, counted from 0; null for a root."),
    Field("score", "number", "How far the parent governs the node; a root: how far it governs the document."),
    Field("text", "string", LABEL_KINDS["sentences"].meaning, required=True),
    Field("topic", "string", LABEL_KINDS["topics"].meaning, empty=None),
    Field("snippet", "string", LABEL_KINDS["snippets"].meaning),
    Field("gist", "string", LABEL_KINDS["gists"].meaning),
    Field("sentence", "integer", "The sentence's number in the document, from 0; null for a heading."),
    Field("start", "integer", "Where it begins in the document's text, in characters."),
    Field("end", "integer", "Where it ends; equal to start where the place is unknown."),
    Field("page", "integer", "The page it begins on, counted from 1; null where there are no pages.", 1),
    Field("note", "string", "What somebody wrote about the node; null for nothing."),
    Field("box", "string", "Its place on the page: left, top, right and bottom edge as shares of it.", sparse=True),
    Field("time_start", "number", "When it was spoken, in seconds; only in maps of transcripts.", sparse=True),
    Field("time_end", "number", "When that ended, in seconds.", sparse=True),
    Field("folded", "boolean", "True where what stands under it is folded away; else it is not written.", sparse=True),
    Field("generated", "boolean", "True where a language model wrote the gist or topic; else left out.", sparse=True),
)
MAP_FIELDS = (
    Field("title", "string", "The document's title."),
    Field("labels", "string", "What is shown: a node's gist, text, snippet or topic."),
    Field("size", "integer", "How many nodes to show where nobody says; without it, all.", 1, sparse=True),
    Field("language", "string", "The code of the document's language: en, zh …", sparse=True),
    Field("arranged", "boolean", "True where siblings keep the order of the list, not of the document.", sparse=True),
)
NODES_MEANING = "Strongest first, and parents before their children, so that any beginning of the list is a map."


def to_dict(mindmap: MindMap, *, all_labels: bool = True) -> dict[str, Any]:
    """The map in the newest version of the form.

    Without ``all_labels``, only the labels that it shows are written. The others are made again from the text.
    """
    shown = SHOWN_TOGETHER if mindmap.labels in SHOWN_TOGETHER else (mindmap.labels,)
    kinds = DERIVED_KINDS if all_labels else tuple(LABEL_KINDS[name] for name in shown)
    left_out = {kind.field for kind in DERIVED_KINDS if kind not in kinds}
    fields = [field for field in FIELDS if field.name not in left_out]
    content = {"format": FORMAT, "version": VERSION} | _row(mindmap, MAP_FIELDS)
    if mindmap.links:
        content["links"] = [[link.source, link.target, round(link.score, 4)] for link in mindmap.links]
    return content | {"nodes": [_row(node, fields) for node in mindmap.with_labels(*kinds).nodes]}


def _row(source: Node | MindMap, fields: Sequence[Field]) -> dict[str, Any]:
    row = {}
    for field in fields:
        value = getattr(source, field.name)
        if isinstance(value, str):  # lone surrogates are replaced
            value = (value if value.isascii() else value.encode("utf-8", "replace").decode()) or field.empty
        if not field.sparse or (value is not None and value is not False):
            row[field.name] = value
    return row


def from_dict(content: object) -> MindMap:
    """The map of a form of this or an older version; nodes with a text are enough."""
    if not isinstance(content, Mapping) or content.get("format", FORMAT) not in _READ_FORMATS or "nodes" not in content:
        raise MapFileError(f'this is no map: it should hold "format": "{FORMAT}" and a list of "nodes"')
    version = content.get("version", VERSION)
    if version not in range(1, VERSION + 1):
        raise MapFileError(f"the map is of version {version!r}, and this mindgist reads versions up to {VERSION}")
    rows = content["nodes"]
    if not isinstance(rows, list) or not rows:
        raise MapFileError("the map's nodes are not a list of at minimum one")
    if len(rows) > MAX_NODES:
        raise MapFileError(f"the map has more than {MAX_NODES:,} nodes, which mindgist does not read")
    nodes = tuple(_node(row, place) for place, row in enumerate(rows))
    language = content.get("language")
    language = language[:_MAX_CODE] if isinstance(language, str) and language.isalnum() else None
    try:
        title, size = (field.read(content) for field in MAP_FIELDS if field.name in ("title", "size"))
        mindmap = MindMap(title, nodes, size=size, language=language, arranged=content.get("arranged") is True)
        mindmap = replace(mindmap, links=_links(content.get("links"), len(nodes)))
        return mindmap.labelled(str(content.get("labels") or (LABELS[0] if version > 1 else "sentences")))
    except ValueError as error:
        raise MapFileError(f"the map is not in the form of docs/map-format.md: {error}") from error
    except (MapError, UnknownNameError) as error:
        raise MapFileError(str(error)) from error


def _links(rows: object, nodes: int) -> tuple[Link, ...]:
    """The links in a file: [source, target] or [source, target, score]."""
    links = []
    for row in rows if isinstance(rows, list) else []:
        if not isinstance(row, list) or not 2 <= len(row) <= 3 or not all(map(_FITS["number"], row)):
            raise MapError(f"the map's link {str(row)[:40]} is not a list of two places in its nodes and a score")
        source, target, *score = row
        if not all(isinstance(place, int) and 0 <= place < nodes for place in (source, target)):
            raise MapError(f"the map's link {str(row)[:40]} names a node that is not there")
        links.append(Link(source, target, *map(float, score)))
    return tuple(links)


def _node(row: object, place: int) -> Node:
    try:
        if not isinstance(row, Mapping):
            raise TypeError("it is no object")
        values = {field.name: value for field in FIELDS if (value := field.read(row)) is not None}
    except (TypeError, ValueError) as error:
        raise MapFileError(f"node {place} of the map is not in the form of docs/map-format.md: {error}") from error
    start = values.get("start", 0)
    if "topic" in row:  # null is none; only a file without topics gets them made
        values.setdefault("topic", "")
    return Node(**{"sentence": None, "parent": None, "score": 0.0, "start": start, "end": start} | values)


def node_schema() -> dict[str, Any]:
    """A node as a JSON Schema."""
    required = [field.name for field in FIELDS if field.required]
    return {"type": "object", "required": required, "properties": {field.name: field.schema() for field in FIELDS}}


def schema() -> dict[str, Any]:
    """The form as a JSON Schema."""
    of_map = {field.name: field.schema() for field in MAP_FIELDS}
    links = {
        "type": ["array", "null"],
        "description": "Relations between nodes of different branches, strongest first: two places in the list "
        "of nodes and how likely the first governs the second.",
        "items": {"type": "array", "minItems": 2, "maxItems": 3, "items": {"type": "number", "minimum": 0}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A mindgist map, version {VERSION}",
        "type": "object",
        "required": ["nodes"],
        "properties": {
            "format": {"enum": list(_READ_FORMATS)},
            "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
            **of_map,
            "labels": {"enum": list(LABELS), "description": of_map["labels"]["description"]},
            "links": links,
            "nodes": {"type": "array", "minItems": 1, "description": NODES_MEANING, "items": node_schema()},
        },
    }
