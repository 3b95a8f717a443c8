"""Writes the pages that follow from the program itself: ``make docs``. A test holds them to it."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from mindgist.mindmap import file_form
from mindgist.shell.cli import main
from mindgist.systems import DEFAULT_GRAPH, GRAPHS, TREES

_HEAD = """# The shell

Made from the commands' own help texts by `make docs`.
"""


def commands() -> str:
    """Every command's own help text."""
    context = click.Context(main, info_name="mindgist", **main.context_settings)
    return "\n".join([_HEAD, *_sections("mindgist", main, context)])


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


_SYSTEMS = """# Systems

Made from the one table of systems (`src/mindgist/systems.py`) by `make docs`.

A system is a source of relation graphs (who governs whom) with the tree generator that belongs to it. `mindgist map`
without options is the system **{default}**, which `mindgist evaluate --system default` scores.

| graph | what it is | its tree | with `--model` |
| --- | --- | --- | --- |
{graphs}

| tree | what it is |
| --- | --- |
{trees}

`--graph`, `--tree` and `--model` of `mindgist map` and `mindgist batch` choose among them, as do the arguments of
`mindgist.map`; `mindgist serve --model` serves a model of your own. [Others can be added](extending.md) by a package.
"""


def systems() -> str:
    """The graphs and trees that there are."""
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
