"""What the shell shows and writes: maps, and the progress of long work.

A map goes to the terminal, a file, standard output, or a folder with one file per document. Progress goes to standard
error: in a terminal a line that is rewritten, else one every few seconds.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, count, cycle
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from mindgist.document.document import Document
from mindgist.errors import ExportError, OptionError
from mindgist.export import format_named, render, save
from mindgist.files import make_folder

if TYPE_CHECKING:
    from mindgist.mindmap import MindMap

SECONDS_BETWEEN_LINES = 10
SECONDS_IN_TERMINAL = 0.2  # between changes of the line
_REWRITE = "\x1b[K\r"  # clears the rest of the line, so that the next text takes its place
_MIN_TEXT_WIDTH = 20  # columns, for deep nodes in a narrow terminal
_COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "red")


@dataclass(frozen=True, slots=True)
class Target:
    """The meaning of ``-o`` and ``--format``."""

    files: tuple[Path, ...] | None  # one for each map; None for standard output
    ending: str | None  # the format; None for an outline in the terminal
    names: tuple[str, ...]  # of the maps, if there are several

    @classmethod
    def of(cls, output: str | None, ending: str | None, inputs: Sequence[str], together: bool) -> "Target":
        """The target of these options. Raises an error if the format is unknown."""
        names = tuple(inputs) if len(inputs) > 1 and not together else ()
        if ending:
            ending = format_named("." + ending.removeprefix(".")).ending
        if output is None or output == "-":
            return cls(None, ending, names)
        path = Path(output)
        if os.path.isdir(path) or output.endswith(("/", "\\")) or (names and not path.suffix):
            ending = ending or ".html"
            files = _files_in(make_folder(path), format_named(ending).suffix or ending, [""] if together else inputs)
        elif names:
            raise OptionError(
                f"{path} is one file, but there are several maps; name a folder, or make one map with --together"
            )
        else:
            files, ending = (path,), format_named(ending or path.suffix).ending
        return cls(files, ending, names)

    def write(self, mindmap: "MindMap", document: Document, number: int) -> None:
        """Write or print a map; ``number`` counts the maps from 0."""
        if self.files is None:
            self._print(mindmap, self.names[number] if self.names else "")
            return
        path = self.files[number]
        save(mindmap, path, document, self.ending)
        warn_about_fonts(mindmap, path)
        click.echo(f"wrote {path}: {len(mindmap.cut())} nodes of {len(document)} sentences", err=True)

    def _print(self, mindmap: "MindMap", name: str) -> None:
        from mindgist.export.outline import to_outline

        if sys.stdout is None:
            raise ExportError("standard output is closed; name a file with -o")
        if self.ending:
            content = render(mindmap, self.ending)
            if b"\0" in content and sys.stdout.isatty():
                raise ExportError(f"a {self.ending} file is not text for a terminal; name a file with -o")
            click.echo(content, nl=False)
            return
        if self.names:
            click.echo(f"{name}:", err=True)
        if sys.stdout.isatty():
            print_tree(mindmap.cut(), get_terminal_size().columns)
        else:
            click.echo(to_outline(mindmap.cut()), nl=False)
        if self.names:
            click.echo()


def _files_in(folder: Path, ending: str, names: Sequence[str]) -> tuple[Path, ...]:
    """A file in the folder for each document, named after it; if the name is taken, with a number."""
    files: dict[Path, None] = {}
    for name in names:
        stem = Path(name.rstrip("/")).stem if name and name != "-" else "map"
        numbered = chain([stem], (f"{stem}-{number}" for number in count(2)))
        path = next(path for one in numbered if (path := folder / f"{one}{ending}") not in files)
        files[path] = None
    return tuple(files)


def warn_about_fonts(mindmap: "MindMap", path: Path) -> None:
    """Say which characters a picture lacks for want of a font."""
    from mindgist.export.picture import font_warning

    if warning := font_warning(mindmap, path.suffix):
        click.echo(f"warning: {path}: {warning}", err=True)


def print_tree(mindmap: "MindMap", width: int) -> None:
    """Print a map for a terminal of this width; main branches have different colours."""
    from mindgist.export.outline import outline_rows

    colours, colour = cycle(_COLOURS), ""
    in_colour = False if os.environ.get("NO_COLOR") else None  # None: if the terminal has colours
    for guides, branch in outline_rows(mindmap):
        if len(guides) == len("└── "):
            colour = next(colours)
        is_main = len(guides) <= len("└── ")
        lines = wrap(branch.timed_label, max(_MIN_TEXT_WIDTH, width - len(guides))) or [""]
        for line in lines:
            text = click.style(line, fg=colour or None, bold=True) if is_main else line
            click.echo(click.style(guides, fg=colour or None) + text, color=in_colour)
            guides = guides.replace("├── ", "│   ").replace("└── ", "    ")


@contextmanager
def progress(items: str) -> Iterator[Callable[..., None]]:
    """Show how many items ("documents", say) are done while the block runs.

    Yields a function to call after every step with the number of items done and in all, and a note to show. ``before``
    is the part of ``done`` that an earlier run did; it is left out of the time estimate. Fewer items than before mean
    that the next part of the work has begun: the time left is that of this part.
    """
    in_terminal = sys.stderr is not None and sys.stderr.isatty()
    started = last = time.monotonic()
    last_done = 0

    def update(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        nonlocal started, last, last_done
        now = time.monotonic()
        if done < last_done:
            started = now
        last_done = done
        if sys.stderr is None or now - last < (SECONDS_IN_TERMINAL if in_terminal else SECONDS_BETWEEN_LINES):
            return
        last = now
        parts = [f"{done:,} of {total:,} {items}" if total else f"{done:,} {items}"]
        parts += [note] if note else []
        if total and done > before:
            seconds = (now - started) * (total - done) / (done - before)
            parts.append(f"{timedelta(seconds=round(seconds))} left")
        line = ", ".join(parts)
        if in_terminal:
            line = f"{line[: get_terminal_size().columns - 1]}{_REWRITE}"
        click.echo(line, err=True, nl=not in_terminal)

    try:
        yield update
    finally:
        if in_terminal:
            click.echo(_REWRITE, err=True, nl=False)
