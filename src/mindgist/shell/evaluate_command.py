"""``mindgist evaluate``, ``score`` and ``benchmark``: make benchmarks, and score systems and maps on them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.files import refuse_overwrite, write_json
from mindgist.shell.options import COUNT, EXISTING_FILE, EXISTING_FOLDER, NEW_FILE, TableName
from mindgist.shell.output import progress
from mindgist.systems import GRAPHS, TREES, graph_source

if TYPE_CHECKING:
    from mindgist.evaluate.benchmark import BenchmarkArticle
    from mindgist.evaluate.scoring import MapScore

# The measures that are printed, by their names in a report.
_OF_BOTH = {
    "R-1": "{}_r1", "R-2": "{}_r2", "R-L": "{}_rl", "Avg": "{}_avg", "≤ 25 sentences": "{}_short", "longer": "{}_long",
    "own size": "free_{}",
}  # fmt: skip
_OTHERS = {
    "node F1": "node_f1", "root accuracy": "root_accuracy", "attachment": "attachment", "mean depth": "depth",
    "single children %": "single_child_share", "median depth": "depth_median", "depth, 90 %": "depth_90",
    "root's children": "root_children_median", "chains %": "long_run_share",
    "from the first third %": "third_1", "from the last third %": "third_3", "last sentence at %": "reach",
    "main branches": "branches", "bare ones %": "bare_branches", "no content": "junk",
}  # fmt: skip

_benchmark = click.argument("benchmark", type=EXISTING_FILE, metavar="BENCHMARK.jsonl")
_report = click.option(
    "--report", "report_path", type=NEW_FILE, metavar="OUT.json", help="Write all the figures, for programs."
)


@click.command()
@_benchmark
@click.option("--system", type=TableName(GRAPHS, "default"), required=True,
              help="The graph source; default is what `mindgist map` uses.")  # fmt: skip
@click.option("--model", type=EXISTING_FOLDER, metavar="MODEL",
              help="The folder of a learned system's model, instead of the shipped one.")  # fmt: skip
@click.option("--tree", type=TableName(TREES), show_default="the system's own", help="The tree generator.")
@click.option("--seeds", type=COUNT, default=5, help="How many runs to average.")
@click.option("--predictions", type=NEW_FILE, metavar="OUT.jsonl", help="Write the maps of the first run.")
@_report
def evaluate(
    benchmark: Path, system: str, model: Path | None, tree: str | None, seeds: int, predictions: Path | None,
    report_path: Path | None,
) -> None:  # fmt: skip
    """Score the maps that a system shows for the articles of a benchmark: SSM, KSM and further measures.

    \b
    Examples:
      mindgist evaluate dev.jsonl --system default
      mindgist evaluate dev.jsonl --system lead --tree star --seeds 1
      mindgist evaluate dev.jsonl --system random --predictions maps.jsonl --report figures.json
    """
    from mindgist.evaluate.benchmark import read_benchmark, write_rows
    from mindgist.evaluate.scoring import evaluate_system
    from mindgist.mapper import MindMapper

    for path in (report_path, predictions):
        refuse_overwrite(path, benchmark, model)
    articles = read_benchmark(benchmark)
    source = graph_source(system, model)
    tree = tree or source.tree
    runs = []
    with progress(f"maps by {system} ({tree})") as report_progress:
        for run in evaluate_system(lambda seed: MindMapper.named(system, tree, seed, model), articles, range(seeds)):
            runs.append(run)
            report_progress(len(runs), len(articles) * seeds)
    by_seed = {seed: [score for run, _, score in runs if run == seed] for seed in range(seeds)}
    settings = {"system": source.name, "tree": tree} | ({"model": model.name} if model else {})
    _show(f"{system} ({tree})", benchmark, articles, by_seed, settings, report_path)
    if predictions:
        write_rows(predictions, [prediction for seed, prediction, _ in runs if seed == 0])


@click.command()
@_benchmark
@click.argument("predictions", type=EXISTING_FILE, metavar="PREDICTIONS.jsonl")
@_report
def score(benchmark: Path, predictions: Path, report_path: Path | None) -> None:
    """Score maps that any program has made, as `mindgist evaluate --predictions` writes them.

    \b
    Example:
      mindgist score dev.jsonl maps.jsonl
    """
    from mindgist.evaluate.benchmark import read_benchmark, read_predictions
    from mindgist.evaluate.scoring import score_predictions

    refuse_overwrite(report_path, benchmark, predictions)
    articles = read_benchmark(benchmark)
    by_seed = {0: score_predictions(read_predictions(predictions), articles)}
    _show(predictions.name, benchmark, articles, by_seed, {"predictions": predictions.name}, report_path)


def _show(
    name: str, benchmark: Path, articles: "Sequence[BenchmarkArticle]", by_seed: "Mapping[int, Sequence[MapScore]]",
    settings: Mapping[str, str], report_path: Path | None,
) -> None:  # fmt: skip
    from mindgist.evaluate.scoring import report, summarize

    found = {measure: f"{one.mean:.2f} ± {one.deviation:.2f}" for measure, one in summarize(by_seed).items()}
    click.echo(f"{name} on {benchmark.name}: {len(articles)} articles, {len(by_seed)} seed(s)")
    click.echo(f"{'':24}{'SSM':>16}{'KSM':>16}")
    for label, measure in _OF_BOTH.items():
        click.echo(f"{label:24}{found[measure.format('ssm')]:>16}{found[measure.format('ksm')]:>16}")
    for label, measure in _OTHERS.items():
        if measure in found:  # maps of a few nodes have no shape
            click.echo(f"{label:24}{found[measure]:>16}")
    if report_path:
        write_json(report_path, report(benchmark, settings, [article.id for article in articles], by_seed))


@click.command()
@click.argument("repository", type=EXISTING_FOLDER)
@click.argument("part", type=click.Choice(("dev", "test")))
@click.argument("output", type=NEW_FILE, metavar="OUT.jsonl")
def benchmark(repository: Path, part: str, output: Path) -> None:
    """Convert annotated maps to a benchmark; REPOSITORY is a checkout of hmt2014/MindMap.

    \b
    Example:
      mindgist benchmark MindMap dev dev.jsonl
    """
    from mindgist.evaluate.benchmark import read_stories, write_rows

    refuse_overwrite(output, repository)
    articles = read_stories(repository, part)
    write_rows(output, articles)
    click.echo(f"wrote {output}: {len(articles)} articles", err=True)
