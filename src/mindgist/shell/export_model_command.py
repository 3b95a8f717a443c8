"""``mindgist export-model``: a trained network, ready to be used without torch."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FOLDER, FOLDER, needs_learn


@click.command(name="export-model")
@click.argument("run", type=EXISTING_FOLDER)
@click.argument("output", type=FOLDER, metavar="MODEL")
def export_model(run: Path, output: Path) -> None:
    """Export a trained network to ONNX: RUN is a folder of `mindgist train`, MODEL the folder to make.

    \b
    Example:
      mindgist export-model run model
      mindgist evaluate dev.jsonl --system emgn --model model
    """
    needs_learn()
    from mindgist.learn.onnx_export import export_model as export
    from mindgist.learn.training_state import load_model, read_progress

    detector, vocabulary = load_model(run)
    progress = read_progress(run)
    training = progress.settings | {"epochs": progress.best + 1} | progress.history[progress.best] if progress else None
    export(detector, vocabulary, output, training)
    size = sum(file.stat().st_size for file in output.iterdir()) / 1e6
    click.echo(f"wrote {output}: {len(vocabulary):,} words, {size:.1f} MB", err=True)
