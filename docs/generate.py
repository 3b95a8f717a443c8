"""Generate the documentation pages that follow from the code: ``make docs``. A test fails if they are out of date."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import click

from mindgist.mindmap import file_form
from mindgist.shell.cli import main
from mindgist.systems import DEFAULT_GRAPH, GRAPHS, TREES

_HEAD = """# The shell

Generated from the help texts of the commands by `make docs`. Every command has `-h, --help`.
[`--llm`](language-model.md) has a page of its own.
"""
_HELP_OPTION = re.compile(r"(\n\nOptions:)?\n  -h, --help +Show this message and exit\.")


def commands() -> str:
    """Return the help texts of all commands."""
    context = click.Context(main, info_name="mindgist", **main.context_settings)
    return "\n".join([_HEAD, *_sections("mindgist", main, context)])


def _sections(title: str, command: click.Command, context: click.Context) -> list[str]:
    """Return the help of a command and of its subcommands."""
    context.terminal_width = 100
    text = _HELP_OPTION.sub("", command.get_help(context)).strip()
    parts = [f"## {title}\n\n```text\n{text}\n```\n"]
    for name in sorted(command.list_commands(context)) if isinstance(command, click.Group) else ():
        inner = command.get_command(context, name)
        assert inner is not None
        inner_context = click.Context(inner, info_name=name, parent=context, **main.context_settings)
        parts += _sections(f"{title} {name}", inner, inner_context)
    return parts


def map_schema() -> str:
    """Return the file form of maps as a JSON Schema."""
    return json.dumps(file_form.schema(), indent=1, ensure_ascii=False) + "\n"


_SYSTEMS = """# Systems

Generated from the table of systems (`src/mindgist/systems.py`) by `make docs`.

A system is a graph source with its tree generator. `mindgist map` without options uses the system **{default}**, which
`mindgist evaluate --system default` scores.

| graph | what it is | its tree | with `--model` |
| --- | --- | --- | --- |
{graphs}

| tree | what it is |
| --- | --- |
{trees}

Choose with `--graph`, `--tree` and `--model` of `mindgist map` and `mindgist batch`, or with the arguments of
`mindgist.map`. `mindgist serve --model` serves your own model. [Packages can add systems](extending.md).
"""


def systems() -> str:
    """Return the tables of graph sources and tree generators."""
    models = {
        (False, False): "", (True, True): "another than the shipped one", (True, False): "needed: mindgist ships none"
    }  # fmt: skip
    graphs = [
        f"| `{graph.name}` | {graph.title} | `{graph.tree}` | {models[graph.made_with == 'model', graph.shipped]} |"
        for graph in GRAPHS.values()
    ]
    trees = [f"| `{tree.name}` | {tree.title} |" for tree in TREES.values()]
    return _SYSTEMS.format(default=DEFAULT_GRAPH, graphs="\n".join(graphs), trees="\n".join(trees))


PAGES: dict[str, Callable[[], str]] = {"cli.md": commands, "map-format.schema.json": map_schema, "systems.md": systems}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (Path(__file__).parent / name).write_text(page(), encoding="utf-8")
