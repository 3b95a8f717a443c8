"""Options that several commands share."""

from collections.abc import Callable, Collection
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from mindgist.options import OPTIONS, PRIVATE_OPTIONS, MapOptions, Option
from mindgist.tables import Table

Command = TypeVar("Command", bound=Callable[..., Any])

EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
COUNT = click.IntRange(min=1)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


class TableName(click.Choice[str]):
    """A name in a table. Help lists mindgist's own names; names that packages add are looked up when one is given."""

    def __init__(self, table: Table[Any], *more: str) -> None:
        super().__init__((*more, *table))
        self._table = table

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices and value in self._table.all():
            return str(value)
        return super().convert(value, param, ctx)


def map_options(command: Command, names: Collection[str] = OPTIONS) -> Command:
    """Add options of ``MapOptions`` to a command: those of these names, or all of them."""
    for field in reversed(fields(MapOptions)):
        if field.name in names:
            command = _click_option(field.name, OPTIONS[field.name], field.default)(command)
    return command


def private_options(command: Command) -> Command:
    """Add ``--model``, ``--llm`` and others: what a service gets from its own user, never from a request."""
    return map_options(command, PRIVATE_OPTIONS)


def _click_option(name: str, option: Option, default: Any) -> Callable[[Command], Command]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(default, bool):
        return click.option(flag, is_flag=True, help=option.help)
    kind: click.ParamType[Any] = EXISTING_FOLDER if option.metavar == "FOLDER" else click.STRING
    metavar = option.metavar
    if option.minimum is not None:
        kind, metavar = click.IntRange(min=option.minimum), "N"
    elif option.choices:
        kind = TableName(option.choices) if isinstance(option.choices, Table) else click.Choice(option.choices)
    shown = option.default or None  # None: whether there is a default
    return click.option(flag, type=kind, metavar=metavar, default=default, show_default=shown, help=option.help)
