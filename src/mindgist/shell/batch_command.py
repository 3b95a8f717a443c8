"""``mindgist batch``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.batch.options import OWN_TREE, BatchOptions, formats
from mindgist.shell.options import system_options
from mindgist.shell.progress import progress
from mindgist.systems import LABEL_NAMES

if TYPE_CHECKING:
    from mindgist.batch import Summary

_TOO_MANY_ERRORS = 3
_USUAL = BatchOptions()


class Share(click.ParamType[str]):
    """A number of documents, or a share of them in per cent."""

    name = "N|N%"

    def convert(self, value: str, param: click.Parameter | None, context: click.Context | None) -> str:
        """Leave the text as it is, once it is known to be one."""
        if not value.removesuffix("%").replace(".", "", 1).isdigit() or ("." in value and "%" not in value):
            self.fail(f"{value!r} is neither a number of documents (20) nor a share (2%)", param, context)
        return value


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option("-o", "--output", required=True, metavar="OUT",
              help="A folder, made where it is missing. A run that was ended goes on from what is there.")  # fmt: skip
@click.option("--format", "format_", type=click.Choice(formats()), default=_USUAL.format, show_default=True,
              help="Many maps a file (jsonl, parquet), or one file a document.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes at work. [default: all cores]")
@click.option("--engine", type=click.Choice(("local", "ray")), default="local", show_default=True,
              help="This machine's cores, or a Ray cluster.")  # fmt: skip
@click.option("--address", metavar="RAY", help="Of a running Ray cluster; without it, one is started on this machine.")
@click.option("--id", "id_field", default=_USUAL.id_field, show_default=True, metavar="NAME",
              help="The field of a row that names its document.")  # fmt: skip
@click.option("--text", "text_field", default=_USUAL.text_field, show_default=True, metavar="NAME",
              help="The field of a row that holds its text.")  # fmt: skip
@click.option("--labels", type=click.Choice(LABEL_NAMES), default=_USUAL.labels, show_default=True,
              help="Show nodes as gists, as whole sentences or as key snippets.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(min=1), metavar="N",
              help="The size of the maps. Without it, each map has the size that suits it.")  # fmt: skip
@system_options
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed, the same maps.")
@click.option("--encoding", metavar="NAME", help="Of text files that are not UTF-8, UTF-16 or Windows-1252.")
@click.option("--max-errors", type=Share(), help="More documents without a map than this: exit code 3.")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=_USUAL.seconds, show_default=True,
              help="Processor time that one document may take.")  # fmt: skip
@click.option("--megabytes", type=click.IntRange(min=200), default=_USUAL.megabytes, show_default=True,
              help="Memory that a worker may have.")  # fmt: skip
@click.option("--shard-documents", type=click.IntRange(min=1), default=_USUAL.shard_documents, show_default=True,
              help="Documents that are written together: what a kill can cost a worker.")  # fmt: skip
def batch(
    inputs: tuple[str, ...], output: str, format_: str, workers: int | None, engine: str, address: str | None,
    id_field: str, text_field: str, labels: str, nodes: int | None, graph: str | None, tree: str | None,
    model: Path | None, seed: int, encoding: str | None, max_errors: str | None, seconds: float, megabytes: int,
    shard_documents: int,
) -> None:  # fmt: skip
    """Map many documents, each exactly once.

    An INPUT is a folder, a file or a pattern: documents of any kind that `mindgist map` reads, JSON Lines (also .xz,
    .gz, .bz2) and Parquet with a row a document, .zip and .tar archives of documents, .story files. A document that
    cannot be mapped is a row with its error. A run that was ended, however, goes on when the same command is given
    again.

    \b
    Examples:
      mindgist batch articles/ -o maps
      mindgist batch news.jsonl.xz --text article -o maps --workers 8
      mindgist batch 'reports/**/*.pdf' -o pictures --format svg --max-errors 2%
      mindgist batch s3://bucket/texts -o s3://bucket/maps --engine ray --address auto
    """
    from mindgist.batch import run

    options = BatchOptions(
        format=format_, nodes=nodes, labels=labels, graph=graph or "default", tree=tree or OWN_TREE,
        model=str(model) if model else None, seed=seed, encoding=encoding,
        id_field=id_field, text_field=text_field, shard_documents=shard_documents, seconds=seconds,
        megabytes=megabytes,
    )  # fmt: skip
    try:
        with progress("documents") as told:
            summary = run(
                inputs, output, options, engine=engine, workers=workers, address=address,
                told=lambda done, total, before: told(done, total, before=before),
            )  # fmt: skip
    except KeyboardInterrupt:
        click.echo(f"\nstopped; the same command goes on from what is in {output}", err=True)
        sys.exit(130)
    _tell(summary, output)
    if max_errors is not None and summary.failed > _most(max_errors, summary.documents):
        click.echo(f"more than {max_errors} of the documents have no map", err=True)
        sys.exit(_TOO_MANY_ERRORS)


def _most(share: str, documents: int) -> float:
    return documents * float(share[:-1]) / 100 if share.endswith("%") else int(share)


def _tell(summary: "Summary", output: str) -> None:
    """The summary, on standard error like all that is said about the work."""
    resumed = f", {summary.shards_done_before} of {summary.shards} shards by an earlier run" * bool(
        summary.shards_done_before
    )
    mapped = summary.documents - summary.failed
    click.echo(f"wrote {output}: {mapped:,} maps of {summary.documents:,} documents{resumed}", err=True)
    for kind, number in sorted(summary.errors.items(), key=lambda pair: -pair[1]):
        click.echo(f"  {number:,} without a map: {kind}", err=True)
    if summary.left_out:
        endings = ", ".join(f"{number:,} {ending}" for ending, number in sorted(summary.left_out.items()))
        click.echo(f"  left out, as mindgist reads no such files: {endings}", err=True)
