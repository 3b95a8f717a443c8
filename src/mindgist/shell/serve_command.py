"""``mindgist serve`` and ``mindgist mcp``: services for people and for agents."""

import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindgist.errors import OptionError, PackageError
from mindgist.files import MAX_MEGABYTES
from mindgist.options import MapOptions
from mindgist.shell.options import EXISTING_FOLDER, private_options

if TYPE_CHECKING:
    import uvicorn


@click.command()
@click.option("--host", default="127.0.0.1", metavar="ADDRESS",
              help="Address to listen on. The default accepts connections from this computer only.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Port to listen on; 0 for any free one.")
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME",
              help="Another host name of the service besides localhost, such as that of a proxy.")  # fmt: skip
@click.option("--max-megabytes", type=click.FloatRange(min=0.001), default=MAX_MEGABYTES,
              help="Size limit of a document.")  # fmt: skip
@click.option("--max-seconds", type=click.FloatRange(min=0.1), default=60, help="Time limit of a document.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="Documents mapped at the same time.")
@private_options
def serve(
    host: str, port: int, browser: bool, hosts: tuple[str, ...], max_megabytes: float, max_seconds: float, workers: int,
    **private: Any,
) -> None:  # fmt: skip
    """Serve the page and the HTTP API: drop or paste a document, see its map beside the text, export it.

    Everything runs on this computer. Documents are not stored, and nothing is fetched from elsewhere; with --llm, the
    sentences of maps that ask for it are sent to that address. The API is documented at /api/docs.

    \b
    Examples:
      mindgist serve
      mindgist serve --port 0 --no-browser
    """
    from mindgist.web.app import server
    from mindgist.web.guard import Settings

    options = MapOptions(**private)
    settings = Settings(
        max_body=int(max_megabytes * 1_000_000),
        seconds=max_seconds + (options.llm_seconds if options.llm else 0),
        workers=workers,
        hosts=tuple(name.lower() for name in hosts),
        options=options,
    )
    listening = _listen(host, port)
    shown_host = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown_host}:{listening.getsockname()[1]}/"
    service = server(settings)
    click.echo(f"mindgist is at {address} (press Ctrl-C to stop)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(service, address), daemon=True).start()
    with suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        service.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Open the socket before anything is started, so that a port in use is a one-line error."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    also_four = family is socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:  # clients that connect before the service is ready wait
        return socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=also_four)
    except OSError as error:
        reason = str(error.strerror or error).partition(" (while")[0]
        raise OptionError(f"cannot listen on {host}, port {port}: {reason}; try --port 0") from error


def _open_when_ready(server: "uvicorn.Server", address: str) -> None:
    import webbrowser

    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(address)


@click.command()
@click.argument("folders", nargs=-1, type=EXISTING_FOLDER, metavar="[FOLDER]…")
@private_options
def mcp(folders: tuple[Path, ...], **private: Any) -> None:
    """Serve maps to agents by the Model Context Protocol, on standard input and output.

    An agent can map texts, and files in the given FOLDERs but nowhere else. It can cut and search maps and read the
    source passage of every node. Needs: pip install 'mindgist[mcp]'.

    \b
    Example (the command in an agent's settings):
      mindgist mcp ~/papers ~/notes
    """
    try:
        from mindgist.agents.server import MapServer
    except ImportError as error:
        raise PackageError(f"agents need the package mcp ({error}); run: pip install 'mindgist[mcp]'") from error
    from mindgist.agents.shelf import Shelf

    shelf = Shelf(list(folders), MapOptions(**private))
    try:
        MapServer(shelf).run("stdio")
    finally:
        shelf.close()
