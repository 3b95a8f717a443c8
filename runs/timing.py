"""Table 3: how long every system takes from documents to graphs, in one process on the same articles."""

import argparse
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import store

from ramify.document import Document
from ramify.evaluate.benchmark import read_benchmark
from ramify.graph import EmgnGraph, RelationGraph, graph_named
from ramify.mindmap import label
from ramify.tree import tree_named

_REPEATS = 5
_LONG = 10  # seconds: what takes longer is not repeated

Graphs = Callable[[Sequence[Document]], Any]


def measure(options: argparse.Namespace) -> None:
    """Time all systems on the dev articles, one after the other, and keep the figures."""
    from ramify.learn.training import use_threads

    use_threads(1)
    documents = [article.document for article in read_benchmark(options.benchmark / "dev.jsonl")][: options.articles]
    systems: dict[str, Graphs] = {"EMGN": EmgnGraph.shipped().relate_all}
    for name, system in (("Random", "random"), ("LexRank", "lexrank"), ("lead", "lead")):
        relate = graph_named(system)
        systems[name] = lambda documents, relate=relate: [relate(document) for document in documents]
    systems |= _networks(options.work) | _pairwise(options)
    phase_1 = {name: _best(lambda graphs=graphs: graphs(documents)) for name, graphs in systems.items()}
    graphs = EmgnGraph.shipped().relate_all(documents)
    trees = [tree_named("recursive")(graph) for graph in graphs]
    store.write_json(
        store.RESULTS / "timing.json",
        {
            "articles": len(documents),
            "sentences": sum(map(len, documents)),
            "pairs": sum(len(document) * (len(document) - 1) for document in documents),
            "threads": 1,
            "repeats": _REPEATS,
            "machine": f"{platform.system()} {platform.machine()}, CPU only",
            "phase_1": phase_1,
            "phase_2": _best(lambda: [tree_named("recursive")(graph) for graph in graphs]),
            "labels": _best(lambda: [label(*pair) for pair in zip(trees, documents, strict=True)]),
        },
    )


def _best(run: Callable[[], Any]) -> float:
    """Processor seconds of the fastest run: neither other programs nor what the first use loads then counts."""
    seconds = []
    for _ in range(_REPEATS + 1):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
        print(f"  {seconds[-1]:.4f} s", flush=True)
        if seconds[-1] > _LONG:
            break
    return min(seconds)


def _networks(work: Path | None) -> dict[str, Graphs]:
    """EMGN and its biaffine variant in torch, 32 documents a batch as in the paper."""
    import torch

    from ramify.learn.detector import Batch
    from ramify.learn.training_state import load_model

    found: dict[str, Graphs] = {}
    for name, row in (("EMGN (torch)", "emgn"), ("EMGN(biaffine) (torch)", "emgn-biaffine")):
        folder = (work or Path()) / row / "0"
        if not (folder / "model.safetensors").is_file():
            continue
        detector, vocabulary = load_model(folder)

        def graphs(documents: Sequence[Document], detector=detector, vocabulary=vocabulary) -> list[RelationGraph]:  # type: ignore[no-untyped-def]
            numbers = [[vocabulary.numbers(one.plain) for one in document.sentences] for document in documents]
            related = []
            with torch.inference_mode():
                for start in range(0, len(documents), 32):
                    batch = numbers[start : start + 32]
                    scores = detector(Batch.of(batch)).numpy()
                    related += [
                        RelationGraph(one[: len(words), : len(words)]) for one, words in zip(scores, batch, strict=True)
                    ]
            return related

        found[name] = graphs
    return found


def _pairwise(options: argparse.Namespace) -> dict[str, Graphs]:
    """The systems that score pairs: the teachers and MRDMF, where their folders are given."""
    from ramify.learn.learned_graph import learned_graph

    found: dict[str, Graphs] = {}
    for name, folder in (
        ("teacher, fast", options.fast_teacher),
        ("MRDMF", options.mrdmf),
        ("teacher, cross-encoder", options.teacher),
    ):
        if folder:
            relate = learned_graph(folder)
            found[name] = lambda documents, relate=relate: [relate(document) for document in documents]
    return found
