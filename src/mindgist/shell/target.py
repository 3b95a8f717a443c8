"""Where maps are written: the terminal, a file, standard output, or a folder with one file per document."""

import sys
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.errors import ExportError, OptionError
from mindgist.export.formats import format_named

if TYPE_CHECKING:
    from rich.tree import Tree

    from mindgist.document import Document
    from mindgist.mindmap import MindMap

_COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "red")


@dataclass
class Target:
    """The meaning of ``-o`` and ``--format``.

    Attributes:
        path: a file or folder; None for standard output.
        ending: the format; None for an outline in the terminal.
        several: whether several maps are written, each to its own file.
    """

    path: Path | None
    ending: str | None
    several: bool
    _used: set[Path] = field(default_factory=set)

    @classmethod
    def of(cls, output: str | None, ending: str | None, several: bool) -> "Target":
        """The target of these options. Raises an error if the format is unknown."""
        if ending:
            ending = format_named("." + ending.removeprefix(".")).ending
        if output is None or output == "-":
            return cls(None, ending, several)
        path = Path(output)
        is_folder = path.is_dir() or output.endswith(("/", "\\"))
        if not is_folder and (path.suffix or not several):
            if several:
                raise OptionError(
                    f"{path} is one file, but there are several maps; name a folder, or make one map with --together"
                )
            return cls(path, format_named(ending or path.suffix).ending, several=False)
        return cls(path, ending or ".html", several=True)

    def write(self, mindmap: "MindMap", document: "Document", name: str) -> None:
        """Write or print the map of the document with this name."""
        from mindgist.export import save

        if self.path is None:
            self._print(mindmap, name)
            return
        path = self._file_for(name) if self.several else self.path
        save(mindmap, path, document, self.ending)
        warn_about_fonts(mindmap, path)
        click.echo(f"wrote {path}: {len(mindmap.cut())} nodes of {len(document)} sentences", err=True)

    def _print(self, mindmap: "MindMap", name: str) -> None:
        """Print a map: wrapped and coloured in a terminal, plain if the output is redirected."""
        from mindgist.export import render
        from mindgist.export.outline import to_outline

        if sys.stdout is None:
            raise ExportError("standard output is closed; name a file with -o")
        if self.ending:
            content = render(mindmap, self.ending)
            if b"\0" in content and sys.stdout.isatty():
                raise ExportError(f"a {self.ending} file is not text for a terminal; name a file with -o")
            click.echo(content, nl=False)
            return
        if self.several:
            click.echo(f"{name}:", err=True)
        if sys.stdout.isatty():
            from rich.console import Console

            Console().print(rich_tree(mindmap.cut()))
        else:
            click.echo(to_outline(mindmap.cut()), nl=False)
        if self.several:
            click.echo()

    def _file_for(self, name: str) -> Path:
        """A file in the folder, named after the document; if the name is taken, with a number."""
        from mindgist.files import make_folder

        assert self.path is not None
        make_folder(self.path)
        stem = Path(name.rstrip("/")).stem if name and name != "-" else "map"
        path = self.path / f"{stem}{self.ending}"
        number = 2
        while path in self._used:
            path = self.path / f"{stem}-{number}{self.ending}"
            number += 1
        self._used.add(path)
        return path


def warn_about_fonts(mindmap: "MindMap", path: Path) -> None:
    """Say which characters a picture lacks for want of a font."""
    from mindgist.export.png import font_warning

    if warning := font_warning(mindmap, path.suffix):
        click.echo(f"warning: {path}: {warning}", err=True)


def rich_tree(mindmap: "MindMap") -> "Tree":
    """The map as a Rich tree; main branches have different colours."""
    from rich.text import Text  # importing rich is slow, and not needed for redirected output
    from rich.tree import Tree

    from mindgist.export.branch import centre_branch

    centre = centre_branch(mindmap)
    tree = Tree(Text(centre.label, style="bold"), guide_style="dim")
    stack = [(tree, branch, colour) for branch, colour in zip(centre.children, cycle(_COLOURS), strict=False)][::-1]
    while stack:
        parent, branch, colour = stack.pop()
        text = Text(branch.timed_label, style=f"bold {colour}" if parent is tree else "")
        added = parent.add(text, guide_style=colour)
        stack += [(added, child, colour) for child in reversed(branch.children)]
    return tree
