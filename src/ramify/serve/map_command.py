"""``ramify map``."""

import sys
from pathlib import Path

import click

# The names are spelled out here, because asking the rooms that own them would import numpy for `ramify --help`.
# A test holds them to the tables in those rooms.
GRAPH_NAMES = ("emgn", "lexrank", "lead", "random")
TREE_NAMES = ("recursive", "star")
LABEL_NAMES = ("sentences", "snippets")


@click.command(name="map")
@click.argument("file", metavar="FILE|-")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT",
    help="Write the map to this file; its ending chooses the format: .json, .md or .txt.",
)  # fmt: skip
@click.option("--labels", type=click.Choice(LABEL_NAMES), default="sentences", show_default=True,
              help="Show nodes as whole sentences or as key snippets.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(min=1), metavar="N",
              help="The size of the map. Without it: 44 % of the sentences, at most 60 nodes.")  # fmt: skip
@click.option("--graph", type=click.Choice(GRAPH_NAMES), default="emgn", show_default=True,
              help="How to find out which sentence governs which.")  # fmt: skip
@click.option("--tree", type=click.Choice(TREE_NAMES), default="recursive", show_default=True,
              help="How to make a tree of that: the paper's generator, or a star.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same map.")
@click.option("--encoding", metavar="NAME", help="The file's encoding, where it is not UTF-8, UTF-16 or Windows-1252.")
def map_(
    file: str, output: Path | None, labels: str, nodes: int | None, graph: str, tree: str, seed: int,
    encoding: str | None,
) -> None:  # fmt: skip
    """Map a document: plain text or Markdown, from a FILE or, with -, from standard input.

    \b
    Examples:
      ramify map article.txt
      ramify map article.txt --labels snippets --nodes 12
      ramify map paper.md -o map.md
      curl -s https://example.org/notes.txt | ramify map -
    """
    from ramify.document import read, read_bytes
    from ramify.export import check_format, save
    from ramify.mapper import map_document

    if output:
        check_format(output)  # before the work, not after it
    document = read_bytes(sys.stdin.buffer.read(), encoding=encoding) if file == "-" else read(file, encoding)
    mindmap = map_document(document, nodes=nodes, labels=labels, graph=graph, tree=tree, seed=seed)
    if output:
        save(mindmap, output)
        click.echo(f"wrote {output}: {len(mindmap)} nodes of {len(document)} sentences", err=True)
    else:
        from ramify.serve.terminal import show

        show(mindmap)
