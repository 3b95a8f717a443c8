"""``mindgist convert`` and ``mindgist compare``: files of maps."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.errors import printable
from mindgist.export import FORMATS, READABLE
from mindgist.labels.kinds import LABELS
from mindgist.shell.options import EXISTING_FILE, NEW_FILE
from mindgist.shell.target import warn_about_fonts

if TYPE_CHECKING:
    from mindgist.evaluate.compare import Comparison

MAX_LISTED = 12  # differences of one kind; the report has all


@click.command(
    help=f"""Convert a map to another format. File endings choose the formats.

    Reads {", ".join(READABLE)}; writes {", ".join(FORMATS)}.

    \b
    Examples:
      mindgist convert map.xmind map.mm
      mindgist convert outline.opml map.svg --labels sentences
    """
)
@click.argument("source", type=EXISTING_FILE, metavar="MAP")
@click.argument("target", type=NEW_FILE, metavar="OUT")
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Keep the N strongest nodes only.")
@click.option("--labels", type=click.Choice(LABELS),
              help="Show nodes as gists, whole sentences or key snippets. [default: as they are]")  # fmt: skip
def convert(source: Path, target: Path, nodes: int | None, labels: str | None) -> None:
    """Convert a map to another format."""
    from mindgist.export import format_named, load_map, save
    from mindgist.files import refuse_overwrite
    from mindgist.processes import resource_limits

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


@click.command(
    help=f"""Compare two maps by the benchmark's metric, and show where they differ.

    LEFT and RIGHT are maps that mindgist or another tool has written: {", ".join(READABLE)}.

    \b
    Examples:
      mindgist compare mine.mm map.json
      mindgist compare old.json new.json --report differences.json
    """
)
@click.argument("left", type=EXISTING_FILE, metavar="LEFT")
@click.argument("right", type=EXISTING_FILE, metavar="RIGHT")
@click.option("--report", "report_path", type=NEW_FILE, metavar="OUT.json", help="Write all differences, for programs.")
def compare(left: Path, right: Path, report_path: Path | None) -> None:
    """Compare two maps."""
    from mindgist.evaluate.compare import compare as compare_maps
    from mindgist.export import load_map
    from mindgist.files import refuse_overwrite, write_json
    from mindgist.processes import resource_limits

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
