"""Table 3: how long every system takes from documents to graphs, in one process on the same articles."""

import argparse
import platform
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import store
from mindgist.document import Document
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.graph import EmgnGraph, Relate, RelationGraph
from mindgist.graph.lexrank import cosine_graph
from mindgist.mindmap import assemble
from mindgist.systems import graph_named, tree_named
from provenance import DEV, OPEN, provenance

ARTICLES = 20  # the first of the validation and open ones that are short
_SHORT = 25  # sentences, the paper's border: of a longer article's pairs a cross-encoder takes a minute
_REPEATS = 5
_LONG = 10  # seconds: what takes longer is run twice
_BATCH = 32  # documents that a network reads together, as in the paper

Graphs = Callable[[Sequence[Document]], Any]


def measure(options: argparse.Namespace) -> None:
    """Time all systems, in turns, and keep the figures."""
    from mindgist.learn.training import use_threads

    use_threads(1)
    articles = [article for file in (DEV, OPEN) for article in read_benchmark(options.benchmark / file)]
    short = [article.document for article in articles if len(article.document) <= _SHORT]
    documents = short[: options.articles or ARTICLES]
    systems: dict[str, Graphs] = {"EMGN": EmgnGraph.shipped().relate_all}
    systems |= {
        "Random": partial(_one_by_one, graph_named("random")),
        "LexRank, TF-IDF cosine": partial(_one_by_one, cosine_graph),
        "LexRank, ours": partial(_one_by_one, graph_named("lexrank")),
        "lead": partial(_one_by_one, graph_named("lead")),
    }
    systems |= _networks(options.work) | _pairwise(options, documents)
    graphs = EmgnGraph.shipped().relate_all(documents)
    trees = [tree_named("recursive")(graph) for graph in graphs]
    phase_1 = _fastest({name: partial(system, documents) for name, system in systems.items()})
    phase_2 = _fastest(
        {
            "trees": lambda: [tree_named("recursive")(graph) for graph in graphs],
            "labels": lambda: [
                assemble(document, [tree]).labelled("snippets") for document, tree in zip(documents, trees, strict=True)
            ],
        }
    )
    store.write_json(
        store.RESULTS / "timing.json",
        {
            "articles": len(documents),
            "longest": _SHORT,
            "sentences": sum(map(len, documents)),
            "pairs": sum(len(document) * (len(document) - 1) for document in documents),
            "threads": 1,
            "repeats": _REPEATS,
            "machine": f"{platform.system()} {platform.machine()}, CPU only",
            "phase_1": phase_1,
            "untrained": _untrained(options),
            "phase_2": phase_2["trees"],
            "labels": phase_2["labels"],
            "run": provenance(options.benchmark),
        },
    )


def _fastest(runs: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Processor seconds of each one's fastest run: neither other programs nor what the first use loads then counts.

    All take turns, each round begins with another one, so that no minute in which the machine is slow falls on one
    alone; what takes long has two turns.
    """
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    names = list(runs)
    for turn in range(_REPEATS + 1):
        first = turn * len(names) // (_REPEATS + 1)
        for name in names[first:] + names[:first]:
            if turn < 2 or min(seconds[name]) <= _LONG:
                start = time.process_time()
                runs[name]()
                seconds[name].append(time.process_time() - start)
    best = {name: min(taken) for name, taken in seconds.items()}
    for name, taken in best.items():
        print(f"{name}: {taken:.4f} s", flush=True)
    return best


def _one_by_one(relate: Relate, documents: Sequence[Document]) -> list[RelationGraph]:
    return [relate(document) for document in documents]


def _networks(work: Path | None) -> dict[str, Graphs]:
    """EMGN and its variants in torch; "with sampling" also draws the upper nodes, as refinement does in training."""
    found: dict[str, Graphs] = {}
    for name, row, decisions in (
        ("EMGN-GR (torch)", "emgn-gr", 0),
        ("EMGN(root) (torch), with sampling", "emgn-root", 1),
        ("EMGN(root) (torch)", "emgn-root", 0),
        ("EMGN(biaffine) (torch)", "emgn-biaffine", 0),
        ("EMGN (torch), with sampling", "emgn", 3),
        ("EMGN (torch)", "emgn", 0),
    ):
        folder = next(
            (work / each / "0" for each in (f"paper-{row}", row) if work and (work / each / "0").is_dir()), None
        )
        if folder and (folder / "model.safetensors").is_file():
            found[name] = partial(_network_graphs, folder, decisions)
    return found


def _network_graphs(folder: Path, decisions: int, documents: Sequence[Document]) -> list[RelationGraph]:
    import torch

    from mindgist.learn.detector import Batch
    from mindgist.learn.refinement import choose, sampler
    from mindgist.learn.training_state import load_model

    detector, vocabulary = _LOADED.get(folder) or _LOADED.setdefault(folder, load_model(folder))
    generator = np.random.default_rng(0)
    numbers = [[vocabulary.numbers(one.plain) for one in document.sentences] for document in documents]
    related = []
    with torch.inference_mode():
        for start in range(0, len(documents), _BATCH):
            batch = numbers[start : start + _BATCH]
            scores = detector(Batch.of(batch)).numpy()
            related += [
                RelationGraph(one[: len(words), : len(words)]) for one, words in zip(scores, batch, strict=True)
            ]
    if decisions:
        for graph in related:
            choose(graph.scores, sampler(generator), decisions)
    return related


_LOADED: dict[Path, Any] = {}
"""Networks that were read: the first run of each reads it, and the best run counts."""


def _pairwise(options: argparse.Namespace, documents: Sequence[Document]) -> dict[str, Graphs]:
    """The systems that score pairs. Where no folder is given, untrained weights do: they take the same time."""
    from mindgist.learn.cross_encoder import CrossEncoder
    from mindgist.learn.learned_graph import learned_graph
    from mindgist.learn.teacher import TeacherGraph

    systems: dict[str, Relate] = {}
    if options.fast_teacher:
        systems["teacher, fast"] = learned_graph(options.fast_teacher)
    systems["MRDMF"] = learned_graph(options.mrdmf) if options.mrdmf else TeacherGraph(_untrained_mrdmf(documents))
    if options.teacher or options.transformer:
        systems["teacher, cross-encoder"] = (
            learned_graph(options.teacher)
            if options.teacher
            else TeacherGraph(CrossEncoder.pretrained(options.transformer))
        )
    return {name: partial(_one_by_one, relate) for name, relate in systems.items()}


def _untrained(options: argparse.Namespace) -> list[str]:
    folders = {"MRDMF": options.mrdmf, "teacher, cross-encoder": options.teacher}
    return [name for name, folder in folders.items() if folder is None]


def _untrained_mrdmf(documents: Sequence[Document]) -> Any:
    import torch

    from mindgist.learn.glove import read_glove, vocabulary_of
    from mindgist.learn.mrdmf import Mrdmf, MrdmfSettings, PairDetector

    texts = [sentence.plain for document in documents for sentence in document.sentences]
    vocabulary, vectors = vocabulary_of(texts, read_glove(None))
    return Mrdmf(PairDetector(torch.from_numpy(vectors), MrdmfSettings()), vocabulary, MrdmfSettings())
