"""``mindgist convert``, ``compare`` and ``ask``: work on maps that exist."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.errors import printable
from mindgist.export import READABLE, format_named, load_map, save
from mindgist.files import refuse_overwrite, write_json
from mindgist.labels.kinds import LABELS
from mindgist.options import MapOptions
from mindgist.processes import resource_limits
from mindgist.shell.map_command import read_input
from mindgist.shell.options import COUNT, EXISTING_FILE, NEW_FILE
from mindgist.shell.output import warn_about_fonts

if TYPE_CHECKING:
    from mindgist.evaluate.compare import Comparison
    from mindgist.mindmap import MindMap

MAX_LISTED = 12  # differences of one kind; the report has all
_MARKED_MAPS = {".json": b'-map"', ".md": b"<!-- mindgist:"}  # what maps with the ending of a document contain


@click.command()
@click.argument("source", type=EXISTING_FILE, metavar="MAP")
@click.argument("target", type=NEW_FILE, metavar="OUT")
@click.option("--nodes", type=COUNT, metavar="N", help="Keep the N strongest nodes only.")
@click.option("--labels", type=click.Choice(LABELS),
              help="Show nodes as gists, whole sentences or key snippets. [default: as they are]")  # fmt: skip
def convert(source: Path, target: Path, nodes: int | None, labels: str | None) -> None:
    """Convert a map to another format. File endings choose the formats.

    Reads READABLE; writes FORMATS.

    \b
    Examples:
      mindgist convert map.xmind map.mm
      mindgist convert outline.opml map.svg --labels sentences
    """
    refuse_overwrite(target, source)
    format_named(target.suffix)  # an unknown ending fails before the map is read
    with resource_limits():
        mindmap = load_map(source)
        if nodes:
            mindmap = mindmap.cut(nodes)
        if labels:
            mindmap = mindmap.labelled(labels)
        save(mindmap, target)
        warn_about_fonts(mindmap, target)
    click.echo(f"wrote {target}: {len(mindmap)} nodes", err=True)


@click.command()
@click.argument("left", type=EXISTING_FILE, metavar="LEFT")
@click.argument("right", type=EXISTING_FILE, metavar="RIGHT")
@click.option("--report", "report_path", type=NEW_FILE, metavar="OUT.json", help="Write all differences, for programs.")
def compare(left: Path, right: Path, report_path: Path | None) -> None:
    """Compare two maps by the benchmark's metric, and show where they differ.

    LEFT and RIGHT are maps that mindgist or another tool has written: READABLE.

    \b
    Examples:
      mindgist compare mine.mm map.json
      mindgist compare old.json new.json --report differences.json
    """
    from mindgist.evaluate.compare import compare as compare_maps

    refuse_overwrite(report_path, left, right)
    with resource_limits(120):  # seconds; every edge of one map is compared with every edge of the other
        found = compare_maps(load_map(left), load_map(right))
    if report_path:
        write_json(report_path, {"left": left.name, "right": right.name, **asdict(found)})
    _print(left.name, right.name, found)


def _print(left: str, right: str, found: "Comparison") -> None:
    from mindgist.export.branch import one_line

    left, right = printable(left), printable(right)
    columns = (f"{left} found in {right}", f"{right} found in {left}")
    nodes = [100 * found.shared / max(1, found.shared + len(only)) for only in (found.only_left, found.only_right)]
    rows = {
        "edges between sentences": (found.sentence_edges.of_left, found.sentence_edges.of_right),
        "edges between snippets": (found.snippet_edges.of_left, found.snippet_edges.of_right),
        "nodes": nodes,
    }
    click.echo(f"{'':24}  {'  '.join(columns)}")
    for name, shares in rows.items():
        cells = (f"{share:.1f} %".rjust(len(column)) for share, column in zip(shares, columns, strict=True))
        click.echo(f"{name:24}  {'  '.join(cells)}")
    moves = [f"{m.text}\nfrom: {m.left_parent or '(root)'}\nto: {m.right_parent or '(root)'}" for m in found.moved]
    for heading, texts in (
        (f"Only in {left}", found.only_left), (f"Only in {right}", found.only_right), ("Moved", moves),
    ):  # fmt: skip
        if texts:
            click.echo(f"\n{heading} ({len(texts)})")
        for text in texts[:MAX_LISTED]:
            click.echo("  • " + "\n    ".join(map(one_line, text.split("\n"))))
        if len(texts) > MAX_LISTED:
            click.echo(f"  … and {len(texts) - MAX_LISTED} more; --report writes them all")


@click.command()
@click.argument("source")
@click.argument("question")
@click.option("--count", type=COUNT, default=5, metavar="N", help="Answers to show.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def ask(source: str, question: str, count: int, as_json: bool) -> None:
    """Find the sentences of a document or a map that answer a question, best first.

    SOURCE is anything that `mindgist map` reads, or a map (READABLE). Answers are verbatim, each with its node, its
    place and the share of the question that it covers. Nothing is generated.

    \b
    Examples:
      mindgist ask report.pdf "How much does the repair cost?"
      mindgist ask map.json "storm damage" --count 3 --json
    """
    from mindgist.export.branch import clock
    from mindgist.mindmap.answers import answers

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
    from mindgist.mapper import MindMapper

    path = Path(source)
    ending = path.suffix.lower()
    if ending in READABLE and os.path.isfile(path):  # Path.is_file raises an error if the name is too long
        mark = _MARKED_MAPS.get(ending)
        if mark is None or mark in path.read_bytes():
            return load_map(path)
    return MindMapper.of(MapOptions(keep_all=True))(read_input(source))
