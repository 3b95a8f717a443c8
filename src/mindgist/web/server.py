"""The server, with time limits for clients that never finish a header or never read an answer."""

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mindgist.web.app import create_app
from mindgist.web.guard import Settings

HEADER_SECONDS = 10.0
"""Time limit for receiving a header."""
READ_SECONDS = 10.0
MIN_READ = 100_000
"""Bytes of an answer that a client must read within ``READ_SECONDS``: unread bytes occupy memory."""
SHUTDOWN_SECONDS = 3


def server(settings: Settings | None = None) -> uvicorn.Server:
    """The server, ready to run on a socket."""
    config = uvicorn.Config(
        create_app(settings),
        http=TimedProtocol,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return uvicorn.Server(config)


class TimedProtocol(H11Protocol):
    """uvicorn's protocol with time limits for headers and slow readers, which uvicorn does not have."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop("header")
        self._stop("read")
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        self._stop("read")
        super().resume_writing()

    def _watch(self) -> None:
        """Start the time limit when a header begins; its later bytes do not restart it."""
        if self.conn.their_state is not h11.IDLE:
            self._stop("header")
        elif "header" not in self._timers:
            self._timers["header"] = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop(self, timer: str) -> None:
        if timer in self._timers:
            self._timers.pop(timer).cancel()

    def _give_up(self) -> None:
        self._stop("header")
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.abort()

    def _watch_reader(self) -> None:
        """Check after ``READ_SECONDS`` whether the client has read enough."""
        self._stop("read")
        left = self.transport.get_write_buffer_size()
        self._timers["read"] = self.loop.call_later(READ_SECONDS, self._give_up_reader, left)

    def _give_up_reader(self, left_then: int) -> None:
        if self.transport.get_write_buffer_size() > max(0, left_then - MIN_READ):
            self.transport.abort()
        else:
            self._watch_reader()
