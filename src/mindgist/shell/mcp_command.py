"""``mindgist mcp``."""

from pathlib import Path

import click

from mindgist.errors import OptionError
from mindgist.shell.options import EXISTING_FOLDER


@click.command()
@click.argument("folders", nargs=-1, type=EXISTING_FOLDER, metavar="[FOLDER]…")
def mcp(folders: tuple[Path, ...]) -> None:
    """Serve maps to an agent by the Model Context Protocol, on standard input and output.

    An agent can map texts, and files under the FOLDERs named here and nowhere else; cut maps, search them, and see the
    source passage of every node. Needs the extra: pip install 'mindgist[mcp]'.

    \b
    Example (the command that an agent's settings name):
      mindgist mcp ~/papers ~/notes
    """
    try:
        from mindgist.agents.server import server_of
    except ImportError as error:
        raise OptionError(f"agents need the package mcp ({error}): pip install 'mindgist[mcp]'") from error
    from mindgist.agents.shelf import Shelf

    shelf = Shelf(list(folders))
    try:
        server_of(shelf).run("stdio")
    finally:
        shelf.close()
