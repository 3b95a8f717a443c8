"""What the options of several commands have in common."""

from pathlib import Path

import click

EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
REPORT = click.option(
    "--report", "report_path", type=NEW_FILE, metavar="OUT.json", help="Write all the figures, for programs."
)


def needs_learn() -> None:
    """Say what to install, where torch is not."""
    from importlib.util import find_spec

    from ramify.errors import ModelError

    missing = [name for name in ("torch", "safetensors", "onnx") if find_spec(name) is None]
    if missing:
        raise ModelError(f"learning needs {', '.join(missing)}: install ramify[learn] (pip install 'ramify[learn]')")
