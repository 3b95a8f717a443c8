"""Download a document from the web, for the command line only: a contract keeps the server from fetching addresses."""

from dataclasses import dataclass
from http.client import HTTPException
from importlib.metadata import version
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from mindgist.document.reading import too_large
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES

MAX_SECONDS = 60  # of a whole download
MAX_SILENCE = 20  # seconds between two bytes


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
    results: SimpleQueue[Fetched | Exception] = SimpleQueue()
    Thread(target=lambda: results.put(_downloaded(url)), daemon=True, name="mindgist-fetch").start()
    try:
        result = results.get(timeout=MAX_SECONDS)
    except Empty:
        raise DocumentError(f"{url} took longer than {MAX_SECONDS} s; fetch it and map the file") from None
    if isinstance(result, Exception):
        raise result
    return result


def _downloaded(url: str) -> Fetched | Exception:
    headers = {"User-Agent": f"mindgist/{version('mindgist')}", "Accept-Encoding": "identity"}
    content = bytearray()
    try:
        with build_opener(_Redirects).open(Request(url, headers=headers), timeout=MAX_SILENCE) as response:
            while piece := response.read1(1 << 16):
                content += piece
                if len(content) > MAX_BYTES:
                    raise DocumentError(too_large(url))
            _, dot, ending = urlsplit(response.url).path.rsplit("/", 1)[-1].rpartition(".")
            return Fetched(bytes(content), response.headers.get_content_charset(), f".{ending}" if dot else "")
    except HTTPError as error:
        error.close()
        return DocumentError(f"the server refuses {url}: {error.code} {error.reason}")
    except URLError as error:
        return DocumentError(f"cannot reach {url}: {error.reason}; are you online, and is the address right?")
    except (OSError, HTTPException, ValueError) as error:
        return DocumentError(f"cannot fetch {url}: {error or type(error).__name__}")
    except Exception as error:
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

    max_redirections = 5

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        try:
            _check(newurl)
        except DocumentError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]
