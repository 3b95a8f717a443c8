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


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
