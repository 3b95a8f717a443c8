"""The limits of the service, and the middleware that checks every request and adds security headers to answers."""

import asyncio
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mindgist.files import MAX_BYTES
from mindgist.options import MapOptions

# The page loads its own files and calls its own API, nothing else; inline scripts are forbidden.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a running service, and its own map options."""

    max_body: int = MAX_BYTES  # bytes per request
    max_total_bodies: int = 400_000_000  # bytes of all requests that are served or wait; more are answered with 503
    seconds: float = 60.0  # time limit of one document, and of receiving one request
    workers: int = 2  # documents mapped at the same time, each in its own process
    max_waiting: int = 256  # requests that may wait for a worker; further ones are answered with 503
    hosts: tuple[str, ...] = ()  # host names of the service besides localhost and IP addresses
    options: MapOptions = field(default_factory=MapOptions)  # where a request sets none; models come from here only


class Guard:
    """Refuses by host, origin, size and time what is no request to this service, and adds security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._too_large = f"the request is larger than {settings.max_body / 1_000_000:g} MB; split the document"
        self._received = 0  # bytes of all request bodies

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

        if refusal := self._refusal(scope["method"], Headers(scope=scope)):
            status, reason = refusal
            await JSONResponse({"error": reason}, status)(scope, receive, send_with_headers)
            return
        deadline: float | None = asyncio.get_running_loop().time() + self._settings.seconds
        received = 0

        async def limited() -> Message:
            """Count the bytes that arrive, since Content-Length may lie or be missing, and limit the time."""
            nonlocal received, deadline
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError as error:
                raise HTTPException(408, "the request took too long to arrive") from error
            received += len(message.get("body", b""))
            self._received += len(message.get("body", b""))
            if received > self._settings.max_body:
                raise HTTPException(413, self._too_large)
            if self._received > self._settings.max_total_bodies:
                reason = "too many large documents at the moment; try again in a few seconds"
                raise HTTPException(503, reason, {"Retry-After": "5"})
            if not message.get("more_body", False):  # the next message is the disconnect, which has no time limit
                deadline = None
            return message

        try:
            await self._app(scope, limited, send_with_headers)
        finally:
            self._received -= received

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """The status and reason if a request is refused by its headers."""
        host = headers.get("host", "")
        if not self._is_known(host):
            return 421, f"unknown host name '{host[:100]}'; start the service with --allow-host to allow it"
        # Requests that come from no page have no origin.
        is_foreign = headers.get("origin") not in (None, f"http://{host}", f"https://{host}")
        is_foreign = is_foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if is_foreign and method not in ("GET", "HEAD"):
            return 403, "requests from other web sites are refused"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.max_body:
            return 413, self._too_large
        return None

    def _is_known(self, host: str) -> bool:
        """Whether the host is an IP address, localhost or an allowed name: any web site could point its name here."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in ("localhost", *self._settings.hosts) or bool(ip_address(name))
        except ValueError:
            return False
