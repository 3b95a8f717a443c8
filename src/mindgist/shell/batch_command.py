"""``mindgist batch``."""

import re
import signal
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from mindgist.batch.options import BATCH_FORMATS, BatchOptions
from mindgist.errors import printable
from mindgist.options import OPTIONS, MapOptions
from mindgist.shell.options import COUNT, map_options
from mindgist.shell.output import progress

if TYPE_CHECKING:
    from mindgist.batch import Summary

_TOO_MANY_ERRORS = 3  # exit code
_DEFAULT = {field.name: field.default for field in fields(BatchOptions)}


def _check_max_errors(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"\d+|\d*\.?\d+%", value):
        raise click.BadParameter(f"{value!r} is neither a number of documents (20) nor a percentage (2%)")
    return value


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option("-o", "--output", required=True, metavar="OUT",
              help="Output folder. If it holds an unfinished run, that run is continued.")  # fmt: skip
@click.option("--format", type=click.Choice(BATCH_FORMATS), default=_DEFAULT["format"],
              help="Many maps per file (jsonl, parquet), or one file per document.")  # fmt: skip
@click.option("--workers", type=COUNT, metavar="N", help="Number of processes. [default: all cores]")
@click.option("--engine", type=click.Choice(("local", "ray")), default="local",
              help="This machine's cores, or a Ray cluster.")  # fmt: skip
@click.option("--address", metavar="RAY", help="Running Ray cluster; without it, one is started on this machine.")
@click.option("--id", "id_field", default=_DEFAULT["id_field"], metavar="NAME",
              help="Field of a row that names its document.")  # fmt: skip
@click.option("--text", "text_field", default=_DEFAULT["text_field"], metavar="NAME",
              help="Field of a row that holds its text.")  # fmt: skip
@click.option("--follow-links", is_flag=True, help="Also read what links in a folder lead to outside of it.")
@map_options
@click.option("--encoding", metavar="NAME", help="Encoding of text that is not UTF-8, UTF-16 or Windows-1252.")
@click.option("--max-errors", metavar="N|N%", callback=_check_max_errors,
              help="Exit with code 3 if more documents than this have no map.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=_DEFAULT["seconds"],
              help="Processor time limit per document.")  # fmt: skip
@click.option("--megabytes", type=click.IntRange(min=200), default=_DEFAULT["megabytes"],
              help="Memory limit per worker.")  # fmt: skip
@click.option("--shard-documents", type=COUNT, default=_DEFAULT["shard_documents"],
              help="Documents per shard: the work lost if a worker is killed.")  # fmt: skip
def batch(
    inputs: tuple[str, ...], output: str, workers: int | None, engine: str, address: str | None,
    follow_links: bool, max_errors: str | None, **chosen: Any,
) -> None:  # fmt: skip
    """Map many documents, each exactly once.

    An INPUT is a folder, a file or a pattern: documents that `mindgist map` reads, JSON Lines (also .xz, .gz, .bz2) and
    Parquet with one document per row, .zip and .tar archives, .story files. A document that cannot be mapped becomes a
    row with its error. Run the same command again to continue a run that was stopped.

    \b
    Examples:
      mindgist batch articles/ -o maps
      mindgist batch news.jsonl.xz --text article -o maps --workers 8
      mindgist batch 'reports/**/*.pdf' -o pictures --format svg --max-errors 2%
      mindgist batch s3://bucket/texts -o s3://bucket/maps --engine ray --address auto
    """
    from mindgist.batch import run

    map_values = {name: chosen.pop(name) for name in OPTIONS}
    options = BatchOptions(MapOptions(**map_values), **chosen)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is stopped can be continued, as after Ctrl-C
    try:
        with progress("documents") as update:
            summary = run(
                inputs, output, options, engine=engine, workers=workers, address=address,
                follow_links=follow_links, progress=lambda done, total, before: update(done, total, before=before),
            )  # fmt: skip
    except KeyboardInterrupt:
        click.echo(f"\nstopped; run the same command again to continue in {output}", err=True)
        sys.exit(130)
    _print_summary(summary, output)
    if max_errors is not None and summary.failed > _allowed(max_errors, summary.documents):
        click.echo(f"more than {max_errors} of the documents have no map", err=True)
        sys.exit(_TOO_MANY_ERRORS)


def _allowed(max_errors: str, documents: int) -> float:
    return documents * float(max_errors[:-1]) / 100 if max_errors.endswith("%") else int(max_errors)


def _print_summary(summary: "Summary", output: str) -> None:
    earlier = ""
    if summary.shards_done_before:
        earlier = f", {summary.shards_done_before} of {summary.shards} shards by an earlier run"
    mapped = summary.documents - summary.failed
    click.echo(f"wrote {output}: {mapped:,} maps of {summary.documents:,} documents{earlier}", err=True)
    for kind, number in sorted(summary.errors.items(), key=lambda pair: -pair[1]):
        click.echo(f"  {number:,} without a map: {kind}", err=True)
    for name, message in summary.failed_names.items():
        click.echo(f"    {printable(f'{name}: {message}')}", err=True)
    if summary.failed > len(summary.failed_names):
        click.echo(
            f"    … and {summary.failed - len(summary.failed_names):,} more, in the rows of the output", err=True
        )
    if summary.skipped:
        endings = ", ".join(f"{number:,} {ending}" for ending, number in sorted(summary.skipped.items()))
        click.echo(f"  skipped: {endings}", err=True)
