"""``mindgist serve``."""

import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.errors import OptionError
from mindgist.files import MAX_MEGABYTES
from mindgist.shell.options import EXISTING_FOLDER

if TYPE_CHECKING:
    import uvicorn


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
              help="The address to listen on. The default is reached from this computer only.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free port.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in the browser.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME",
              help="A name, beside localhost, under which the service is reached (say, behind a proxy).")  # fmt: skip
@click.option("--max-megabytes", type=click.FloatRange(min=0.001), default=MAX_MEGABYTES, show_default=True,
              help="The largest document.")  # fmt: skip
@click.option("--max-seconds", type=click.FloatRange(min=0.1), default=60, show_default=True,
              help="The longest time that one document may take.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True,
              help="Documents worked on at the same time.")  # fmt: skip
@click.option("--model", type=EXISTING_FOLDER, metavar="MODEL",
              help="The folder of a trained model, instead of the shipped one.")  # fmt: skip
def serve(
    host: str, port: int, browser: bool, hosts: tuple[str, ...], max_megabytes: float, max_seconds: float, workers: int,
    model: Path | None,
) -> None:  # fmt: skip
    """Open the page: drop or paste a document, see its map beside the text, take it along in any format.

    Everything happens on this computer: documents are not kept, and nothing is fetched from elsewhere. The same
    service answers programs; its documentation is at /api/docs.

    \b
    Examples:
      mindgist serve
      mindgist serve --port 0 --no-browser
    """
    from mindgist.systems import graph_source
    from mindgist.web.server import server
    from mindgist.web.settings import Settings

    settings = Settings(
        largest_body=int(max_megabytes * 1_000_000),
        seconds=max_seconds,
        workers=workers,
        hosts=tuple(name.lower() for name in hosts),
        graph=graph_source(None, model).name if model else None,
        model=model,
    )
    listening = _listen(host, port)
    shown_host = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown_host}:{listening.getsockname()[1]}/"
    service = server(settings)
    click.echo(f"mindgist is at {address} (Ctrl-C ends it)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(service, address), daemon=True).start()
    with suppress(KeyboardInterrupt):  # how people end it; uvicorn has closed everything by then
        service.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """The socket of the service, taken before anything is started, so that an error is one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # who comes before the service is ready waits instead of being refused
    except OSError as error:
        listening.close()
        raise OptionError(f"cannot listen on {host}, port {port}: {error.strerror or error}; try --port 0") from error
    return listening


def _open_when_ready(server: "uvicorn.Server", address: str) -> None:
    import webbrowser

    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(address)
