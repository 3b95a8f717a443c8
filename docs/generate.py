"""Writes the pages that follow from the program itself: ``make docs``. A test holds them to it."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from ramify.mindmap import file_form
from ramify.shell.cli import main

_HEAD = """# The shell

Made from the commands' own help texts by `make docs`.
"""


def commands() -> str:
    """Every command's own help text."""
    context = click.Context(main, info_name="ramify", **main.context_settings)
    return "\n".join([_HEAD, *_sections("ramify", main, context)])


def _sections(title: str, command: click.Command, context: click.Context) -> list[str]:
    """The command's help, and that of every command under it."""
    context.terminal_width = 100
    parts = [f"## {title}\n\n```text\n{command.get_help(context)}\n```\n"]
    for name in sorted(command.list_commands(context)) if isinstance(command, click.Group) else ():
        inner = command.get_command(context, name)
        assert inner is not None
        beneath = click.Context(inner, info_name=name, parent=context, **main.context_settings)
        parts += _sections(f"{title} {name}", inner, beneath)
    return parts


def map_schema() -> str:
    """The form of maps as a JSON Schema."""
    return json.dumps(file_form.schema(), indent=1, ensure_ascii=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {"cli.md": commands, "map-format.schema.json": map_schema}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (Path(__file__).parent / name).write_text(page(), encoding="utf-8")
