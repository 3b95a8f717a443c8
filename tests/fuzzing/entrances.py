"""Where strangers' bytes enter besides files: requests to the service, calls of an agent's tools, links with maps."""

import asyncio
import base64
import json
import subprocess
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

LINK_SCRIPT = Path(__file__).resolve().parents[2] / "src" / "mindgist" / "web" / "page" / "link.js"
BOUNDARY = b"POST /api/v1/maps?nodes=5 HTTP/1.1\nhost: localhost\ncontent-type: "
REQUESTS = (
    BOUNDARY + b"text/plain\n\nThe tide rises. Walls break.",
    BOUNDARY + b"application/json\n\n" + json.dumps({"text": "The tide rises.", "kind": "markdown"}).encode(),
    BOUNDARY + b'multipart/form-data; boundary=x\n\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"'
    b"\r\nContent-Type: text/markdown\r\n\r\n# Tides\n\nThe tide rises.\r\n--x--\r\n",
    b"POST /api/v1/exports/svg HTTP/1.1\nhost: localhost\ncontent-type: application/json\n\n"
    + json.dumps(
        {"nodes": [{"text": "Tides"}, {"text": "The tide rises.", "parent": 0}], "view": {"level": 1}}
    ).encode(),
    b"GET /api/v1/formats HTTP/1.1\nhost: localhost\norigin: http://localhost\n\n",
)
CALLS = tuple(
    json.dumps([name, arguments]).encode()
    for name, arguments in (
        ("map_text", {"text": "# Tides\n\nThe tide rises. Walls break.", "nodes": 3, "labels": "gists"}),
        ("map_file", {"path": "../../etc/passwd"}),
        ("cut", {"map": "map-1", "nodes": 2}),
        ("search", {"map": "map-1", "words": "tide wall"}),
        ("explain", {"map": "map-1", "node": 1}),
    )
)
LINKS = tuple(
    base64.urlsafe_b64encode(zlib.compress(content, 9)[2:-4]).rstrip(b"=")
    for content in (
        b'["Tides",[[null,"Tides","","",0],[0,"The tide rises.","tide rises","a note",1]],"gists"]',
        b'[null,[["x"]],1]',
    )
)
SEEDS = {"request": REQUESTS, "tool": CALLS, "link": LINKS}


class InThisProcess:
    """Stands in for the pool of workers: calls are made here, where the fuzzer sees them."""

    async def run_for(self, _: object, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    run = run_for


@cache
def _app() -> Any:
    from mindgist.web.app import create_app

    app = create_app()
    app.state.workers = InThisProcess()
    return app


def request(content: bytes) -> bool:
    """Whether the service accepts a request; an error of the service itself is raised."""
    head, _, body = content.partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, path, *_ = [*first.decode("latin-1").split(" "), "/", "/"]
    path, _, query = path.partition("?")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    scope = {"type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
             "path": path, "raw_path": path.encode("latin-1"), "query_string": query.encode("latin-1"),
             "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http"}  # fmt: skip
    messages = [{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}]
    statuses: list[int] = []

    async def receive() -> Any:
        return messages.pop(0) if len(messages) > 1 else messages[0]

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    from mindgist.errors import MindgistError

    try:
        asyncio.run(_app()(scope, receive, send))
    except MindgistError:  # inside an answer by lines, whose worker is not there
        return False
    assert statuses, "no answer"
    assert statuses[0] != 500, "an error of the service"
    return statuses[0] < 400


@cache
def _tools() -> Any:
    from mindgist.agents.server import MapServer
    from mindgist.agents.shelf import Shelf

    shelf = Shelf([])
    shelf._worker.call = lambda function, arguments, *_: function(*arguments)  # type: ignore[method-assign]
    return MapServer(shelf)


def tool(content: bytes) -> bool:
    """Whether a call of an agent's tool succeeds."""
    from mcp.server.mcpserver.exceptions import MCPServerError, ToolError, UnexpectedToolError

    try:
        name, arguments = json.loads(content)
        arguments = dict(arguments)
    except (ValueError, TypeError, RecursionError):
        return False
    try:
        asyncio.run(_tools().call_tool(str(name), arguments))
    except UnexpectedToolError:
        raise
    except (ToolError, MCPServerError):
        return False
    return True


@cache
def _node() -> "subprocess.Popen[str]":
    program = (
        "import {createInterface} from 'node:readline'; const {fromFragment} = await import(process.argv[1]);"
        "for await (const line of createInterface({input: process.stdin})) {"
        " try { const map = await fromFragment('map=' + JSON.parse(line));"
        "  const sound = map.nodes.every((node, place) => node.parent === null || node.parent < place);"
        "  console.log(sound ? 'read' : 'WRONG'); }"
        " catch (error) { console.log(error instanceof Error ? 'refused' : 'WRONG'); } }"
    )
    command = ["node", "--max-old-space-size=500", "--input-type=module", "-e", program, LINK_SCRIPT.as_uri()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def link(content: bytes) -> bool:
    """Whether the page's own code reads a link."""
    node = _node()
    assert node.stdin
    assert node.stdout
    node.stdin.write(json.dumps(content.decode("latin-1")) + "\n")
    node.stdin.flush()
    answer = node.stdout.readline().strip()
    assert answer in ("read", "refused"), answer
    return answer == "read"


TARGETS: dict[str, Callable[[bytes], bool]] = {"request": request, "tool": tool, "link": link}
