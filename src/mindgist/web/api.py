"""The API, version 1: documents in, maps out; maps in, files out."""

import re
import unicodedata
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.datastructures import UploadFile

from mindgist import __version__
from mindgist.export import all_formats
from mindgist.systems import DEFAULT_GRAPH, all_graphs, all_trees
from mindgist.web.content import (
    ErrorContent,
    FormatContent,
    GraphContent,
    HealthContent,
    MapContent,
    SystemsContent,
    TextBody,
    TreeContent,
)
from mindgist.web.jobs import TEXT_IN_JSON, System, export_map, map_bytes
from mindgist.web.progress import progress_lines
from mindgist.web.settings import Settings
from mindgist.web.workers import Workers

router = APIRouter()

_ERRORS: dict[int | str, dict[str, Any]] = {
    413: {"model": ErrorContent, "description": "The body is too large."},
    422: {"model": ErrorContent, "description": "The document or the map cannot be used; the message says why."},
    503: {"model": ErrorContent, "description": "Too much is being done already; see Retry-After."},
    504: {"model": ErrorContent, "description": "It took too long and was stopped."},
}
_DOCUMENT_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {
                "schema": {"type": "string", "format": "binary"},
            },
            "application/json": {"schema": TextBody.model_json_schema()},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"file": {"type": "string", "format": "binary"}},
                    "required": ["file"],
                }
            },
        },
    }
}
_MAP_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MapContent"}}},
    }
}
# An exported file is for saving; should a browser show one all the same, it gets no script and no origin.
_EXPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@router.get("/health", summary="Whether the service works, and its version")
async def health() -> HealthContent:
    """Answers as long as the service runs."""
    return HealthContent(version=__version__)


@router.get("/formats", summary="The formats a map can be exported to")
async def formats() -> list[FormatContent]:
    """Every format, as its ending, its name and its media type."""
    return [FormatContent(ending=f.ending, name=f.name, media_type=f.media_type) for f in all_formats().values()]


@router.get("/systems", summary="What a map can be made with")
async def systems(request: Request) -> SystemsContent:
    """The graphs and the trees that `/maps` takes by name, those of installed packages too."""
    settings: Settings = request.app.state.settings
    graphs = [
        GraphContent(name=graph.name, title=graph.title, tree=graph.tree)
        for graph in all_graphs().values()
        if graph.made_with != "model" or graph.shipped or graph.name == settings.graph
    ]
    trees = [TreeContent(name=tree.name, title=tree.title) for tree in all_trees().values()]
    return SystemsContent(default=settings.graph or DEFAULT_GRAPH, graphs=graphs, trees=trees)


@router.post(
    "/maps",
    summary="Map a document",
    response_model=MapContent,
    responses=_ERRORS,
    openapi_extra=_DOCUMENT_BODY,
)
async def make_map(
    request: Request,
    graph: Annotated[str | None, Query(description="Who governs whom; GET /systems lists the names.")] = None,
    tree: Annotated[str | None, Query(description="How that becomes a tree; without it, as the graph's own.")] = None,
    seed: Annotated[int, Query(ge=0, le=2**63, description="The same seed gives the same map.")] = 0,
    nodes: Annotated[int | None, Query(ge=1, description="At most so many nodes; without it, all.")] = None,
    progress: Annotated[bool, Query(description="Answer line by line while the work goes on; see below.")] = False,
) -> Response:
    """Send a document as the raw body, as a form's `file`, or as JSON with a `text`.

    The answer holds every node, strongest first and parents before children, so that a map of any size is a prefix
    of it; `size` suggests one. It also holds the document's text and the places of its sentences.

    With `progress` the answer is a JSON object a line: a `stage` with what is `done` of it, for a long document a
    `first` map, and at the end the `map` or an `error`.
    """
    content, kind, ending = await _document(request)
    settings: Settings = request.app.state.settings
    own = graph is None or graph == settings.graph  # the model that the service was started with is for its own graph
    system = System(graph or settings.graph, tree, seed, settings.model if own else None)
    workers: Workers = request.app.state.workers
    if progress:
        lines = progress_lines(workers, map_bytes, content, kind, ending, system, nodes)
        return StreamingResponse(lines, media_type="application/x-ndjson")
    answer = await workers.run(map_bytes, content, kind, ending, system, nodes)
    return Response(answer, media_type="application/json")


@router.post(
    "/exports/{format}",
    summary="Export a map",
    response_class=Response,
    responses={**_ERRORS, 200: {"description": "The file.", "content": {"application/octet-stream": {}}}},
    openapi_extra=_MAP_BODY,
)
async def make_export(
    request: Request,
    format: Annotated[str, Path(description="The ending of a format, with or without its dot: svg, .mm, …")],  # noqa: A002
) -> Response:
    """Send a map as `/maps` answers it, edited as you like; the answer is the file.

    With a `size` the map is cut to it. An `.html` file keeps all nodes and the text, to be looked at in any size.
    """
    ending = "." + format.lower().removeprefix(".")
    formats = all_formats()
    if ending not in formats:
        raise HTTPException(404, f"there is no format '{ending[:20]}'; GET /api/v1/formats lists them")
    workers: Workers = request.app.state.workers
    file, name = await workers.run(export_map, await request.body(), ending)
    headers = {
        "Content-Disposition": _disposition(name, ending),
        "Content-Security-Policy": _EXPORT_POLICY,
        "Cache-Control": "no-store",
    }
    return Response(file, media_type=formats[ending].media_type, headers=headers)


async def _document(request: Request) -> tuple[bytes, str | None, str | None]:
    """The bytes of the document in a request, its kind where the request tells, and the ending of its name."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == "application/json":
        return await request.body(), TEXT_IN_JSON, None
    if media_type == "multipart/form-data":
        async with request.form(max_files=1, max_fields=10) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise HTTPException(422, "the form has no file named 'file'")
            return await file.read(), None, _ending(file.filename, file.content_type)
    return await request.body(), None, _ending(None, media_type)


def _ending(name: str | None, media_type: str | None) -> str | None:
    """The ending of a file's name: a hint, for Markdown need not look like it. A media type can stand for one."""
    ending = (name or "").rpartition(".")[2].lower()
    if ending.isalnum():
        return f".{ending}"
    return ".md" if media_type == "text/markdown" else None


def _disposition(title: str, ending: str) -> str:
    """A header that names the file after the map: letters, digits and hyphens only, so nothing can hide in it."""
    name = "-".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", title)))[:60].strip("-") or "map"
    plain = re.sub(r"[^A-Za-z0-9-]+", "", name) or "map"
    return f"attachment; filename=\"{plain}{ending}\"; filename*=UTF-8''{quote(name)}{ending}"
