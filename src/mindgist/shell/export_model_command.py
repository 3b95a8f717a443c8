"""``mindgist export-model``: a trained network as ONNX, for use without torch."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FOLDER, FOLDER, needs_learn


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
    needs_learn()
    from mindgist.learn.onnx_export import export_run

    vocabulary = export_run(run, output)
    size = sum(file.stat().st_size for file in output.iterdir() if file.is_file()) / 1e6
    click.echo(f"wrote {output}: {len(vocabulary):,} words, {size:.1f} MB", err=True)
