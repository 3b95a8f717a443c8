"""Speed, side by side in one run: ``make bench``.

Everything is a ratio of two things timed in turn on the same texts in the same process (the machine's own speed
cancels out), but for the growth with length and the start-up of the shell, which are plain figures.

    python benchmarks/run.py [--corpus FOLDER] [--benchmark FILE.jsonl] [--articles 100] [--record OUT.json]
"""

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import ramify
from plain_tree import PlainTree
from ramify.document import Document, read_text
from ramify.evaluate.benchmark import BenchmarkArticle, Prediction, read_benchmark
from ramify.evaluate.report import measures
from ramify.evaluate.scoring import ArticleScorer
from ramify.mindmap import assemble
from ramify.systems import graph_named
from ramify.tree import Arrange, RecursiveTree
from sumy_lexrank import summarize
from texts import articles, made_up

ROUNDS = 5


def main() -> None:
    """Run every comparison, print it, and record it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a folder of *.jsonl.xz articles; without it, made-up articles")
    parser.add_argument("--benchmark", type=Path, help="a benchmark file, to compare the two generators' scores on")
    parser.add_argument("--articles", type=int, default=100)
    parser.add_argument("--record", type=Path, help="write the figures to this JSON file")
    options = parser.parse_args()
    texts = articles(options.articles, options.corpus)
    figures: dict[str, Any] = {
        "texts": f"{len(texts)} articles, {'from a corpus' if options.corpus else 'made up'}",
        "tree_generator": tree_generator([read_text(text, "text") for text in texts[:30]]),
        "text_to_map": text_to_map(texts),
        "growth": growth((50, 500, 5_000)),
        "shell": shell(),
        "machine": {"python": platform.python_version(), "numpy": version("numpy"), "system": platform.machine()},
    }
    if options.benchmark:
        figures["scores_of_both_generators"] = scores_of_both(read_benchmark(options.benchmark))
    print(json.dumps(figures, indent=1))
    if options.record:
        options.record.write_text(json.dumps({"command": " ".join(sys.argv), **figures}, indent=1) + "\n")


def tree_generator(documents: Sequence[Document]) -> dict[str, float]:
    """(a) Our generator against the plain one with scikit-learn's KMeans(n_init=10), on the same graphs."""
    graphs = [graph_named("lexrank")(document) for document in documents]
    ours, plain = side_by_side(
        lambda: [RecursiveTree(0)(graph) for graph in graphs],
        lambda: [PlainTree(0)(graph) for graph in graphs],
    )
    return {
        "ours_ms_a_tree": 1000 * ours / len(graphs),
        "plain_ms_a_tree": 1000 * plain / len(graphs),
        "times_faster": plain / ours,
    }


def scores_of_both(benchmark: Sequence[BenchmarkArticle]) -> dict[str, Any]:
    """Whether the fast generator's maps are as good as the plain one's: SSM and KSM for every graph, 5 seeds."""
    scorers = [ArticleScorer(article) for article in benchmark]
    found: dict[str, Any] = {}
    for name in ("lexrank", "lead", "random"):
        for kind, generator in (("ours", RecursiveTree), ("plain", PlainTree)):
            values = [_measured(benchmark, scorers, name, generator(seed), seed) for seed in range(5)]
            found[f"{name}, {kind}"] = {
                key: round(sum(value[key] for value in values) / len(values), 2) for key in ("ssm_avg", "ksm_avg")
            }
    return found


def _measured(
    benchmark: Sequence[BenchmarkArticle], scorers: Sequence[ArticleScorer], graph: str, arrange: Arrange, seed: int
) -> dict[str, float]:
    relate = graph_named(graph, seed)
    return measures(
        [
            scorer.score(Prediction.of_tree(article, arrange(relate(article.document))))
            for article, scorer in zip(benchmark, scorers, strict=True)
        ]
    )


def text_to_map(texts: Sequence[str]) -> dict[str, dict[str, float]]:
    """(b) From text to map, against sumy's LexRank from text to a summary of as many sentences."""
    sizes = [len(ramify.map(text)) for text in texts]
    found = {}
    for graph in ("lexrank", "emgn"):
        ours, theirs = side_by_side(
            lambda graph=graph: [ramify.map(text, graph=graph) for text in texts], lambda: summarize(texts, sizes)
        )
        found[graph] = {
            "ours_documents_a_second": len(texts) / ours,
            "sumy_documents_a_second": len(texts) / theirs,
            "times_faster": theirs / ours,
        }
    return found


def growth(lengths: Sequence[int]) -> list[dict[str, Any]]:
    """(c) Time and peak memory for one document of each length, each in a process of its own."""
    ways = ("one graph", "windows")
    return [json.loads(_python(_GROWTH, str(length), way)) for length in lengths for way in ways]


def grow(length: int, way: str) -> None:
    """What the process of ``growth`` does: map one text and print what it took.

    "One graph" relates every sentence with every other (the quadratic part); "windows" is what ``ramify.map`` does
    with a long document.
    """
    text = made_up(length, seed=1)
    start = time.perf_counter()
    document = read_text(text, "text")
    read = time.perf_counter()
    if way == "windows":
        ramify.map(document, graph="lexrank")
    else:
        assemble(document, [RecursiveTree(0)(graph_named("lexrank")(document))]).cut(60)
    mapped = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = {"read_s": read - start, "map_s": mapped - read, "peak_mb": memory}
    print(json.dumps({"sentences": len(document), "way": way, **figures}))


_GROWTH = "import sys; sys.path.insert(0, sys.argv[1]); import run; run.grow(int(sys.argv[2]), sys.argv[3])"


def _python(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, str(Path(__file__).parent), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def shell() -> dict[str, float]:
    """What a user waits for at the prompt, start-up included: the median of five."""
    example = Path(__file__).parent.parent / "examples" / "harbour.txt"
    program = str(Path(sys.executable).with_name("ramify"))
    commands = {"help_s": [program, "--help"], "map_s": [program, "map", str(example)]}
    return {
        name: median(_seconds(lambda c=command: _quietly(c)) for _ in range(ROUNDS))
        for name, command in commands.items()
    }


def _quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def side_by_side(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The median seconds of each, timed in turn, after one round to warm up."""
    first(), second()
    rounds = [(_seconds(first), _seconds(second)) for _ in range(ROUNDS)]
    return median(one for one, _ in rounds), median(other for _, other in rounds)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
