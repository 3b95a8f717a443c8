"""``mindgist map``."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.document.kinds import titles
from mindgist.errors import DocumentError
from mindgist.export import FORMATS
from mindgist.shell.inputs import input_names
from mindgist.shell.options import system_options
from mindgist.shell.progress import progress
from mindgist.shell.target import Target
from mindgist.systems import LABEL_NAMES, graph_source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mindgist.document import Document
    from mindgist.mapper import MindMapper
    from mindgist.mindmap import MindMap

_LONG = 1500  # sentences, which take some seconds


@click.command(name="map")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "-o", "--output", metavar="OUT",
    help=f"Write the map to this file; its ending chooses the format: {', '.join(FORMATS)}. - is standard output. "
    "For a map of each of several inputs, name a folder.",
)  # fmt: skip
@click.option("--format", "format_", metavar="ENDING",
              help="The format, where OUT is - or a folder. [default: .txt for -, else .html]")  # fmt: skip
@click.option("--together", is_flag=True, help="Make one map of all the inputs, with a branch for each.")
@click.option("--labels", type=click.Choice(LABEL_NAMES), default=LABEL_NAMES[0], show_default=True,
              help="Show nodes as gists, as whole sentences or as key snippets.")  # fmt: skip
@click.option("--gist-model", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="Find gists with a model that `mindgist teach gists` made.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(min=1), metavar="N",
              help="The size of the map. Without it: 49 % of the sentences and headings, at most 60.")  # fmt: skip
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="At most so many levels below the centre.")
@click.option("--breadth", type=click.IntRange(min=1), metavar="N",
              help="At most so many branches of a node, the strongest.")  # fmt: skip
@system_options
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed gives the same map."
)
@click.option("--encoding", metavar="NAME", help="The file's encoding, where it is not UTF-8, UTF-16 or Windows-1252.")
def map_(
    inputs: tuple[str, ...], output: str | None, format_: str | None, together: bool, labels: str,
    gist_model: Path | None, nodes: int | None, depth: int | None, breadth: int | None, graph: str | None,
    tree: str | None, model: Path | None, seed: int, encoding: str | None,
) -> None:  # fmt: skip
    """Map a document: KINDS.

    Each INPUT is a file, a folder of files, a pattern such as 'notes/*.md', an http(s) address, or - for standard
    input. What is in a file decides what it is, not its name.

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
    # The matrices of a map are small: further threads wait for each other more than they work. numpy reads this once.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    names = list(input_names(inputs))
    target = Target.of(output, format_, len(names) > 1 and not together)  # before the work, not after it
    from mindgist.labels.gist_model import use_gist_model
    from mindgist.mapper import MindMapper
    from mindgist.processes import SHELL_SECONDS, resource_limits

    with resource_limits():  # a stranger's model is an input, too
        if gist_model:
            use_gist_model(gist_model)
        mapper = MindMapper.named(graph, tree, seed, model)
    for group in [names] if together else [[name] for name in names]:
        with resource_limits(SHELL_SECONDS * len(group)):
            documents = [(name, read_input(name, encoding)) for name in group]
            name, document = ("", _together(documents)) if together else documents[0]
            _tell_language(document, graph, model)
            mindmap = _mapped(mapper, document).labelled(labels)
            if depth or breadth:
                mindmap = mindmap.limited(depth, breadth)
            target.write(mindmap.resized(nodes) if nodes else mindmap, document, name)


def _mapped(mapper: "MindMapper", document: "Document") -> "MindMap":
    """The map; of a long document, it is told how far the work is."""
    if len(document) < _LONG:
        return mapper(document)
    with progress("sentences") as told:
        return mapper.with_progress(lambda related: told(min(related, len(document)), len(document)))(document)


def _together(documents: "Iterable[tuple[str, Document]]") -> "Document":
    from mindgist.document.together import together

    return together([(Path(name).stem, document) for name, document in documents])


def _tell_language(document: "Document", graph: str | None, model: Path | None) -> None:
    known = graph_source(graph, model).languages
    if known and document.language and document.language not in known:
        click.echo(
            f"note: the text is in the language '{document.language}', and the network knows {', '.join(known)}: "
            "the map goes by where sentences stand and by the words or characters they share",
            err=True,
        )


map_.help = (map_.help or "").replace("KINDS", titles())


def read_input(name: str, encoding: str | None) -> "Document":
    """The document that the user named: a file, an address, or - for standard input."""
    from mindgist.document import read, read_bytes
    from mindgist.files import MAX_BYTES

    if name == "-":
        if sys.stdin is None:
            raise DocumentError("standard input is closed, so there is nothing to map; name a file")
        return read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), encoding=encoding)
    if "://" in name:
        from mindgist.document.decode import is_text_encoding
        from mindgist.document.fetch import fetch  # a file does not wait for what the web needs

        fetched = fetch(name)
        stated = fetched.encoding if is_text_encoding(fetched.encoding) else None
        return read_bytes(fetched.content, encoding=encoding or stated, ending=fetched.ending)
    return read(name, encoding)
