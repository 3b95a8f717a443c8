"""Speed compared with other libraries: ``make bench``.

Processor time with one thread per library, in rotated order, as ratios with their range; see ``measure.py``.

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
from measure import HERE, in_turns, ratio, record  # first: it limits numpy to one thread
from mindgist.batch.work import freeze_loaded_objects
from mindgist.document import read_text
from mindgist.mapper import MindMapper
from mindgist.systems import DEFAULT_GRAPH
from peers import summa_textrank, sumy_lexrank
from texts import articles


def main() -> None:
    """Run every comparison, print it, and record it if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a folder of *.jsonl.xz articles; without it, made-up articles")
    parser.add_argument("--articles", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", action="store_true", help="write the figures to results/speed.json")
    options = parser.parse_args()
    texts = articles(options.articles, options.corpus)
    figures: dict[str, Any] = {
        "texts": f"{len(texts)} articles, {'from a corpus' if options.corpus else 'made up'}",
        "rounds": options.rounds,
        "text_to_map": text_to_map(texts, options.rounds),
        "shell": shell(options.rounds),
    }
    print(json.dumps(figures, indent=1))
    if options.record:
        print(record("speed", figures))


def text_to_map(texts: Sequence[str], rounds: int) -> dict[str, Any]:
    """From text to labelled map, against summaries of as many sentences."""
    shares = [len(mindgist.map(text)) / max(1, len(read_text(text))) for text in texts]
    freeze_loaded_objects()  # as a batch worker does; the peers gain from it, too
    peers = {"sumy": lambda: sumy_lexrank(texts, shares), "summa": lambda: summa_textrank(texts, shares)}
    ours = {graph: lambda graph=graph: map_in_groups(texts, graph) for graph in (DEFAULT_GRAPH, "emgn", "lexrank")}
    ours["one by one"] = lambda: map_one_by_one(texts)
    ours["one by one, sentences as labels"] = lambda: map_one_by_one(texts, "sentences")
    seconds = in_turns(peers | ours, rounds)
    found: dict[str, Any] = {
        f"{peer}_documents_a_second": round(len(texts) / median(seconds[peer]), 1) for peer in peers
    }
    for name in ours:
        found[name] = {"documents_a_second": round(len(texts) / median(seconds[name]), 1)}
        found[name] |= {f"times_{peer}": ratio(seconds[peer], seconds[name]) for peer in peers}
    return found


def map_one_by_one(texts: Sequence[str], labels: str = "gists") -> None:
    """Map each text with ``mindgist.map`` and read its labels."""
    for text in texts:
        mindmap = mindgist.map(read_text(text), labels=labels)
        for node in mindmap.nodes:
            mindmap.label(node)


def map_in_groups(texts: Sequence[str], graph: str, size: int = 64) -> None:
    """Map the texts in groups, as a batch does, and read the labels."""
    mapper = MindMapper.named(graph)
    for start in range(0, len(texts), size):
        documents = [read_text(text) for text in texts[start : start + size]]
        for mindmap in (mindmap.cut().with_labels() for mindmap in mapper.map_all(documents)):
            for node in mindmap.nodes:
                mindmap.label(node)


def shell(rounds: int) -> dict[str, float]:
    """Median processor seconds of whole commands, with start-up."""
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
