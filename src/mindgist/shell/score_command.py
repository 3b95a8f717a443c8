"""``mindgist score``: score the maps of any program."""

from pathlib import Path

import click

from mindgist.shell.options import EXISTING_FILE, REPORT


@click.command()
@click.argument("benchmark", type=EXISTING_FILE, metavar="BENCHMARK.jsonl")
@click.argument("predictions", type=EXISTING_FILE, metavar="PREDICTIONS.jsonl")
@REPORT
def score(benchmark: Path, predictions: Path, report_path: Path | None) -> None:
    """Score maps that any program has made, as `mindgist evaluate --predictions` writes them.

    \b
    Example:
      mindgist score dev.jsonl maps.jsonl
    """
    from mindgist.evaluate.benchmark import read_benchmark, read_predictions
    from mindgist.evaluate.evaluation import score_predictions
    from mindgist.evaluate.report import report
    from mindgist.files import write_json
    from mindgist.shell.score_tables import print_scores

    articles = read_benchmark(benchmark)
    by_seed = {0: score_predictions(read_predictions(predictions), articles)}
    print_scores(predictions.name, benchmark, by_seed)
    if report_path:
        settings = {"predictions": predictions.name}
        write_json(report_path, report(benchmark, settings, [article.id for article in articles], by_seed))
