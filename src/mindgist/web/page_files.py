"""The files of the page, read once at start, so that no path of a request reaches the disk.

Their path holds a fingerprint of all files, so browsers may keep them: after an update, the page names another path.
"""

import gzip
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mindgist.document.kinds import titles
from mindgist.export.html import FONTS, MODULES, STYLES
from mindgist.files import fingerprint

EXAMPLES = ("harbour.txt", "library.md")
PAGES = {"/": "index.html", "/api/docs": "docs.html"}
_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
_KEEP = "public, max-age=31536000, immutable"  # seconds: a year


def page_routes() -> list[Route]:
    """A route for each file of the page."""
    page, viewer = files("mindgist.web") / "page", files("mindgist.export") / "viewer"
    contents = {file.name: file.read_bytes() for file in page.iterdir() if _ending(file.name) in _MEDIA_TYPES}
    contents["start.js"] = contents["start.js"].replace(b"KINDS", titles().encode())
    contents |= {f"examples/{name}": (page / "examples" / name).read_bytes() for name in EXAMPLES}
    contents |= {f"viewer/{name}": (viewer / name).read_bytes() for name in (*FONTS, *STYLES, *MODULES)}
    pages = {path: contents.pop(name) for path, name in PAGES.items()}
    base = f"/files/{fingerprint(*sorted(contents.values()))[:12]}"
    modules = [name for name in sorted(contents) if name.endswith(".js") and name != "docs.js"]
    preloads = "\n".join(f'<link rel="modulepreload" href="{base}/{name}">' for name in modules)
    routes = [_route(f"{base}/{name}", content, _KEEP) for name, content in contents.items()]
    for path, content in pages.items():
        text = content.decode().replace("PRELOADS", preloads).replace("BASE", base)
        routes.append(_route(path, text.encode(), "no-cache"))
    return routes


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _route(path: str, content: bytes, caching: str) -> Route:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    media_type = _MEDIA_TYPES.get(_ending(path), _MEDIA_TYPES["html"])
    packed = gzip.compress(content, mtime=0)

    async def answer(request: Request) -> Response:
        if "gzip" in request.headers.get("accept-encoding", "") and not path.endswith(".woff2"):
            return Response(packed, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
        return Response(content, media_type=media_type, headers=headers)

    return Route(path, answer, include_in_schema=False)
