"""Answers with one JSON object per line while the work runs."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from mindgist.errors import MindgistError
from mindgist.web.workers import Workers


async def progress_lines(workers: Workers, function: Callable[..., bytes], *arguments: Any) -> AsyncIterator[bytes]:
    """Yield a line for each report of a worker, then a line with its answer as ``map``, or with an ``error``.

    Maps are already encoded as JSON.
    """
    loop = asyncio.get_running_loop()
    reports: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(report: dict[str, Any]) -> None:
        first = report.get("first")
        line = _line("first", first) if isinstance(first, bytes) else json.dumps(report).encode()
        loop.call_soon_threadsafe(reports.put_nowait, line)

    work = asyncio.create_task(workers.run(function, *arguments, progress=send))
    work.add_done_callback(lambda _: loop.call_soon(reports.put_nowait, None))
    while (line := await reports.get()) is not None:
        yield line + b"\n"
    try:
        yield _line("map", await work) + b"\n"
    except MindgistError as error:
        yield json.dumps({"error": str(error)}, ensure_ascii=False).encode() + b"\n"


def _line(name: str, content: bytes) -> bytes:
    return b'{"' + name.encode() + b'":' + content + b"}"
