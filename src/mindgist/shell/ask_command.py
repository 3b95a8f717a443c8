"""``mindgist ask``."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.export import READABLE

if TYPE_CHECKING:
    from mindgist.mindmap import MindMap

_MARKED_MAPS = {".json": b'-map"', ".md": b"<!-- mindgist:"}  # what maps with the ending of a document contain


@click.command(
    help=f"""Find the sentences of a document or a map that answer a question, best first.

    SOURCE is anything that `mindgist map` reads, or a map ({", ".join(READABLE)}). Answers are verbatim, each with its
    node, its place and the share of the question that it covers. Nothing is generated.

    \b
    Examples:
      mindgist ask report.pdf "How much does the repair cost?"
      mindgist ask map.json "storm damage" --count 3 --json
    """
)
@click.argument("source")
@click.argument("question")
@click.option("--count", type=click.IntRange(min=1), default=5, show_default=True, metavar="N", help="Answers to show.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def ask(source: str, question: str, count: int, as_json: bool) -> None:
    """Find the sentences of a document or a map that answer a question."""
    from mindgist.export.branch import clock
    from mindgist.mindmap.answers import answers
    from mindgist.processes import resource_limits

    with resource_limits():
        found = answers(_map_of(source), question, count)
    if as_json:
        click.echo(json.dumps([asdict(answer) for answer in found], ensure_ascii=False, indent=1))
        return
    if not found:
        click.echo("no sentence shares a word with the question", err=True)
    for number, answer in enumerate(found, 1):
        place = f"page {answer.page}, " if answer.page else ""
        place += f"{clock(answer.time_start)}, " if answer.time_start is not None else ""
        place += f"characters {answer.start} to {answer.end}, " if answer.end > answer.start else ""
        click.echo(f"{number}. {answer.text}")
        click.echo(f"   {' › '.join(answer.above)} ({place}node {answer.node}, score {answer.score:.2f})")


def _map_of(source: str) -> "MindMap":
    """The map in a file, or the map of all sentences of a document."""
    from mindgist.export import load_map
    from mindgist.mapper import MindMapper
    from mindgist.options import MapOptions
    from mindgist.shell.map_command import read_input

    path = Path(source)
    ending = path.suffix.lower()
    if ending in READABLE and os.path.isfile(path):  # Path.is_file raises an error if the name is too long
        mark = _MARKED_MAPS.get(ending)
        if mark is None or mark in path.read_bytes():
            return load_map(path)
    return MindMapper.of(MapOptions(keep_all=True))(read_input(source))
