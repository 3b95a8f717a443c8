"""The systems that need no training, on the benchmark: how far they agree with the protocol's reference points.

    python runs/reference_points.py BENCHMARK_FOLDER [--record runs/results/reference_points.json]

Reads dev.jsonl and test-open.jsonl from the folder. Each system runs with five seeds; the random graph also with a
hundred, because five say little about its mean. Takes about a minute.
"""

import argparse
import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from ramify.evaluate.benchmark import Article, read_benchmark
from ramify.evaluate.evaluation import evaluate_system
from ramify.evaluate.report import Summary, summarize
from ramify.evaluate.scoring import MapScore
from ramify.mapper import MindMapper

# (graph, tree, seeds, the protocol's SSM and KSM on dev.jsonl, and on test-open.jsonl)
SYSTEMS = {
    "random": ("random", "recursive", 5, (29.04, 28.97), (29.45, 28.73)),
    "random, 100 seeds": ("random", "recursive", 100, (29.04, 28.97), (29.45, 28.73)),
    "lexrank": ("lexrank", "recursive", 5, None, None),
    "lead": ("lead", "recursive", 5, (47.03, 44.63), (48.31, 45.51)),
    "lead star": ("lead", "star", 1, (48.89, 47.84), (51.82, 49.08)),
}
SHOWN = ("ssm_avg", "ksm_avg", "free_ssm", "node_f1", "root_accuracy", "attachment", "depth")


def main() -> None:
    """Run every system on both files and print a Markdown table of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    results: dict[str, Any] = {
        "command": "python runs/reference_points.py BENCHMARK_FOLDER",
        "commit": commit(),
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
    }
    for place, name in enumerate(("dev.jsonl", "test-open.jsonl")):
        articles = read_benchmark(options.folder / name)
        print(f"\n### {name}\n\n| system | SSM | KSM | reference | own size | node F1 | root | attachment | depth |")
        print("| --- |" + " ---: |" * 8)
        results[name] = {}
        for system, (graph, tree, seeds, *references) in SYSTEMS.items():
            found = run(articles, graph, tree, seeds)
            results[name][system] = {
                key: {"mean": value.mean, "deviation": value.deviation} for key, value in found.items()
            }
            print(row(system, found, references[place]))
    if options.record:
        options.record.parent.mkdir(parents=True, exist_ok=True)
        options.record.write_text(json.dumps(results, indent=1) + "\n")


def run(articles: list[Article], graph: str, tree: str, seeds: int) -> dict[str, Summary]:
    """The measures of one system over its seeds."""
    by_seed: dict[int, list[MapScore]] = {seed: [] for seed in range(seeds)}
    for seed, _, score in evaluate_system(lambda seed: MindMapper.named(graph, tree, seed), articles, range(seeds)):
        by_seed[seed].append(score)
    return summarize(by_seed)


def row(system: str, found: dict[str, Summary], reference: tuple[float, float] | None) -> str:
    """A row of the table."""
    cells = [f"{found[name].mean:.2f}" for name in SHOWN]
    for place, name in enumerate(("ssm_avg", "ksm_avg")):
        cells[place] += f" ± {found[name].deviation:.2f}" if found[name].deviation else ""
    cells.insert(2, f"{reference[0]:.2f} / {reference[1]:.2f}" if reference else "–")
    return f"| {system} | " + " | ".join(cells) + " |"


def commit() -> str:
    """The commit that is measured, marked where the working tree differs from it."""
    described = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(
        described, capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
