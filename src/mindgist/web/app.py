"""The service: the API under /api/v1, its documentation, and the page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

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


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the service with these settings."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = Workers(settings.workers, settings.max_waiting, settings.seconds)
        await app.state.workers.run_in_each(warm_up, settings.options)
        yield
        app.state.workers.close()

    app = FastAPI(
        title="mindgist",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # FastAPI's own pages load scripts from other hosts
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.settings = settings
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
