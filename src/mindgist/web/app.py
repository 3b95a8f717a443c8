"""The service: the API under /api/v1, its documentation, and the page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from mindgist import __version__
from mindgist.errors import MindgistError
from mindgist.processes import FailedError, TooSlowError, WorkerDiedError
from mindgist.web.api import router
from mindgist.web.guard import Guard, Settings
from mindgist.web.jobs import warm_up
from mindgist.web.page_files import page_routes
from mindgist.web.workers import BusyError, Workers

_DESCRIPTION = """Turns documents into mind-maps. Every node is a sentence of the document, with its offsets.
Documents are not stored."""
_STATUSES: dict[type[MindgistError], int] = {BusyError: 503, FailedError: 500, TooSlowError: 504, WorkerDiedError: 503}

HEADER_SECONDS = 10.0  # time limit for receiving a header
READ_SECONDS = 10.0
MIN_READ = 100_000  # bytes of an answer that a client must read within READ_SECONDS: unread bytes occupy memory


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the service with these settings."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = workers = Workers(settings.workers, settings.max_waiting, settings.seconds)
        await asyncio.gather(*(workers.run(warm_up, settings.options) for _ in range(settings.workers)))
        yield
        workers.close()

    app = FastAPI(
        title="mindgist",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # FastAPI's own pages load scripts from other hosts
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.options = settings.options
    app.add_middleware(Guard, settings=settings)
    app.include_router(router, prefix="/api/v1")
    app.router.routes.extend(page_routes())
    for kind in (MindgistError, HTTPException, RequestValidationError, ClientDisconnect, Exception):
        app.add_exception_handler(kind, _answer_error)
    return app


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    """The answer to a request that failed; the details of an unexpected exception go to the log only."""
    status, message = 500, "something went wrong inside the service; see its log"
    headers: dict[str, str] = {}
    if isinstance(error, MindgistError):
        status, message = _STATUSES.get(type(error), 422), str(error)
        headers = {"Retry-After": "5"} if status == 503 else {}
    elif isinstance(error, HTTPException):
        status, message, headers = error.status_code, str(error.detail), dict(error.headers or {})
    elif isinstance(error, RequestValidationError):  # the first one, with the name of the parameter or field
        first: dict[str, Any] = dict(error.errors()[0])
        place = ".".join(str(step) for step in first["loc"][1:])
        status, message = 422, f"{place}: {first['msg']}" if place else str(first["msg"])
    elif isinstance(error, ClientDisconnect):
        status = 499  # nobody reads this answer
    return JSONResponse({"error": message}, status, headers)


def server(settings: Settings | None = None) -> uvicorn.Server:
    """The server, ready to run on a socket."""
    app = create_app(settings)
    config = uvicorn.Config(
        app, http=TimedProtocol, log_level="warning", server_header=False, timeout_graceful_shutdown=3
    )
    return uvicorn.Server(config)


class TimedProtocol(H11Protocol):
    """uvicorn's protocol with time limits for headers and slow readers, which uvicorn does not have."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._check_header()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._check_header()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop("header")
        self._stop("read")
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._check_reader(inf)

    def resume_writing(self) -> None:
        self._stop("read")
        super().resume_writing()

    def _stop(self, timer: str) -> None:
        if timer in self._timers:
            self._timers.pop(timer).cancel()

    def _check_header(self) -> None:
        """Start the time limit when a header begins; its later bytes do not restart it."""
        if self.conn.their_state is not h11.IDLE:
            self._stop("header")
        elif "header" not in self._timers:
            self._timers["header"] = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _check_reader(self, left_then: float) -> None:
        """Disconnect a client that has not read enough since the last check; check again after ``READ_SECONDS``."""
        left = self.transport.get_write_buffer_size()
        if left > max(0, left_then - MIN_READ):
            self.transport.abort()
        else:
            self._timers["read"] = self.loop.call_later(READ_SECONDS, self._check_reader, left)
