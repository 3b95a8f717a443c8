"""Where maps are written: the terminal, a file, standard output, or a folder with one file per document."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.errors import OptionError
from mindgist.export.formats import format_named

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap


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
        click.echo(f"wrote {path}: {len(mindmap.cut())} nodes of {len(document)} sentences", err=True)

    def _print(self, mindmap: "MindMap", name: str) -> None:
        from mindgist.export import render
        from mindgist.shell.terminal import check_output, show

        if self.ending:
            check_output()
            click.echo(render(mindmap, self.ending), nl=False)
            return
        if self.several:
            click.echo(f"{name}:", err=True)
        show(mindmap.cut())
        if self.several and sys.stdout:
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
