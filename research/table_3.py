"""Table 3: processor time from documents to graphs, all systems in one process on the same articles.

    python research/table_3.py --benchmark DIR --work DIR

WORK holds the models that tables_1_and_2.py trained. Models that are not there are left out.
"""

import argparse
import platform
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from library import DEV, OPEN, RESULTS, cosine_graph, provenance, write_json
from mindgist.document import Document
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.graph import EmgnGraph, Relate, RelationGraph, emgn_graph
from mindgist.mindmap import assemble
from mindgist.systems import graph_named, tree_named

ARTICLES = 20  # the first short ones of dev.jsonl and test-open.jsonl
MAX_SENTENCES = 25  # the paper's limit of short articles; a cross-encoder needs a minute for a longer one
REPEATS = 5
MAX_REPEATED_SECONDS = 10  # a system that takes longer runs only twice

# Row, label and number of sampled nodes: "with sampling" also draws nodes, as refinement does in training.
_NETWORKS = (
    ("emgn-gr", "EMGN-GR", 0),
    ("emgn-root", "EMGN(root), with sampling", 1),
    ("emgn-root", "EMGN(root)", 0),
    ("emgn-biaffine", "EMGN(biaffine)", 0),
    ("emgn", "EMGN, with sampling", 3),
)
_TEACHERS = {"fast-teacher": "fast teacher", "cross-encoder": "cross-encoder teacher"}

Graphs = Callable[[Sequence[Document]], Any]


def main() -> None:
    """Time all systems in turns and record the figures."""
    from mindgist.learn.teachers import load_teacher
    from mindgist.learn.training import use_threads
    from mrdmf import untrained_graph

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    use_threads(1)
    articles = [article for file in (DEV, OPEN) for article in read_benchmark(options.benchmark / file)]
    short = [article.document for article in articles if len(article.document) <= MAX_SENTENCES]
    documents = short[:ARTICLES]
    emgn = emgn_graph()
    systems: dict[str, Graphs] = {"EMGN": partial(_one_by_one, emgn)}
    systems |= {
        "Random": partial(_one_by_one, graph_named("random")),
        "LexRank, TF-IDF cosine": partial(_one_by_one, cosine_graph),
        "LexRank with centrality": partial(_one_by_one, graph_named("lexrank")),
        "position alone": partial(_one_by_one, graph_named("lead")),
    }
    for row, label, sampled in _NETWORKS:
        if (folder := options.work / row / "0").is_dir():
            systems[label] = partial(_network_graphs, emgn_graph(folder), sampled)
    for row, label in _TEACHERS.items():
        if (folder := options.work / f"{row}-0").is_dir():
            systems[label] = partial(_one_by_one, load_teacher(folder))
    systems["MRDMF"] = partial(_one_by_one, untrained_graph(documents))
    graphs = _one_by_one(emgn, documents)
    make_tree = tree_named("recursive")
    trees = [make_tree(graph) for graph in graphs]
    pairs = list(zip(documents, trees, strict=True))
    phase_1 = _fastest({name: partial(system, documents) for name, system in systems.items()})
    phase_2 = _fastest(
        {
            "trees": lambda: [make_tree(graph) for graph in graphs],
            "labels": lambda: [assemble(document, [tree]).labelled("snippets") for document, tree in pairs],
        }
    )
    figures = {
        "articles": len(documents),
        "longest": MAX_SENTENCES,
        "sentences": sum(map(len, documents)),
        "pairs": sum(len(document) * (len(document) - 1) for document in documents),
        "threads": 1,
        "repeats": REPEATS,
        "machine": f"{platform.system()} {platform.machine()}, CPU only",
        "phase_1": phase_1,
        "phase_2": phase_2["trees"],
        "labels": phase_2["labels"],
        "run": provenance(options.benchmark),
    }
    write_json(RESULTS / "timing.json", figures)


def _fastest(runs: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Return the processor seconds of the fastest run of each system.

    Systems take turns and each round starts with another one, so a slow minute of the machine does not hit one alone.
    """
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    names = list(runs)
    for turn in range(REPEATS + 1):
        first = turn * len(names) // (REPEATS + 1)
        for name in names[first:] + names[:first]:
            if turn < 2 or min(seconds[name]) <= MAX_REPEATED_SECONDS:
                start = time.process_time()
                runs[name]()
                seconds[name].append(time.process_time() - start)
    return {name: min(taken) for name, taken in seconds.items()}


def _one_by_one(relate: Relate, documents: Sequence[Document]) -> list[RelationGraph]:
    return [relate(document) for document in documents]


def _network_graphs(network: EmgnGraph, sampled: int, documents: Sequence[Document]) -> list[RelationGraph]:
    from mindgist.learn.training import choose

    graphs = _one_by_one(network, documents)
    if sampled:
        generator = np.random.default_rng(0)
        for graph in graphs:
            choose(graph.scores, sampled, generator)
    return graphs


if __name__ == "__main__":
    main()
