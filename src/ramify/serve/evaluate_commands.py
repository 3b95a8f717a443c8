"""``ramify evaluate``, ``ramify score`` and ``ramify benchmark``: how good maps are."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ramify.serve.map_command import GRAPH_NAMES, TREE_NAMES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ramify.evaluate.report import Summary
    from ramify.evaluate.scoring import MapScore
    from ramify.graph import Relate

_EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW = click.Path(dir_okay=False, path_type=Path)


_PAIRWISE = ("teacher", "mrdmf")  # learned systems that score pair by pair; ramify ships no model of theirs


@click.command()
@click.argument("benchmark", type=_EXISTING, metavar="BENCHMARK.jsonl")
@click.option("--system", type=click.Choice((*GRAPH_NAMES, *_PAIRWISE)), required=True,
              help="The source of the relation graphs.")  # fmt: skip
@click.option("--model", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="MODEL",
              help="The folder of a learned system's model; emgn has one of its own.")  # fmt: skip
@click.option("--tree", type=click.Choice(TREE_NAMES), default="recursive", show_default=True,
              help="The tree generator.")  # fmt: skip
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, help="How many runs to average.")
@click.option(
    "--predictions", type=_NEW, metavar="OUT.jsonl", help="Write the first run's maps, in the protocol's form."
)
@click.option("--report", "report_path", type=_NEW, metavar="OUT.json", help="Write all the figures, for programs.")
def evaluate(
    benchmark: Path, system: str, model: Path | None, tree: str, seeds: int, predictions: Path | None,
    report_path: Path | None,
) -> None:  # fmt: skip
    """Score a system on a benchmark: SSM and KSM as the paper reports them, and what they hide.

    \b
    Examples:
      ramify evaluate dev.jsonl --system lexrank
      ramify evaluate dev.jsonl --system lead --tree star --seeds 1
      ramify evaluate dev.jsonl --system random --predictions maps.jsonl --report figures.json
    """
    from rich.progress import track

    from ramify.evaluate.benchmark import read_benchmark, write_rows
    from ramify.evaluate.report import report
    from ramify.evaluate.systems import evaluate_system
    from ramify.graph import graph_named
    from ramify.mapper import MindMapper
    from ramify.tree import tree_named

    articles = read_benchmark(benchmark)
    relate = _learned(system, model)
    runs = evaluate_system(
        lambda seed: MindMapper(relate or graph_named(system, seed), tree_named(tree, seed)), articles, range(seeds)
    )
    by_seed: dict[int, list[MapScore]] = {seed: [] for seed in range(seeds)}
    first = []
    for seed, prediction, score in track(
        runs, f"{system} ({tree})", total=len(articles) * seeds, console=_error_console(), transient=True
    ):
        by_seed[seed].append(score)
        if seed == 0:
            first.append(prediction)
    _print_tables(f"{system} ({tree})", benchmark, by_seed)
    if predictions:
        write_rows(predictions, (prediction.to_row() for prediction in first))
    if report_path:
        settings = {"system": system, "tree": tree} | ({"model": model.name} if model else {})
        content = report(benchmark, settings, [article.id for article in articles], by_seed)
        write_json(report_path, content)


@click.command()
@click.argument("benchmark", type=_EXISTING, metavar="BENCHMARK.jsonl")
@click.argument("predictions", type=_EXISTING, metavar="PREDICTIONS.jsonl")
@click.option("--report", "report_path", type=_NEW, metavar="OUT.json", help="Write all the figures, for programs.")
def score(benchmark: Path, predictions: Path, report_path: Path | None) -> None:
    """Score maps that any program has made, written in the protocol's form.

    \b
    Example:
      ramify score dev.jsonl maps.jsonl
    """
    from ramify.evaluate.benchmark import read_benchmark, read_predictions
    from ramify.evaluate.report import report
    from ramify.evaluate.systems import score_predictions

    articles = read_benchmark(benchmark)
    by_seed = {0: score_predictions(read_predictions(predictions), articles)}
    _print_tables(predictions.name, benchmark, by_seed)
    if report_path:
        settings = {"predictions": predictions.name}
        write_json(report_path, report(benchmark, settings, [article.id for article in articles], by_seed))


@click.command(name="benchmark")
@click.argument("repository", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("part", type=click.Choice(("dev", "test")))
@click.argument("output", type=_NEW, metavar="OUT.jsonl")
def benchmark_(repository: Path, part: str, output: Path) -> None:
    """Make a benchmark of the annotated maps' public repository (hmt2014/MindMap, a checkout of it).

    \b
    Example:
      ramify benchmark MindMap dev dev.jsonl
    """
    from ramify.evaluate.benchmark import write_rows
    from ramify.evaluate.stories import read_stories

    articles = read_stories(repository, part)
    write_rows(output, (article.to_row() for article in articles))
    click.echo(f"wrote {output}: {len(articles)} articles", err=True)


def _learned(system: str, model: Path | None) -> "Relate | None":
    """The learned system in a folder; None for a system that needs no folder."""
    from ramify.errors import OptionError

    if model is None:
        if system in _PAIRWISE:
            raise OptionError(f"the system '{system}' needs the folder of a trained model: --model MODEL")
        return None
    if system == "emgn" and (model / "model.onnx").is_file():
        from ramify.graph.emgn import EmgnGraph

        return EmgnGraph(model)
    if system in ("emgn", *_PAIRWISE):
        from ramify.serve.learn_commands import needs_learn

        needs_learn()
        from ramify.learn.systems import learned_graph

        return learned_graph(model)
    raise OptionError(f"the system '{system}' takes no model")


COMMANDS = (evaluate, score, benchmark_)


def _error_console() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


def _print_tables(name: str, benchmark: Path, by_seed: "dict[int, list[MapScore]]") -> None:
    from rich.console import Console
    from rich.markup import escape

    from ramify.evaluate.report import SHORT, summarize

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


def _table(found: "dict[str, Summary]", rows: dict[str, str], columns: dict[str, str]) -> "Table":
    """A table of measures: a column's name in ``found`` has a place for the row's."""
    from rich.table import Table

    table = Table()
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for label, row in rows.items():
        table.add_row(label, *(_cell(found[name.format(row)]) for name in columns.values()))
    return table


def _cell(summary: "Summary") -> str:
    return f"{summary.mean:.2f} ± {summary.deviation:.2f}"


def write_json(path: Path, content: object) -> None:
    """Write a report."""
    try:
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror or error}") from error
