"""The HTTP API, version 1."""

import re
import unicodedata
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from mindgist import __version__
from mindgist.export import all_formats
from mindgist.options import MapOptions, takes_request_options
from mindgist.systems import GRAPHS, TREES
from mindgist.web.jobs import ErrorContent, MapContent, TextBody, export_map, map_body
from mindgist.web.workers import Workers, progress_lines

router = APIRouter()

_ERRORS: dict[int | str, dict[str, Any]] = {
    413: {"model": ErrorContent, "description": "The body is too large."},
    422: {"model": ErrorContent, "description": "The request cannot be used; the message says why."},
    503: {"model": ErrorContent, "description": "The service is busy; see Retry-After."},
    504: {"model": ErrorContent, "description": "The work took too long and was stopped."},
}
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_FORM = {"type": "object", "properties": {"file": _BINARY["schema"]}, "required": ["file"]}
_DOCUMENT_TYPES = {
    "application/octet-stream": _BINARY,
    "application/json": {"schema": TextBody.model_json_schema()},
    "multipart/form-data": {"schema": _FORM},
}
_MAP_TYPES = {"application/json": {"schema": {"$ref": "#/components/schemas/MapContent"}}}
# Exported files are downloads. If a browser shows one anyway, it runs no script and has no origin.
_EXPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@router.get("/health", summary="Check the service")
async def health() -> dict[str, str]:
    """Answers with the version as long as the service runs."""
    return {"status": "ok", "version": __version__}


@router.get("/formats", summary="List the export formats")
async def formats() -> list[dict[str, str]]:
    """Every format with its file `ending`, `name` and `media_type`."""
    return [_fields(one, "ending", "name", "media_type") for one in all_formats().values()]


@router.get("/systems", summary="List the graph sources and tree generators")
async def systems(request: Request) -> dict[str, Any]:
    """The names that `/maps` takes, including those that installed packages add.

    `default` is the graph source if a request names none, `llm` the language model that `/maps?generated=true` uses.
    """
    options: MapOptions = request.app.state.options
    default = options.graph_source().name
    graphs = [
        _fields(graph, "name", "title", "tree")
        for graph in GRAPHS.all().values()
        if graph.made_with != "model" or graph.shipped or (options.model and graph.name == default)
    ]
    trees = [_fields(tree, "name", "title") for tree in TREES.all().values()]
    return {"default": default, "graphs": graphs, "trees": trees, "llm": options.llm_model}


def _fields(row: object, *names: str) -> dict[str, str]:
    return {name: getattr(row, name) for name in names}


@takes_request_options
async def request_options(request: Request, **options: Any) -> MapOptions:
    """The options of the service with those of a request."""
    own: MapOptions = request.app.state.options
    return own.with_request(**options)


@router.post(
    "/maps",
    summary="Map a document",
    response_model=MapContent,
    responses=_ERRORS,
    openapi_extra={"requestBody": {"required": True, "content": _DOCUMENT_TYPES}},
)
async def make_map(
    request: Request,
    options: Annotated[MapOptions, Depends(request_options)],
    progress: Annotated[bool, Query(description="Answer with one JSON object per line while the work runs.")] = False,
    generated: Annotated[
        bool, Query(description="Let the service's language model, if any, write topics and gists.")
    ] = False,
) -> Response:
    """Send a document as the raw body, as `file` in a form, or as `text` in JSON. A map file is answered as it is.

    The answer holds all nodes (at most `nodes`, if given), strongest first and parents before children, so that any
    prefix is a map; `size` suggests how many to show. It also holds the text and the offsets of its sentences.

    With `progress`, each line is a JSON object: `stage` with the share that is `done`; for a long document a `first`
    map; at the end `map` or `error`.
    """
    content, content_type = await request.body(), request.headers.get("content-type", "")
    workers: Workers = request.app.state.workers
    options = options if generated else options.without_language_model()
    if progress:
        lines = progress_lines(workers, map_body, content, content_type, options)
        return StreamingResponse(lines, media_type="application/x-ndjson")
    answer = await workers.run_for(request, map_body, content, content_type, options)
    return Response(answer, media_type="application/json")


@router.post(
    "/exports/{format}",
    summary="Export a map",
    response_class=Response,
    responses={**_ERRORS, 200: {"description": "The file.", "content": {"application/octet-stream": {}}}},
    openapi_extra={"requestBody": {"required": True, "content": _MAP_TYPES}},
)
async def make_export(
    request: Request,
    format: Annotated[str, Path(description="File ending of the format, with or without the dot: svg, .mm, …")],  # noqa: A002
) -> Response:
    """Send a map in the form that `/maps` answers with, edited or not; the answer is the file.

    The map is cut to its `size`. An `.html` file keeps all nodes and the text. The header `Mindgist-Warning` says which
    characters a picture lacks because no font has them.
    """
    ending = "." + format.lower().removeprefix(".")
    formats = all_formats()
    if ending not in formats:
        raise HTTPException(404, f"there is no format '{ending[:20]}'; GET /api/v1/formats lists them")
    workers: Workers = request.app.state.workers
    file, name, warning = await workers.run_for(request, export_map, await request.body(), ending)
    headers = {
        **({"Mindgist-Warning": warning} if warning else {}),
        "Content-Disposition": _disposition(name, formats[ending].suffix or ending),
        "Content-Security-Policy": _EXPORT_POLICY,
        "Cache-Control": "no-store",
    }
    return Response(file, media_type=formats[ending].media_type, headers=headers)


def _disposition(title: str, ending: str) -> str:
    """A header that names the file after the map, with letters, digits and hyphens only (no header injection)."""
    name = "-".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", title)))[:60].strip("-") or "map"
    plain = re.sub(r"[^A-Za-z0-9-]+", "", name) or "map"
    return f"attachment; filename=\"{plain}{ending}\"; filename*=UTF-8''{quote(name)}{ending}"
