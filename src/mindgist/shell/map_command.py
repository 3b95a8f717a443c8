"""``mindgist map`` and ``mindgist batch``: map a few documents, or many."""

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindgist.batch.options import BATCH_FORMATS, BatchOptions
from mindgist.document.decode import is_text_encoding
from mindgist.document.document import Document, together
from mindgist.document.kinds import folder_endings
from mindgist.errors import DocumentError, MindgistError, printable
from mindgist.export import FORMATS
from mindgist.files import MAX_BYTES, find_files, refuse_overwrite
from mindgist.options import OPTIONS, MapOptions
from mindgist.processes import SHELL_SECONDS, resource_limits
from mindgist.shell.options import COUNT, map_options
from mindgist.shell.output import Target, progress

if TYPE_CHECKING:
    from mindgist.batch import Summary
    from mindgist.mapper import MindMapper
    from mindgist.mindmap import MindMap

_TOO_MANY_ERRORS = 3  # exit code
_DEFAULT = {field.name: field.default for field in fields(BatchOptions)}
_SENTENCES_WITH_PROGRESS = 1500  # a document of this length takes some seconds


@click.command(name="map")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "-o", "--output", metavar="OUT",
    help=f"File to write; its ending chooses the format: {', '.join(FORMATS)}. - is standard output. "
    "For several inputs, a folder.",
)  # fmt: skip
@click.option("--format", "format_", metavar="ENDING",
              help="Format if OUT is - or a folder. [default: .txt for -, else .html]")  # fmt: skip
@click.option("--together", is_flag=True, help="Make one map of all inputs, with a branch for each.")
@map_options
@click.option("--encoding", metavar="NAME", help="Encoding of text that is not UTF-8, UTF-16 or Windows-1252.")
def map_(
    inputs: tuple[str, ...],
    output: str | None,
    format_: str | None,
    together: bool,
    encoding: str | None,
    **chosen: Any,
) -> None:
    """Map documents: KINDS.

    Each INPUT is a file, a folder of files, a pattern such as 'notes/*.md', an http(s) address, or - for standard
    input. The content of a file decides its kind, not its name. `mindgist FILE` is short for `mindgist map FILE`.

    \b
    Examples:
      mindgist map article.txt
      mindgist map article.txt --labels snippets --nodes 12
      mindgist map paper.pdf -o map.md
      mindgist map https://example.org/article.html
      mindgist map notes/ --together -o notes.html
      mindgist map *.docx -o maps/ --format .xmind
      pandoc notes.tex -t markdown | mindgist map - -o - --format .mm
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small; numpy reads this when imported
    options = MapOptions(**chosen)
    names = list(_input_names(inputs))
    target = Target.of(output, format_, names, together)  # a wrong target is an error before the work
    for file in target.files or ():
        refuse_overwrite(file, *names, options.model)
    from mindgist.mapper import MindMapper

    with resource_limits():  # a model of unknown origin is loaded within limits, too
        mapper = MindMapper.of(options)
    failed: list[str] = []
    for number, group in enumerate([names] if together else [[name] for name in names]):
        with resource_limits(SHELL_SECONDS * len(group)):
            documents = {}
            for name in group:
                try:
                    documents[name] = read_input(name, encoding)
                except MindgistError as error:
                    if len(names) == 1:
                        raise
                    click.echo(f"Error: {printable(str(error))}", err=True)
                    failed.append(name)
            if not documents:
                continue
            document = _combined(documents) if together else documents[group[0]]
            _warn_about_language(document, options)
            mindmap = options.apply_to(_mapped(mapper, document))
            target.write(mindmap, document, number)
    if failed:
        raise DocumentError(f"{len(failed)} of {len(names)} inputs could not be read: {', '.join(failed)}")


def _mapped(mapper: "MindMapper", document: Document) -> "MindMap":
    if len(document) < _SENTENCES_WITH_PROGRESS:
        return mapper(document)
    with progress("sentences") as update:
        return mapper.with_progress(lambda done: update(min(done, len(document)), len(document)))(document)


def _combined(documents: dict[str, Document]) -> Document:
    """One document of several, named after the folder that contains all of them, if there is one."""
    are_files = all(name != "-" and "://" not in name for name in documents)
    folder = os.path.commonpath([Path(name).resolve().parent for name in documents]) if are_files else ""
    return together([(Path(name).stem, document) for name, document in documents.items()], Path(folder).name or None)


def _warn_about_language(document: Document, options: MapOptions) -> None:
    known = options.graph_source().languages
    code = options.language or document.language
    if known and code and code not in known:
        from mindgist.languages import language

        learned = " and ".join(language(one).name for one in known)
        click.echo(
            f"note: the text is in {language(code).name or code}, and the model learned from {learned}: the map "
            "follows the position of sentences and the words they share. --language CODE states another language.",
            err=True,
        )


def is_input(name: str) -> bool:
    """Whether a word names something to map: -, an address, a pattern, or an existing file or folder."""
    return name == "-" or "://" in name or has_magic(name) or os.path.exists(name)


def _input_names(inputs: Iterable[str]) -> Iterator[str]:
    """The documents, each as a file name, an address or -. Folders and patterns are expanded."""
    endings = folder_endings()
    for name in inputs:
        if name == "-" or "://" in name:
            yield name
            continue
        files, links = find_files(name)
        if links:
            click.echo(f"note: left out {links} links that lead out of {name}; name them", err=True)
        found = [file for file, inside in files if not inside or Path(file).suffix.lower() in endings]
        if not found:
            known = f"; known endings: {', '.join(sorted(endings))}" if os.path.isdir(name) else ""
            raise DocumentError(f"there is no document at {name}{known}")
        yield from found


def read_input(name: str, encoding: str | None = None) -> Document:
    """Read a file, an address, or - for standard input."""
    from mindgist.document import read, read_bytes
    from mindgist.document.reading import PAGE_PROGRESS

    if name == "-":
        if sys.stdin is None:
            raise DocumentError("standard input is closed, so there is nothing to map; name a file")
        return read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), encoding=encoding)
    if "://" in name:
        from mindgist.document.fetch import fetch

        fetched = fetch(name)
        stated = fetched.encoding if is_text_encoding(fetched.encoding) else None
        return read_bytes(fetched.content, encoding=encoding or stated, ending=fetched.ending)
    with progress("pages") as update:
        PAGE_PROGRESS.set(update)
        return read(name, encoding)


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
    if max_errors is not None:
        number = float(max_errors.removesuffix("%"))
        if summary.failed > (number * summary.documents / 100 if max_errors.endswith("%") else number):
            click.echo(f"more than {max_errors} of the documents have no map", err=True)
            sys.exit(_TOO_MANY_ERRORS)


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
    if (others := summary.failed - len(summary.failed_names)) > 0:
        click.echo(f"    … and {others:,} more, in the rows of the output", err=True)
    if summary.skipped:
        endings = ", ".join(f"{number:,} {ending}" for ending, number in sorted(summary.skipped.items()))
        click.echo(f"  skipped: {endings}", err=True)
