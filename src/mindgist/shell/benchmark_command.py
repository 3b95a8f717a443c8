"""``mindgist benchmark``: convert the annotated maps to a benchmark."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FOLDER, NEW_FILE


@click.command()
@click.argument("repository", type=EXISTING_FOLDER)
@click.argument("part", type=click.Choice(("dev", "test")))
@click.argument("output", type=NEW_FILE, metavar="OUT.jsonl")
def benchmark(repository: Path, part: str, output: Path) -> None:
    """Convert annotated maps to a benchmark; REPOSITORY is a checkout of hmt2014/MindMap.

    \b
    Example:
      mindgist benchmark MindMap dev dev.jsonl
    """
    from mindgist.evaluate.benchmark import write_rows
    from mindgist.evaluate.stories import read_stories

    articles = read_stories(repository, part)
    write_rows(output, (article.to_row() for article in articles))
    click.echo(f"wrote {output}: {len(articles)} articles", err=True)
