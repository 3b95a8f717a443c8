"""The work of the worker processes, and the bodies of requests and answers, which the API's documentation describes."""

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import File, FormParser, parse_options_header

from mindgist.document import read_bytes, read_text
from mindgist.errors import DocumentError, MapFileError
from mindgist.export import format_named
from mindgist.export.html import map_content
from mindgist.export.json import parse_json
from mindgist.export.picture import font_warning
from mindgist.mindmap import MindMap, file_form
from mindgist.options import MapOptions
from mindgist.processes import report

_FIRST_MAP_SENTENCES = 1500  # documents of this length get a quick first map
_MAP_FILES = {  # what tells a map file from a document, by the ending of its format
    ".json": rb'\A\s*\{\s*"format":\s*"(?:mindgist|ramify)-map"',
    ".opml": rb"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*+-->\s*)*+<opml\b",
    ".mm": rb"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*+-->\s*)*+<map\b",
    ".md": rb"^<!-- (?:mindgist|ramify): \{|\A---\s*\nmarkmap:",
    ".html": rb'<script type="application/json" id="map-data">',
}
_EXAMPLE = "The sea rises. Cities on the coast build walls. Walls cost money."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", str_max_length=10_000_000)


class TextBody(_Strict):
    """A document as text."""

    text: Annotated[str, Field(description="Plain text or Markdown.", examples=[_EXAMPLE])]
    kind: Annotated[str | None, Field(description="'text' or 'markdown'; by default found from the content.")] = None


class PlaceContent(_Strict):
    """A sentence's offsets; ``plain`` is its text if that differs from this slice of the source."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    plain: str | None = None


class HeadingContent(PlaceContent):
    """A heading's offsets and level."""

    level: Annotated[int, Field(ge=1)]


class BlockContent(_Strict):
    """A heading, or a paragraph given by its first and last sentence."""

    heading: HeadingContent | None = None
    first: Annotated[int | None, Field(ge=0)] = None
    last: Annotated[int | None, Field(ge=0)] = None


class ViewContent(_Strict):
    """How a map is folded: the number of open levels (null for all) and the nodes that differ, by index."""

    level: Annotated[int | None, Field(ge=0)] = None
    folded: list[tuple[int, bool]] = []


class DocumentContent(_Strict):
    """The text of a document and the offsets of its sentences, in characters (code points)."""

    title: str | None = None
    text: str
    pages: Annotated[list[int], Field(description="Offset of each page in the text.")] = []
    sentences: list[PlaceContent]
    blocks: list[BlockContent]


class ShownContent(_Strict):
    """What is shown beside a map."""

    document: DocumentContent | None = None
    view: ViewContent | None = None


class NodeContent(BaseModel):
    """A node of a map."""

    model_config = ConfigDict(json_schema_extra=file_form.node_schema())


def _add_map_fields(schema: dict[str, Any]) -> None:
    form = file_form.schema()
    schema |= {"required": form["required"], "properties": form["properties"] | schema["properties"]}


class MapContent(BaseModel):
    """A map: the JSON that ``mindgist map -o map.json`` writes, with the document.

    Its fields are validated by ``MindMap.from_dict``, not by this model.
    """

    model_config = ConfigDict(json_schema_extra=_add_map_fields)

    nodes: Annotated[list[NodeContent], Field(description=file_form.NODES_MEANING)]
    document: Annotated[DocumentContent | None, Field(description="The text of the map.")] = None


class ErrorContent(_Strict):
    """An error message."""

    error: str


def warm_up(options: MapOptions) -> None:
    """Load the models and libraries, so that the first document does not wait for them."""
    map_body(_EXAMPLE.encode(), "", options.without_language_model())


def map_body(content: bytes, content_type: str, options: MapOptions) -> bytes:
    """Map a document (as such, a text in JSON or a file in a form, as its type says) and return the map as JSON.

    Reports stages, the share that is done, and for a long document a quick first map.
    """
    from mindgist.mapper import MindMapper  # loads the models' libraries, which the service does not need

    text = kind = None
    report(_json({"stage": "reading"}))
    media_type = content_type.partition(";")[0].strip().lower()
    ending = ".md" if media_type == "text/markdown" else None
    if media_type == "application/json":
        text, kind = _text(content)
        content = text.encode("utf-8", "replace")
    elif media_type == "multipart/form-data":
        content, ending = form_file(content, content_type)
    if mapped := _map_in_file(content, ending):
        return _json(mapped | {"opened": True})
    document = read_text(text, kind) if text is not None else read_bytes(content, kind, ending=ending)
    report(_json({"stage": "mapping", "sentences": len(document), "done": 0.0}))
    if len(document) >= _FIRST_MAP_SENTENCES:
        first = MindMapper.named("lead", "star")(document).cut(40)
        report(_json({"first": map_content(first, document)}))

    def update(scored: int) -> None:  # more than the total: sentences of a long document are scored up to twice
        report(_json({"stage": "mapping", "sentences": len(document), "done": min(1.0, scored / len(document))}))

    mindmap = MindMapper.of(options).with_progress(update)(document)
    report(_json({"stage": "labelling" if options.llm else "writing"}))
    mindmap = options.limit(mindmap)
    return _json(map_content(mindmap.cut(options.nodes) if options.nodes else mindmap, document))


def _text(body: bytes) -> tuple[str, str | None]:
    """The text in a body of the form ``TextBody``, and its kind if given."""
    try:
        found = TextBody.model_validate(parse_json(body))
    except (MapFileError, ValidationError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise DocumentError(f'the body should be JSON such as {{"text": "…"}}: {reason}') from error
    return found.text, found.kind


def form_file(body: bytes, content_type: str) -> tuple[bytes, str | None]:
    """The content of the file named 'file' in a form, and the ending of its name.

    The encoding that a form names is not used: Python's codecs include some that take minutes.
    """
    files: list[File] = []
    boundary = parse_options_header(content_type)[1].get(b"boundary", b"")
    try:
        limit = {"MAX_MEMORY_FILE_SIZE": len(body)}  # nothing is written to a disk
        parser = FormParser("multipart/form-data", None, files.append, boundary=boundary, config=limit)
        parser.write(body)
        parser.finalize()
    except (FormParserError, ValueError) as error:
        raise DocumentError(f"the form is damaged: {error}") from error
    file = next((file for file in files if file.field_name == b"file"), None)
    if file is None:
        raise DocumentError("the form has no file named 'file'")
    file.file_object.seek(0)
    ending = (file.file_name or b"").decode("utf-8", "replace").rpartition(".")[2].lower()
    return file.file_object.read(), f".{ending}" if ending.isalnum() else None


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _map_in_file(content: bytes, ending: str | None) -> dict[str, Any] | None:
    """The map in a map file, in the form of an answer; None if the content is a document."""
    found = (form for form, mark in _MAP_FILES.items() if re.search(mark, content, re.DOTALL | re.MULTILINE))
    form = ".xmind" if ending == ".xmind" else next(found, None)
    if form not in (".json", ".html"):
        return None if form is None else map_content(format_named(form).parse(content))
    if form == ".html":
        content = content.partition(_MAP_FILES[".html"])[2].partition(b"</script>")[0]
    data = parse_json(content)
    mindmap, shown = MindMap.from_dict(data), _shown(data)
    view = {"view": shown["view"]} if shown["view"] else {}
    return map_content(mindmap, shown["document"]) | view


def export_map(body: bytes, ending: str) -> tuple[bytes, str, str | None]:
    """Export a map that was sent as JSON; return the file, the title to name it after, and a warning or None.

    An interactive format also shows the document and the view that were sent with it.
    """
    content = parse_json(body)
    mindmap, shown = MindMap.from_dict(content), _shown(content)
    name = (mindmap.title or mindmap.nodes[0].text)[:200]  # a file name needs no more
    return format_named(ending).render(mindmap, **shown), name, font_warning(mindmap, ending)


def _shown(content: object) -> dict[str, Any]:
    """The document and the view that are sent or kept with a map, without unknown fields."""
    try:
        return ShownContent.model_validate(content).model_dump()
    except ValidationError as error:
        first = error.errors()[0]
        raise MapFileError(f"the map's {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
