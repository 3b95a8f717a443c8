"""``ramify evaluate``: how good a system's maps are."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ramify.shell.options import EXISTING_FILE, EXISTING_FOLDER, NEW_FILE, REPORT
from ramify.systems import DEFAULT_TREE, GRAPH_NAMES, TREE_NAMES

if TYPE_CHECKING:
    from ramify.evaluate.scoring import MapScore
    from ramify.graph import Relate

_PAIRWISE = ("teacher", "mrdmf")  # learned systems that score pair by pair; ramify ships no model of theirs


@click.command()
@click.argument("benchmark", type=EXISTING_FILE, metavar="BENCHMARK.jsonl")
@click.option("--system", type=click.Choice((*GRAPH_NAMES, *_PAIRWISE)), required=True,
              help="The source of the relation graphs.")  # fmt: skip
@click.option("--model", type=EXISTING_FOLDER, metavar="MODEL",
              help="The folder of a learned system's model; emgn has one of its own.")  # fmt: skip
@click.option("--tree", type=click.Choice(TREE_NAMES), default=DEFAULT_TREE, show_default=True,
              help="The tree generator.")  # fmt: skip
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, help="How many runs to average.")
@click.option(
    "--predictions", type=NEW_FILE, metavar="OUT.jsonl", help="Write the first run's maps, in the protocol's form."
)
@REPORT
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
    from rich.console import Console
    from rich.progress import track

    from ramify.evaluate.benchmark import read_benchmark, write_rows
    from ramify.evaluate.evaluation import evaluate_system
    from ramify.evaluate.report import report
    from ramify.files import write_json
    from ramify.graph import graph_named
    from ramify.mapper import MindMapper
    from ramify.shell.score_tables import print_scores
    from ramify.tree import tree_named

    articles = read_benchmark(benchmark)
    relate = _learned(system, model)
    runs = evaluate_system(
        lambda seed: MindMapper(relate or graph_named(system, seed), tree_named(tree, seed)), articles, range(seeds)
    )
    by_seed: dict[int, list[MapScore]] = {seed: [] for seed in range(seeds)}
    first = []
    for seed, prediction, score in track(
        runs, f"{system} ({tree})", total=len(articles) * seeds, console=Console(stderr=True), transient=True
    ):
        by_seed[seed].append(score)
        if seed == 0:
            first.append(prediction)
    print_scores(f"{system} ({tree})", benchmark, by_seed)
    if predictions:
        write_rows(predictions, (prediction.to_row() for prediction in first))
    if report_path:
        settings = {"system": system, "tree": tree} | ({"model": model.name} if model else {})
        content = report(benchmark, settings, [article.id for article in articles], by_seed)
        write_json(report_path, content)


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
        from ramify.shell.options import needs_learn

        needs_learn()
        from ramify.learn.learned_graph import learned_graph

        return learned_graph(model)
    raise OptionError(f"the system '{system}' takes no model")
