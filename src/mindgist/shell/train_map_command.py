"""``mindgist train map``: the model of the default system."""

import os
import platform
from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FOLDER, FOLDER, needs_learn


@click.command(name="map")
@click.option("--data", type=EXISTING_FOLDER, required=True, metavar="FOLDER",
              help="corpus/*.jsonl.xz, benchmark/dev.jsonl, discourse/maps-train.jsonl and train.jsonl.")  # fmt: skip
@click.option("-o", "--output", type=FOLDER, required=True, metavar="MODEL",
              help="The model's folder. A run that was stopped continues from what is there.")  # fmt: skip
@click.option("--count-words", is_flag=True,
              help="Count the words of the corpus, for another language; else the shipped list is used.")  # fmt: skip
def train_map(data: Path, output: Path, count_words: bool) -> None:
    """Train the model of the default system: which sentences a map keeps, and who governs whom.

    \b
    Examples:
      mindgist train map --data data -o model
      mindgist map report.md --model model
    """
    _fix_arithmetic()
    needs_learn()
    from mindgist.learn.map_training import train_map_model

    train_map_model(data, output, count_words, lambda line: click.echo(line, err=True))


def _fix_arithmetic() -> None:
    """Let numpy and torch, which are not imported yet, use the same instructions on every x86-64 processor.

    Their sums depend on the instruction set in the last bit, and training would multiply the difference.
    """
    if platform.machine() in ("x86_64", "AMD64"):
        os.environ |= {"OPENBLAS_CORETYPE": "Haswell", "ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
