"""Writes docs/cli.md from the commands' own help texts: ``make docs``. A test holds the page to them."""

from pathlib import Path

import click

from ramify.shell.cli import main

PAGE = Path(__file__).parent / "cli.md"

_HEAD = """# The shell

Made from the commands' own help texts by `make docs`.
"""


def page() -> str:
    """The whole page."""
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


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
