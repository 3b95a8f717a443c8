"""A document from the web, for the shell alone: a contract keeps the server from fetching what a request names."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from http.client import HTTPException
from importlib.metadata import version
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from mindgist.document.reading import too_large
from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES

LONGEST_DOWNLOAD = 120
LONGEST_SILENCE = 20
"""Seconds."""
LEAST_ARRIVAL = 2000
"""Bytes that must arrive, or the first of the answer, in every ``LONGEST_SILENCE`` seconds."""
MOST_REDIRECTS = 5
_CHUNK = 1 << 16


def is_url(name: str) -> bool:
    """Whether what the user named is an address rather than a file."""
    return "://" in name


@dataclass(frozen=True, slots=True)
class Fetched:
    """What is at an address: its bytes, the encoding that the server states, and the ending of its name."""

    content: bytes
    encoding: str | None
    ending: str


def fetch(url: str) -> Fetched:
    """Fetch what is at an address.

    The talking is done by a thread, so that a server that never finishes its first line, or lets a byte fall now and
    then, is given up in time: no socket's timeout sees the whole.
    """
    _check(url)
    arriving: Queue[_Arrival] = Queue()
    given_up = Event()
    Thread(target=_talk, args=(url, arriving, given_up), daemon=True, name="mindgist-fetch").start()
    pieces: list[bytes] = []
    size = 0
    try:
        for arrival in _in_time(url, arriving):
            if isinstance(arrival, Exception):
                raise _told(url, arrival) from arrival
            if isinstance(arrival, Fetched):
                return replace(arrival, content=b"".join(pieces))
            pieces.append(arrival)
            size += len(arrival)
            if size > MAX_BYTES:
                raise DocumentError(too_large(url))
    finally:
        given_up.set()
    raise AssertionError("the thread ends with an answer or an error")


def _talk(url: str, arriving: "Queue[_Arrival]", given_up: Event) -> None:
    try:
        with _opener().open(Request(url, headers=_headers()), timeout=LONGEST_SILENCE) as response:
            while (piece := response.read1(_CHUNK)) and not given_up.is_set():
                arriving.put(piece)
            name = urlsplit(response.url).path.rsplit("/", 1)[-1]
            ending = "." + name.rsplit(".", 1)[-1] if "." in name else ""
            arriving.put(Fetched(b"", response.headers.get_content_charset(), ending))
    except Exception as error:  # it is the other thread's to tell
        if isinstance(error, HTTPError):
            error.close()
        arriving.put(error)


def _in_time(url: str, arriving: "Queue[_Arrival]") -> "Iterator[_Arrival]":
    """What arrives, as long as it does so at a sensible rate."""
    began = looked = monotonic()
    arrived = 0
    while True:
        try:
            arrival = arriving.get(timeout=max(0.01, looked + LONGEST_SILENCE - monotonic()))
        except Empty:
            arrival = b""
        yield arrival
        arrived += len(arrival) if isinstance(arrival, bytes) else 0
        now = monotonic()
        if now - looked >= LONGEST_SILENCE:
            if arrived < LEAST_ARRIVAL:
                raise DocumentError(f"the server of {url} sends next to nothing; fetch it and map the file")
            looked, arrived = now, 0
        if now - began > LONGEST_DOWNLOAD:
            raise DocumentError(f"{url} took longer than {LONGEST_DOWNLOAD} s; fetch it and map the file")


def _told(url: str, error: Exception) -> Exception:
    """The error in words; what is none of the network's is a mistake of ours and stays as it is."""
    if isinstance(error, DocumentError):
        return error
    if isinstance(error, HTTPError):
        return DocumentError(f"the server refuses {url}: {error.code} {error.reason}")
    if isinstance(error, URLError):
        return DocumentError(f"cannot reach {url}: {error.reason}; are you online, and is the address right?")
    if isinstance(error, OSError | HTTPException | ValueError):
        return DocumentError(f"cannot fetch {url}: {error or type(error).__name__}")
    return error


_Arrival = bytes | Fetched | Exception


def _headers() -> dict[str, str]:
    return {"User-Agent": f"mindgist/{version('mindgist')}", "Accept-Encoding": "identity"}


def _opener() -> OpenerDirector:
    return build_opener(_Redirects)


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
        known = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError as error:
        raise DocumentError(f"{url} is no address: {error}") from error
    if not known:
        raise DocumentError(f"mindgist fetches http:// and https:// addresses only, not {url}")


class _Redirects(HTTPRedirectHandler):
    """A few redirects, to the web only: urllib itself would follow one to ftp."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        try:
            _check(newurl)
        except DocumentError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]
