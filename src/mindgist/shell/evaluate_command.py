"""``mindgist evaluate``: score a system on a benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindgist.shell.options import EXISTING_FILE, EXISTING_FOLDER, NEW_FILE, REPORT, TableName
from mindgist.shell.progress import progress
from mindgist.systems import GRAPHS, TREES, all_graphs, all_trees

if TYPE_CHECKING:
    from mindgist.evaluate.scoring import MapScore


@click.command()
@click.argument("benchmark", type=EXISTING_FILE, metavar="BENCHMARK.jsonl")
@click.option("--system", type=TableName({"default": None, **GRAPHS}, all_graphs), required=True,
              help="The graph source; default is what `mindgist map` uses.")  # fmt: skip
@click.option("--model", type=EXISTING_FOLDER, metavar="MODEL",
              help="The folder of a learned system's model, instead of the shipped one.")  # fmt: skip
@click.option("--tree", type=TableName(TREES, all_trees), show_default="the system's own",
              help="The tree generator.")  # fmt: skip
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, help="How many runs to average.")
@click.option("--predictions", type=NEW_FILE, metavar="OUT.jsonl", help="Write the maps of the first run.")
@REPORT
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
    from mindgist.evaluate.evaluation import evaluate_system
    from mindgist.evaluate.report import report
    from mindgist.files import write_json
    from mindgist.mapper import MindMapper
    from mindgist.shell.score_tables import print_scores
    from mindgist.systems import graph_source

    articles = read_benchmark(benchmark)
    runs = evaluate_system(lambda seed: MindMapper.named(system, tree, seed, model), articles, range(seeds))
    tree = tree or graph_source(system, model).tree
    by_seed: dict[int, list[MapScore]] = {seed: [] for seed in range(seeds)}
    first = []
    with progress(f"maps by {system} ({tree})") as report_progress:
        for done, (seed, prediction, score) in enumerate(runs, start=1):
            by_seed[seed].append(score)
            if seed == 0:
                first.append(prediction)
            report_progress(done, len(articles) * seeds)
    print_scores(f"{system} ({tree})", benchmark, by_seed)
    if predictions:
        write_rows(predictions, (prediction.to_row() for prediction in first))
    if report_path:
        settings = {"system": graph_source(system, model).name, "tree": tree} | ({"model": model.name} if model else {})
        content = report(benchmark, settings, [article.id for article in articles], by_seed)
        write_json(report_path, content)
