"""The command ``mindgist`` and its subcommands.

Commands import what they need when they run, so that ``mindgist --help`` answers at once.
"""

import difflib
import errno
import sys
import warnings
from io import TextIOWrapper
from typing import Any

import click

from mindgist import __version__
from mindgist.document.kinds import titles
from mindgist.errors import MindgistError, printable
from mindgist.export import FORMATS, READABLE
from mindgist.shell.convert_command import ask, compare, convert
from mindgist.shell.doctor_command import doctor
from mindgist.shell.evaluate_command import benchmark, evaluate, score
from mindgist.shell.map_command import batch, is_input, map_
from mindgist.shell.serve_command import mcp, serve
from mindgist.shell.train_command import train

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True}
# The errors of writing to standard output. Those of files are raised as ``FileError``.
_NO_OUTPUT = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT, errno.EFBIG)


class MindgistGroup(click.Group):
    """Prints errors on one line, and takes ``mindgist FILE`` for ``mindgist map FILE``."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if self.get_command(context, word) is None:
            if is_input(word):
                return "map", map_, args
            close = difflib.get_close_matches(word, self.list_commands(context), n=2)
            similar = " or ".join(f"'{name}'" for name in close)
            reason = f"did you mean {similar}?" if similar else "and there is no such file; try --help"
            context.fail(f"no such command '{word}', {reason}")
        return super().resolve_command(context, args)

    def invoke(self, context: click.Context) -> Any:
        try:
            result = super().invoke(context)
            if sys.stdout is not None:
                sys.stdout.flush()  # so that a full disk is reported here, not when Python exits
            return result
        except MindgistError as error:
            raise click.ClickException(printable(str(error))) from error
        except BrokenPipeError:  # `mindgist map … | head` closed the pipe
            sys.stderr.close()
            sys.exit(0)

    def main(self, *arguments: Any, **named: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal may not know all characters of a document
                stream.reconfigure(errors="replace")
        warnings.showwarning = lambda message, *_: click.echo(f"warning: {printable(str(message))}", err=True)
        try:
            return super().main(*arguments, **named)
        except OSError as error:  # raised by a command, or by the help that click prints
            if error.filename is not None or error.errno not in _NO_OUTPUT:
                raise
            sys.stdout = None  # else Python tries to flush it again when it exits
            click.echo(f"Error: cannot write to standard output: {error.strerror or error}", err=True)
            sys.exit(1)


@click.group(cls=MindgistGroup, context_settings=_SETTINGS)
@click.version_option(__version__, "-V", "--version", prog_name="mindgist")
def main() -> None:
    """Turn documents into mind-maps. `mindgist FILE` is short for `mindgist map FILE`.

    Every node is a sentence of the document or a part of one; nothing is invented.

    \b
    Examples:
      mindgist report.md                         show the map in the terminal
      mindgist report.md -o map.svg              write it to a file, in any of many formats
      mindgist - < notes.txt                     map standard input
      mindgist ask report.md "What does it cost?"  find the sentences that answer
      mindgist convert map.json map.xmind        convert a map to another format
      mindgist batch articles/ -o maps           map a whole folder, on all cores
      mindgist serve                             open the page in the browser
      mindgist evaluate dev.jsonl --system lead  score a system on a benchmark
    """


_LISTS = {"KINDS": titles(), "READABLE": ", ".join(READABLE), "FORMATS": ", ".join(FORMATS)}  # in help texts
for command in (map_, ask, batch, serve, mcp, convert, compare, doctor, evaluate, score, benchmark, train):
    for name, listed in _LISTS.items():
        command.help = (command.help or "").replace(name, listed)
    main.add_command(command)
