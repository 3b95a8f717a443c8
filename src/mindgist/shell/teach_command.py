"""``mindgist teach``: train a teacher, and annotate articles with it."""

from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import click

from mindgist.shell.options import FOLDER, prepare_learning
from mindgist.shell.progress import progress

if TYPE_CHECKING:
    from mindgist.learn.pairs import Governors

_CORPUS = click.Path(exists=True, path_type=Path)

# Repeated here because `mindgist --help` must not import torch; a test compares them with learn/.
FORM_NAMES = ("fast", "cross")
GOVERNOR_NAMES = ("sentences", "highlights")

_threads = click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True, help="Cores to use.")


@click.group(name="teach")
def teach() -> None:
    """Train a teacher on articles with highlights and annotate articles with it.

    A CORPUS is a folder of .jsonl or .jsonl.xz files, one such file, or a folder of .story files.
    `mindgist train emgn --graphs` trains a network on the annotated articles.

    \b
    Examples:
      mindgist teach fine-tune corpus teacher
      mindgist teach annotate corpus teacher graphs --articles 5000
    """


@teach.command(name="fine-tune")
@click.argument("corpus", type=_CORPUS)
@click.argument("model", type=FOLDER)
@click.option("--form", type=click.Choice(FORM_NAMES), default="fast", show_default=True,
              help="The fast teacher, or the paper's cross-encoder.")  # fmt: skip
@click.option("--transformer", metavar="NAME", show_default="all-MiniLM-L6-v2",
              help="A folder, an installed package that carries a transformer, or a name on the hub.")  # fmt: skip
@click.option("--articles", type=click.IntRange(min=4), default=3000, show_default=True, metavar="N",
              help="Make pairs of the first N articles.")  # fmt: skip
@click.option("--governors", type=click.Choice(GOVERNOR_NAMES), default="sentences", show_default=True,
              help="What governs in pairs: sentences nearest to highlights, or (the paper) highlights.")  # fmt: skip
@click.option("--epochs", type=click.IntRange(min=1), help="Replaces the default of the form.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of weights and batches.")
@_threads
def fine_tune_(
    corpus: Path, model: Path, form: str, transformer: str | None, articles: int, governors: "Governors",
    epochs: int | None, seed: int, threads: int,
) -> None:  # fmt: skip
    """Train a teacher, a classifier of sentence pairs, on CORPUS and save it in the folder MODEL.

    In positive pairs the sentence nearest to a highlight governs the sentences of a paragraph that is similar to the
    highlight; there are as many random negative pairs. A tenth of the articles is held out; accuracy and F1 on their
    pairs are shown. Run the same command again to resume after a stop.

    \b
    Examples:
      mindgist teach fine-tune corpus teacher
      mindgist teach fine-tune corpus teacher --governors highlights
      mindgist teach fine-tune corpus teacher --form cross --transformer distilbert-base-uncased
    """
    prepare_learning(threads)
    from mindgist.learn.embeddings import default_transformer
    from mindgist.learn.teaching import TeacherOptions, train_teacher, training_articles

    chosen = training_articles(corpus, articles)
    vectors = model / "vectors"  # so that a stopped run resumes
    options = TeacherOptions(transformer or default_transformer(), None, epochs, seed, vectors, governors)
    with progress(f"steps of {form} on {len(chosen):,} articles") as update:
        measured = train_teacher(
            form, chosen, model, options,
            lambda done, steps, loss: update(done, steps, "" if loss is None else f"loss {loss:.3f}"),
        )  # fmt: skip
    rmtree(vectors, ignore_errors=True)
    click.echo(
        f"{measured.pairs:,} pairs of {measured.articles:,} articles; on {measured.held_out_pairs:,} held-out pairs: "
        f"accuracy {100 * measured.accuracy:.2f} %, F1 {100 * measured.f1:.2f} %"
    )


@teach.command(name="annotate")
@click.argument("corpus", type=_CORPUS)
@click.argument("model", type=FOLDER)
@click.argument("graphs", type=FOLDER)
@click.option("--articles", type=click.IntRange(min=1), default=5000, show_default=True, metavar="N",
              help="Annotate the first N articles of at most 50 sentences of 50 words.")  # fmt: skip
@_threads
def annotate_(corpus: Path, model: Path, graphs: Path, articles: int, threads: int) -> None:
    """Annotate articles of CORPUS with the teacher in MODEL; write pseudo graphs into the folder GRAPHS.

    Run the same command again to resume after a stop, or with a larger N to annotate more articles.

    \b
    Example:
      mindgist teach annotate corpus teacher graphs --articles 5000
    """
    prepare_learning(threads)
    from mindgist.learn.corpus import fits, read_corpus
    from mindgist.learn.pseudo_graphs import annotate
    from mindgist.learn.teaching import identity, load_teacher

    source = filter(fits, read_corpus(corpus))
    with progress("articles") as update:
        done = annotate(
            load_teacher(model), source, graphs, identity(model), articles,
            on_articles=lambda done: update(done, articles),
        )  # fmt: skip
    click.echo(f"{graphs} holds the pseudo graphs of {done:,} articles", err=True)
