"""What stands before every request: who may ask, how much may be sent, and what a browser may do with the answer."""

import asyncio
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mindgist.web.settings import Settings

# The page loads its own files and asks its own API; nothing else, and no script that stands in the page itself.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass
class _Held:
    """How much of a request has arrived."""

    size: int = 0


class Guard:
    """Middleware that refuses strangers and oversized bodies, and adds the headers that keep answers harmless."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._held = 0  # bytes of bodies, of all requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope))
        if refusal:
            status, reason = refusal
            await JSONResponse({"error": reason}, status)(scope, receive, send_with_headers)
            return
        held = _Held()
        try:
            await self._app(scope, self._bounded(receive, held), send_with_headers)
        finally:
            self._held -= held.size

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not let in, judged by its headers alone."""
        host = headers.get("host", "")
        if not self._is_known(host):
            return 421, f"this service is not known as '{host[:100]}'; start it with --allow-host to give it that name"
        foreign = _is_foreign(headers.get("origin"), host)
        if method not in ("GET", "HEAD") and (foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site")):
            return 403, "requests from other web sites are not answered"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.largest_body:
            return 413, self._too_large()
        return None

    def _is_known(self, host: str) -> bool:
        """Addresses and localhost are known; other names only if they were given, or any site could name us."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self._settings.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _too_large(self) -> str:
        return f"the request is larger than {self._settings.largest_body / 1_000_000:g} MB; split the document"

    def _bounded(self, receive: Receive, held: "_Held") -> Receive:
        """Counts what arrives (a header may lie, or be missing) and does not wait for it for ever."""
        deadline = asyncio.get_running_loop().time() + self._settings.seconds
        complete = False

        async def bounded() -> Message:
            nonlocal complete
            if (
                complete
            ):  # what comes now is the news that the other side went away, and that may take as long as it likes
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError as error:
                raise HTTPException(408, "the request took too long to arrive") from error
            size = len(message.get("body", b""))
            held.size += size
            self._held += size
            complete = not message.get("more_body", False)
            if held.size > self._settings.largest_body:
                raise HTTPException(413, self._too_large())
            if self._held > self._settings.largest_in_all:
                reason = "too many large documents are being mapped at the moment; try again in a few seconds"
                raise HTTPException(503, reason, {"Retry-After": "5"})
            return message

        return bounded


def _is_foreign(origin: str | None, host: str) -> bool:
    """Whether a request comes from a page of another site; one that does not say so comes from no page."""
    try:
        return origin is not None and urlsplit(origin).netloc != host
    except ValueError:  # no browser sends such an origin
        return True
