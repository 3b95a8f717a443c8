"""The files of the page, read once at start, so that no path of a request reaches the disk."""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mindgist.document.kinds import titles
from mindgist.export.html import FONTS, MODULES, STYLES
from mindgist.files import fingerprint

EXAMPLES = ("harbour.txt", "library.md")
_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}


def page_routes() -> list[Route]:
    """A route for each file of the page."""
    page, viewer = files("mindgist.web") / "page", files("mindgist.export") / "viewer"
    contents = {f"/{file.name}": file.read_bytes() for file in page.iterdir() if _ending(file.name) in _MEDIA_TYPES}
    contents["/start.js"] = contents["/start.js"].replace(b"KINDS", titles().encode())
    contents |= {f"/examples/{name}": (page / "examples" / name).read_bytes() for name in EXAMPLES}
    contents |= {f"/viewer/{name}": (viewer / name).read_bytes() for name in (*FONTS, *STYLES, *MODULES)}
    contents["/"] = contents.pop("/index.html")
    contents["/api/docs"] = contents.pop("/docs.html")
    return [_route(path, content) for path, content in contents.items()]


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _route(path: str, content: bytes) -> Route:
    etag = f'"{fingerprint(content)[:20]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    media_type = _MEDIA_TYPES.get(_ending(path), _MEDIA_TYPES["html"])

    async def answer(request: Request) -> Response:
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=media_type, headers=headers)

    return Route(path, answer, include_in_schema=False)
