"""Speed, side by side: ``make bench``.

Processor time, every library held to one thread, in rotated order, as ratios with their spread; see ``measure.py``.

    python benchmarks/run.py [--corpus FOLDER] [--articles 100] [--rounds 5] [--record]
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import mindgist
from measure import HERE, in_turns, ratio, record  # first: it holds numpy to one thread
from mindgist.batch.worker import keep_what_is_loaded
from mindgist.document import Document, read_text
from mindgist.mapper import MindMapper
from mindgist.mindmap import with_labels
from mindgist.systems import DEFAULT_GRAPH, graph_named
from mindgist.tree import RecursiveTree
from plain_tree import PlainTree
from sumy_lexrank import summarize
from texts import articles


def main() -> None:
    """Run every comparison, print it, and record it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a folder of *.jsonl.xz articles; without it, made-up articles")
    parser.add_argument("--articles", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", action="store_true", help="write the figures to results/speed.json")
    options = parser.parse_args()
    texts = articles(options.articles, options.corpus)
    documents = [read_text(text, "text") for text in texts[:30]]
    figures: dict[str, Any] = {
        "texts": f"{len(texts)} articles, {'from a corpus' if options.corpus else 'made up'}",
        "rounds": options.rounds,
        "tree_generator": {name: tree_generator(documents, name, options.rounds) for name in ("lexrank", "emgn")},
        "text_to_map": text_to_map(texts, options.rounds),
        "shell": shell(options.rounds),
    }
    print(json.dumps(figures, indent=1))
    if options.record:
        print(record("speed", figures))


def tree_generator(documents: Sequence[Document], graph: str, rounds: int) -> dict[str, Any]:
    """(a) Our generator against the plain one with scikit-learn's KMeans(n_init=10), on the same graphs."""
    graphs = [graph_named(graph)(document) for document in documents]
    seconds = in_turns(
        {
            "ours": lambda: [RecursiveTree(0)(graph) for graph in graphs],
            "plain": lambda: [PlainTree(0)(graph) for graph in graphs],
        },
        rounds,
    )
    return {
        "ours_ms_a_tree": round(1000 * median(seconds["ours"]) / len(graphs), 3),
        "scikit_learn_ms_a_tree": round(1000 * median(seconds["plain"]) / len(graphs), 2),
        "times_faster": ratio(seconds["plain"], seconds["ours"]),
    }


def text_to_map(texts: Sequence[str], rounds: int) -> dict[str, Any]:
    """(b) From text to labelled map, against sumy's LexRank from text to a summary of as many sentences."""
    sizes = [len(mindgist.map(text)) for text in texts]
    summarize(texts[:1], sizes[:1])
    keep_what_is_loaded()  # as a worker of a batch does it; sumy gains by it, too
    systems = dict.fromkeys((DEFAULT_GRAPH, "emgn", "lexrank"))
    alone = f"{DEFAULT_GRAPH}, one by one"
    works = {f"{graph}": lambda graph=graph: labelled_maps(texts, graph) for graph in systems}
    works |= {alone: lambda: labelled_maps(texts, DEFAULT_GRAPH, 1), "sumy": lambda: summarize(texts, sizes)}
    seconds = in_turns(works, rounds)
    found: dict[str, Any] = {"sumy_documents_a_second": round(len(texts) / median(seconds["sumy"]), 1)}
    for graph in (*systems, alone):
        found[graph] = {
            "documents_a_second": round(len(texts) / median(seconds[graph]), 1),
            "times_sumy": ratio(seconds["sumy"], seconds[graph]),
        }
    return found


def labelled_maps(texts: Sequence[str], graph: str, at_once: int = 64) -> None:
    """Every text's map, cut to its size, with what each node is shown as; so many at once, as a batch does it."""
    mapper = MindMapper.named(graph)
    for start in range(0, len(texts), at_once):
        documents = [read_text(text) for text in texts[start : start + at_once]]
        with_labels([mindmap.cut() for mindmap in mapper.map_all(documents)])


def shell(rounds: int) -> dict[str, float]:
    """What the prompt costs, start-up included: the median processor seconds of the whole process."""
    example = HERE.parent / "examples" / "harbour.txt"
    program = str(Path(sys.executable).with_name("mindgist"))
    commands = {"help_s": [program, "--help"], "map_s": [program, "map", str(example)]}
    return {
        name: round(median(_child_seconds(command) for _ in range(rounds)), 3) for name, command in commands.items()
    }


def _child_seconds(command: list[str]) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
