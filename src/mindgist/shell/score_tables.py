"""Scores in the terminal: the paper's measures as tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mindgist.evaluate.report import SHORT, Summary, summarize
from mindgist.evaluate.scoring import MapScore

_SHAPE = {
    "single %": "single_child_share",
    "depth": "depth_median",
    "depth 90 %": "depth_90",
    "root's children": "root_children_median",
    "chains %": "long_run_share",
}


def print_scores(name: str, benchmark: Path, by_seed: Mapping[int, Sequence[MapScore]]) -> None:
    """Print what a system scored on a benchmark."""
    found = summarize(by_seed)
    articles = len(next(iter(by_seed.values())))
    rows = {"SSM": "ssm", "KSM": "ksm"}
    console = Console()
    console.print(f"[bold]{escape(name)}[/] on {escape(benchmark.name)}: {articles} articles, {len(by_seed)} seed(s)")
    console.print(_table(found, rows, {"R-1": "{}_r1", "R-2": "{}_r2", "R-L": "{}_rl", "Avg": "{}_avg"}))
    console.print(
        _table(found, rows, {f"≤ {SHORT} sentences": "{}_short", "longer": "{}_long", "size its own": "free_{}"})
    )
    hidden = {"node F1": "node_f1", "root accuracy": "root_accuracy", "attachment": "attachment", "mean depth": "depth"}
    console.print(_table(found, {"": ""}, hidden))
    if found["maps"].mean:  # of a shape to speak of
        console.print(_table(found, {"shape": ""}, _SHAPE))


def _table(found: Mapping[str, Summary], rows: Mapping[str, str], columns: Mapping[str, str]) -> Table:
    """A table of measures: a column's name in ``found`` has a place for the row's."""
    table = Table()
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for label, row in rows.items():
        table.add_row(label, *(_cell(found[name.format(row)]) for name in columns.values()))
    return table


def _cell(summary: Summary) -> str:
    return f"{summary.mean:.2f} ± {summary.deviation:.2f}"
