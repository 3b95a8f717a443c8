"""Maps in the terminal: a coloured tree, or a plain outline if the output is redirected."""

import sys
from itertools import cycle
from typing import TYPE_CHECKING

import click

from mindgist.errors import ExportError
from mindgist.export.branch import centre_branch
from mindgist.export.outline import to_outline
from mindgist.mindmap import MindMap

if TYPE_CHECKING:
    from rich.tree import Tree

_COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "red")


def show(mindmap: MindMap) -> None:
    """Print a map: wrapped and coloured in a terminal, plain if the output is redirected."""
    check_output()
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(rich_tree(mindmap))
    else:
        click.echo(to_outline(mindmap), nl=False)


def check_output() -> None:
    """Raise an error if standard output is closed."""
    if sys.stdout is None:
        raise ExportError("standard output is closed; name a file with -o")


def rich_tree(mindmap: MindMap) -> "Tree":
    """The map as a Rich tree; main branches have different colours."""
    from rich.text import Text  # importing rich is slow, and not needed for redirected output
    from rich.tree import Tree

    centre = centre_branch(mindmap)
    tree = Tree(Text(centre.label, style="bold"), guide_style="dim")
    stack = [(tree, branch, colour) for branch, colour in zip(centre.children, cycle(_COLOURS), strict=False)][::-1]
    while stack:
        parent, branch, colour = stack.pop()
        text = Text(branch.label, style=f"bold {colour}" if parent is tree else "")
        added = parent.add(text, guide_style=colour)
        stack += [(added, child, colour) for child in reversed(branch.children)]
    return tree
