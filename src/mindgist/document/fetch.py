"""Download a document from the web, for the command line only: a contract keeps the server from fetching addresses."""

from dataclasses import dataclass
from http.client import HTTPException
from importlib.metadata import version
from threading import Thread
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from mindgist.document.reading import too_large
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES

MAX_SECONDS = 60
"""Of a whole download."""
MAX_SILENCE = 20
"""Seconds between two bytes."""
MAX_REDIRECTS = 5
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Fetched:
    """What is at an address: its bytes, the encoding that the server states, and the ending of its name."""

    content: bytes
    encoding: str | None
    ending: str


def fetch(url: str) -> Fetched:
    """Download what is at an address.

    A thread does it, so that a server that sends a byte now and then is given up in time: the timeout of a socket
    starts anew with every byte.
    """
    _check(url)
    download = _Download(url)
    download.start()
    download.join(MAX_SECONDS)
    download.is_given_up = True
    if download.is_alive():
        raise DocumentError(f"{url} took longer than {MAX_SECONDS} s; fetch it and map the file")
    if download.error:
        raise _document_error(url, download.error) from download.error
    assert download.fetched is not None
    return download.fetched


class _Download(Thread):
    """Sets ``fetched`` or ``error`` in the end."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True, name="mindgist-fetch")
        self._url = url
        self.size = 0
        self.is_given_up = False
        self.fetched: Fetched | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        headers = {"User-Agent": f"mindgist/{version('mindgist')}", "Accept-Encoding": "identity"}
        try:
            with build_opener(_Redirects).open(Request(self._url, headers=headers), timeout=MAX_SILENCE) as response:
                pieces: list[bytes] = []
                while (piece := response.read1(_CHUNK)) and not self.is_given_up:
                    pieces.append(piece)
                    self.size += len(piece)
                    if self.size > MAX_BYTES:
                        raise DocumentError(too_large(self._url))
                _, dot, ending = urlsplit(response.url).path.rsplit("/", 1)[-1].rpartition(".")
                encoding = response.headers.get_content_charset()
                self.fetched = Fetched(b"".join(pieces), encoding, f".{ending}" if dot else "")
        except Exception as error:  # raised in the other thread
            if isinstance(error, HTTPError):
                error.close()
            self.error = error


def _document_error(url: str, error: Exception) -> Exception:
    """The error as a message for the user; errors that are not of the network stay as they are."""
    if isinstance(error, DocumentError):
        return error
    if isinstance(error, HTTPError):
        return DocumentError(f"the server refuses {url}: {error.code} {error.reason}")
    if isinstance(error, URLError):
        return DocumentError(f"cannot reach {url}: {error.reason}; are you online, and is the address right?")
    if isinstance(error, OSError | HTTPException | ValueError):
        return DocumentError(f"cannot fetch {url}: {error or type(error).__name__}")
    return error


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_web_address = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError as error:
        raise DocumentError(f"{url} is no address: {error}") from error
    if not is_web_address:
        raise DocumentError(f"mindgist fetches http:// and https:// addresses only, not {url}")


class _Redirects(HTTPRedirectHandler):
    """A few redirects, to web addresses only: urllib itself would follow one to ftp."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        try:
            _check(newurl)
        except DocumentError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]
