"""Options that several commands share."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from mindgist.options import OPTIONS, PRIVATE_OPTIONS, MapOptions, Option

Command = TypeVar("Command", bound=Callable[..., Any])

EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


class TableName(click.Choice[str]):
    """A name in a table. Help lists mindgist's own names; names that packages add are looked up when one is given."""

    def __init__(self, own: Iterable[str], all_names: Callable[[], Iterable[str]]) -> None:
        super().__init__(tuple(own))
        self._all_names = all_names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices and value in self._all_names():
            return str(value)
        return super().convert(value, param, ctx)


def map_options(*names: str) -> Callable[[Command], Command]:
    """Add options of ``MapOptions`` to a command: those of these names, or all of them."""

    def decorate(command: Command) -> Command:
        for field in reversed(fields(MapOptions)):
            if not names or field.name in names:
                command = _click_option(field.name, OPTIONS[field.name], field.default)(command)
        return command

    return decorate


private_options = map_options(*PRIVATE_OPTIONS)
"""``--model``, ``--llm`` and others: what a service gets from its own user, never from a request."""


def _click_option(name: str, option: Option, default: Any) -> Callable[[Command], Command]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(default, bool):
        return click.option(flag, is_flag=True, help=option.help)
    kind: click.ParamType[Any]
    metavar = None
    if option.is_folder:
        kind, metavar = EXISTING_FOLDER, "FOLDER"
    elif option.minimum is not None:
        kind, metavar = click.IntRange(min=option.minimum), "N"
    elif option.all_choices is not None:
        kind = TableName(option.choices, option.all_choices)
    elif option.choices:
        kind = click.Choice(option.choices)
    else:
        kind, metavar = click.STRING, {"llm": "URL", "language": "CODE"}.get(name, "NAME")
    shown = option.default or default is not None
    return click.option(flag, type=kind, metavar=metavar, default=default, show_default=shown, help=option.help)
