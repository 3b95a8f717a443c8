"""Where maps go: the terminal, a file, standard output in some format, or a folder with a file for each."""

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
    """What ``-o`` and ``--format`` say: ``path`` is None for standard output, ``ending`` for the terminal's outline."""

    path: Path | None
    ending: str | None
    several: bool
    _taken: set[Path] = field(default_factory=set)

    @classmethod
    def of(cls, output: str | None, ending: str | None, several: bool) -> "Target":
        """The target of these options, for several maps or one; complains about a format that does not exist."""
        if ending:
            ending = format_named("." + ending.removeprefix(".")).ending
        if output is None or output == "-":
            return cls(None, ending, several)
        path = Path(output)
        is_folder = path.is_dir() or output.endswith(("/", "\\"))
        if not is_folder and (path.suffix or not several):
            if several:
                raise OptionError(
                    f"{path} is one file for several maps; name a folder, or make one map with --together"
                )
            return cls(path, format_named(ending or path.suffix).ending, several=False)
        return cls(path, ending or ".html", several=True)

    def write(self, mindmap: "MindMap", document: "Document", name: str) -> None:
        """Write or print a map; ``name`` is its document's."""
        from mindgist.export import save

        if self.path is None:
            self._print(mindmap, name)
            return
        path = self._place(name) if self.several else self.path
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

    def _place(self, name: str) -> Path:
        """A file in the folder, named after the document; a second one of a name gets a number."""
        from mindgist.files import make_folder

        assert self.path is not None
        make_folder(self.path)
        stem = Path(name.rstrip("/")).stem if name and name != "-" else "map"
        place = self.path / f"{stem}{self.ending}"
        number = 2
        while place in self._taken:
            place = self.path / f"{stem}-{number}{self.ending}"
            number += 1
        self._taken.add(place)
        return place
