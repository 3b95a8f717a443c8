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
    parts = [_HEAD, _section("ramify", main, context)]
    for name in sorted(main.list_commands(context)):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context, **main.context_settings)
        parts.append(_section(f"ramify {name}", command, inner))
    return "\n".join(parts)


def _section(title: str, command: click.Command, context: click.Context) -> str:
    context.terminal_width = 100
    return f"## {title}\n\n```text\n{command.get_help(context)}\n```\n"


def map_schema() -> str:
    """The form of maps as a JSON Schema."""
    return json.dumps(file_form.schema(), indent=1, ensure_ascii=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {"cli.md": commands, "map-format.schema.json": map_schema}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (Path(__file__).parent / name).write_text(page(), encoding="utf-8")
