"""Whether our generator of the paper's trees makes maps as good as the plain one with scikit-learn's k-means does.

    python benchmarks/generators.py BENCHMARK.jsonl [--graphs lexrank lead emgn random] [--record]

Five seeds each; what is recorded (results/generators.json) are means, and the least and the most of the seeds.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measure import one_thread, record  # first: it holds numpy to one thread
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.evaluation import evaluate_system
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import MapScore
from mindgist.mapper import MindMapper
from mindgist.systems import graph_named
from mindgist.tree import RecursiveTree
from plain_tree import PlainTree

GRAPHS = ("emgn", "lexrank", "lead", "random")
_SEEDS = range(5)


def main() -> None:
    """Score both, print, and record as far as it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path)
    parser.add_argument("--graphs", nargs="+", default=GRAPHS)
    parser.add_argument("--record", action="store_true", help="write the figures to results/generators.json")
    options = parser.parse_args()
    benchmark = read_benchmark(options.benchmark)
    figures: dict[str, Any] = {"benchmark": options.benchmark.name, "articles": len(benchmark), "seeds": len(_SEEDS)}
    with one_thread():
        for graph in options.graphs:
            figures[graph] = {
                "ours": scores(benchmark, graph, RecursiveTree),
                "plain": scores(benchmark, graph, PlainTree),
            }
            print(graph, json.dumps(figures[graph]), flush=True)
            if options.record:
                record("generators", figures)


def scores(
    benchmark: Sequence[BenchmarkArticle], graph: str, generator: type[RecursiveTree] | type[PlainTree]
) -> dict[str, Any]:
    """SSM and KSM of one generator: the mean of the seeds, the least and the most."""
    found: dict[int, list[MapScore]] = {seed: [] for seed in _SEEDS}
    for seed, _, score in evaluate_system(
        lambda seed: MindMapper(graph_named(graph, seed), generator(seed)), benchmark, list(_SEEDS)
    ):
        found[seed].append(score)
    values = [measures(found[seed]) for seed in _SEEDS]
    return {
        key: {
            "mean": round(sum(value[key] for value in values) / len(values), 2),
            "least": round(min(value[key] for value in values), 2),
            "most": round(max(value[key] for value in values), 2),
        }
        for key in ("ssm_avg", "ksm_avg")
    }


if __name__ == "__main__":
    main()
