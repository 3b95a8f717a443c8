"""What the options of several commands have in common."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from mindgist.systems import DEFAULT_GRAPH, GRAPHS, TREES, all_graphs, all_trees

Command = TypeVar("Command", bound=Callable[..., Any])

EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
REPORT = click.option(
    "--report", "report_path", type=NEW_FILE, metavar="OUT.json", help="Write all the figures, for programs."
)


class TableName(click.Choice[str]):
    """A name in a table. Help shows mindgist's own; those that packages add are looked up when one is given."""

    def __init__(self, own: Mapping[str, object], every: Callable[[], Mapping[str, object]]) -> None:
        super().__init__(tuple(own))
        self._every = every

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices and value in self._every():
            return str(value)
        return super().convert(value, param, ctx)


_SYSTEM_OPTIONS = (
    click.option("--graph", type=TableName(GRAPHS, all_graphs), show_default=DEFAULT_GRAPH,
                 help="How to find out which sentence governs which."),
    click.option("--tree", type=TableName(TREES, all_trees), show_default="the graph's own",
                 help="How to make a tree of that."),
    click.option("--model", type=EXISTING_FOLDER, metavar="MODEL",
                 help="The folder of a trained model, instead of the shipped one."),
)  # fmt: skip


def system_options(command: Command) -> Command:
    """The options that choose a system: ``graph``, ``tree`` and ``model``, each None where it is not given."""
    for option in reversed(_SYSTEM_OPTIONS):
        command = option(command)
    return command


def needs_learn() -> None:
    """Say what to install, where torch is not."""
    from importlib.util import find_spec

    from mindgist.errors import ModelError

    missing = [name for name in ("torch", "safetensors", "onnx") if find_spec(name) is None]
    if missing:
        raise ModelError(
            f"learning needs {', '.join(missing)}: install mindgist[learn] (pip install 'mindgist[learn]')"
        )
