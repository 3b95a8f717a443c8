"""The shell: ``mindgist map``, ``mindgist evaluate`` and the rest.

Commands import what they need when they run, so that ``mindgist --help`` answers at once.
"""

import errno
import sys
from typing import Any

import click

from mindgist import __version__
from mindgist.errors import MindgistError, printable
from mindgist.shell.batch_command import batch
from mindgist.shell.benchmark_command import benchmark
from mindgist.shell.compare_command import compare
from mindgist.shell.convert_command import convert
from mindgist.shell.evaluate_command import evaluate
from mindgist.shell.export_model_command import export_model
from mindgist.shell.map_command import map_
from mindgist.shell.mcp_command import mcp
from mindgist.shell.score_command import score
from mindgist.shell.serve_command import serve
from mindgist.shell.teach_command import teach
from mindgist.shell.train_command import train


class MindgistGroup(click.Group):
    """Turns mindgist's own errors into one line on standard error and exit code 1."""

    def invoke(self, context: click.Context) -> Any:
        try:
            result = super().invoke(context)
            if sys.stdout is not None:
                sys.stdout.flush()  # a full disk is told now, not when Python ends
            return result
        except MindgistError as error:
            raise click.ClickException(printable(str(error))) from error
        except BrokenPipeError:  # `mindgist map … | head`: the reader has seen enough
            sys.stderr.close()
            sys.exit(0)

    def main(self, *arguments: Any, **named: Any) -> Any:
        try:
            return super().main(*arguments, **named)
        except OSError as error:  # of a command, or of the help that click itself prints
            if not _is_of_standard_output(error):
                raise
            sys.stdout = None  # or Python tries once more at its end, and complains
            click.echo(f"Error: cannot write to standard output: {error.strerror or error}", err=True)
            sys.exit(1)


def _is_of_standard_output(error: OSError) -> bool:
    """Files are written in one place, which tells its own errors: what is left is the terminal, or where it leads."""
    return error.filename is None and error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT, errno.EFBIG)


@click.group(cls=MindgistGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="mindgist")
def main() -> None:
    """Turn a document into a mind-map: the central idea at the root, details branching out.

    Every node is a sentence of the document, or its key phrase: nothing is invented.

    \b
    Examples:
      mindgist map report.md                     show the map in the terminal
      mindgist map report.md -o map.svg          write it to a file, in any of many formats
      mindgist convert map.json map.xmind        turn a map into another format
      mindgist map - < notes.txt                 map what comes in
      mindgist batch articles/ -o maps           map a whole folder, on all cores
      mindgist serve                             open the page in the browser
      mindgist evaluate dev.jsonl --system lead  score a system on a benchmark
    """


for command in (map_, batch, serve, mcp, convert, compare, evaluate, score, benchmark, teach, train, export_model):
    main.add_command(command)
