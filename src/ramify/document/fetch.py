"""A document from the web, for the shell alone: a contract keeps the server from fetching what a request names."""

from http.client import HTTPException
from importlib.metadata import version
from time import monotonic
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from ramify.document.read import too_large
from ramify.errors import DocumentError
from ramify.files import LARGEST

LONGEST_SILENCE = 20
LONGEST_DOWNLOAD = 120
"""Seconds."""
MOST_REDIRECTS = 5
_CHUNK = 1 << 16


def is_url(name: str) -> bool:
    """Whether what the user named is an address rather than a file."""
    return "://" in name


def fetch(url: str) -> tuple[bytes, str | None, str]:
    """What is at an address: its bytes, the encoding that the server states, and the ending of its name."""
    _check(url)
    started = monotonic()
    pieces: list[bytes] = []
    try:
        with _opener().open(Request(url, headers=_headers()), timeout=LONGEST_SILENCE) as response:
            size = 0
            while piece := response.read(_CHUNK):
                pieces.append(piece)
                size += len(piece)
                if size > LARGEST:
                    raise DocumentError(too_large(url))
                if monotonic() - started > LONGEST_DOWNLOAD:
                    raise DocumentError(f"{url} took longer than {LONGEST_DOWNLOAD} s; fetch it and map the file")
            name = urlsplit(response.url).path.rsplit("/", 1)[-1]
            ending = "." + name.rsplit(".", 1)[-1] if "." in name else ""
            return b"".join(pieces), response.headers.get_content_charset(), ending
    except HTTPError as error:
        raise DocumentError(f"the server refuses {url}: {error.code} {error.reason}") from error
    except URLError as error:
        raise DocumentError(f"cannot reach {url}: {error.reason}; are you online, and is the address right?") from error
    except (OSError, HTTPException, ValueError) as error:
        raise DocumentError(f"cannot fetch {url}: {error or type(error).__name__}") from error


def _headers() -> dict[str, str]:
    return {"User-Agent": f"ramify/{version('ramify')}", "Accept-Encoding": "identity"}


def _opener() -> OpenerDirector:
    return build_opener(_Redirects)


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
        known = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError as error:
        raise DocumentError(f"{url} is no address: {error}") from error
    if not known:
        raise DocumentError(f"ramify fetches http:// and https:// addresses only, not {url}")


class _Redirects(HTTPRedirectHandler):
    """A few redirects, to the web only: urllib itself would follow one to ftp."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        _check(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]
