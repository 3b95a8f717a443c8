"""``ramify map``."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ramify.document.kinds import titles
from ramify.export import FORMATS
from ramify.shell.options import NEW_FILE, system_options
from ramify.systems import LABEL_NAMES

if TYPE_CHECKING:
    from ramify.document import Document


@click.command(name="map")
@click.argument("file", metavar="FILE|URL|-")
@click.option(
    "-o", "--output", type=NEW_FILE, metavar="OUT",
    help=f"Write the map to this file; its ending chooses the format: {', '.join(FORMATS)}.",
)  # fmt: skip
@click.option("--labels", type=click.Choice(LABEL_NAMES), default=LABEL_NAMES[0], show_default=True,
              help="Show nodes as gists, as whole sentences or as key snippets.")  # fmt: skip
@click.option("--gist-model", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="Find gists with a model that `ramify teach gists` made.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(min=1), metavar="N",
              help="The size of the map. Without it: 44 % of the sentences and headings, at most 60.")  # fmt: skip
@system_options
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed gives the same map."
)
@click.option("--encoding", metavar="NAME", help="The file's encoding, where it is not UTF-8, UTF-16 or Windows-1252.")
def map_(
    file: str, output: Path | None, labels: str, gist_model: Path | None, nodes: int | None, graph: str | None,
    tree: str | None, model: Path | None, seed: int, encoding: str | None,
) -> None:  # fmt: skip
    """Map a document: KINDS.

    It comes from a FILE, from the web where an http(s) URL is named, or with - from standard input. Its contents
    decide what it is, not its name.

    \b
    Examples:
      ramify map article.txt
      ramify map article.txt --labels snippets --nodes 12
      ramify map paper.pdf -o map.md
      ramify map https://example.org/article.html
      pandoc notes.odt -t markdown | ramify map -
    """
    # The matrices of a map are small: further threads wait for each other more than they work. numpy reads this once.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ramify.export import check_format, save
    from ramify.mapper import MindMapper

    if output:
        check_format(output)  # before the work, not after it
    if gist_model:
        from ramify.mindmap.gist_model import use_gist_model

        use_gist_model(gist_model)
    document = read_input(file, encoding)
    mindmap = MindMapper.named(graph, tree, seed, model)(document).labelled(labels)
    if nodes:
        mindmap = mindmap.resized(nodes)
    if output:
        save(mindmap, output, document)
        click.echo(f"wrote {output}: {len(mindmap.cut())} nodes of {len(document)} sentences", err=True)
    else:
        from ramify.shell.terminal import show

        show(mindmap.cut())


map_.help = (map_.help or "").replace("KINDS", titles())


def read_input(name: str, encoding: str | None) -> "Document":
    """The document that the user named: a file, an address, or - for standard input."""
    from ramify.document import read, read_bytes
    from ramify.document.decode import is_text_encoding
    from ramify.document.fetch import fetch, is_url
    from ramify.files import LARGEST

    if name == "-":
        return read_bytes(sys.stdin.buffer.read(LARGEST + 1), encoding=encoding)
    if is_url(name):
        fetched = fetch(name)
        stated = fetched.encoding if is_text_encoding(fetched.encoding) else None
        return read_bytes(fetched.content, encoding=encoding or stated, ending=fetched.ending)
    return read(name, encoding)
