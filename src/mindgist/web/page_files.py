"""The files of the page, read once at start, so that no path of a request reaches the disk.

Their path holds a fingerprint of all files, so browsers may keep them: after an update, the page names another path.
"""

import gzip
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mindgist.document.kinds import titles
from mindgist.export.html import FONTS, MODULES, STYLES, bundle_modules, viewer_file
from mindgist.files import fingerprint

EXAMPLES = ("harbour.txt", "library.md")
PAGE_MODULES = (
    "store.js", "mapping.js", "preview.js", "combine.js", "link.js", "saving.js", "start.js", "document-input.js",
    "page.js",
)  # fmt: skip
"""The page's modules, each after those that it imports; the viewer's modules come before them."""
_PAGES = {"/": "index.html", "/api/docs": "docs.html"}
_MEDIA_TYPES = {  # by the endings of names; a page has none
    "css": "text/css", "js": "text/javascript", "md": "text/markdown", "txt": "text/plain",
    "svg": "image/svg+xml", "woff2": "font/woff2",
}  # fmt: skip
_KEEP = "public, max-age=31536000, immutable"  # seconds: a year


def page_file(name: str) -> str:
    """Return the content of a file of the page."""
    return (files("mindgist.web") / "page" / name).read_text(encoding="utf-8")


def page_routes() -> list[Route]:
    """A route for each file that the page loads, and for the pages themselves."""
    modules = [*map(viewer_file, MODULES), *map(page_file, PAGE_MODULES)]
    texts = {
        "page.js": bundle_modules(modules).replace("KINDS", titles()),
        "docs.js": bundle_modules([viewer_file("dom.js"), viewer_file("theme.js"), page_file("docs.js")]),
        "page.css": "\n".join([*map(viewer_file, STYLES), page_file("page.css")]),
    }
    texts |= {name: page_file(name) for name in ("icon.svg", *(f"examples/{name}" for name in EXAMPLES))}
    contents = {name: text.encode() for name, text in texts.items()}
    contents |= {name: (files("mindgist.export") / "viewer" / name).read_bytes() for name in FONTS}
    base = f"/files/{fingerprint(*sorted(contents.values()))[:12]}"
    routes = [_route(f"{base}/{name}", content, _KEEP) for name, content in contents.items()]
    pages = {path: page_file(name).replace("BASE", base) for path, name in _PAGES.items()}
    return routes + [_route(path, text.encode(), "no-cache") for path, text in pages.items()]


def _route(path: str, content: bytes, caching: str) -> Route:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    media_type = _MEDIA_TYPES.get(path.rpartition(".")[2], "text/html")
    packed = gzip.compress(content, mtime=0)

    async def answer(request: Request) -> Response:
        if "gzip" in request.headers.get("accept-encoding", "") and not path.endswith(".woff2"):
            return Response(packed, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
        return Response(content, media_type=media_type, headers=headers)

    return Route(path, answer, include_in_schema=False)
