"""``mindgist benchmark``: a benchmark of annotated stories."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FOLDER, NEW_FILE


@click.command()
@click.argument("repository", type=EXISTING_FOLDER)
@click.argument("part", type=click.Choice(("dev", "test")))
@click.argument("output", type=NEW_FILE, metavar="OUT.jsonl")
def benchmark(repository: Path, part: str, output: Path) -> None:
    """Make a benchmark of the annotated maps' public repository (hmt2014/MindMap, a checkout of it).

    \b
    Example:
      mindgist benchmark MindMap dev dev.jsonl
    """
    from mindgist.evaluate.benchmark import write_rows
    from mindgist.evaluate.stories import read_stories

    articles = read_stories(repository, part)
    write_rows(output, (article.to_row() for article in articles))
    click.echo(f"wrote {output}: {len(articles)} articles", err=True)
