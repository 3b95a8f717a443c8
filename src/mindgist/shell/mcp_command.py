"""``mindgist mcp``."""

from pathlib import Path

import click

from mindgist.errors import PackageError
from mindgist.options import MapOptions
from mindgist.shell.options import EXISTING_FOLDER, folder_options


@click.command()
@click.argument("folders", nargs=-1, type=EXISTING_FOLDER, metavar="[FOLDER]…")
@folder_options
def mcp(folders: tuple[Path, ...], model: Path | None, gist_model: Path | None) -> None:
    """Serve maps to agents by the Model Context Protocol, on standard input and output.

    An agent can map texts, and files in the given FOLDERs but nowhere else. It can cut and search maps and read the
    source passage of every node. Needs: pip install 'mindgist[mcp]'.

    \b
    Example (the command in an agent's settings):
      mindgist mcp ~/papers ~/notes
    """
    try:
        from mindgist.agents.server import make_server
    except ImportError as error:
        raise PackageError(f"agents need the package mcp ({error}); run: pip install 'mindgist[mcp]'") from error
    from mindgist.agents.shelf import Shelf

    shelf = Shelf(list(folders), MapOptions(model=model, gist_model=gist_model))
    try:
        make_server(shelf).run("stdio")
    finally:
        shelf.close()
