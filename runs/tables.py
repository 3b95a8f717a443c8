"""Every row, table and figure of docs/results.md, by one script that goes on where it was stopped.

    python runs/tables.py score   --benchmark DIR                        rows that need no training
    python runs/tables.py train   --benchmark DIR --graphs DIR --work DIR   trained rows, the next missing one first;
                                                 with --corpus also on more articles than the run comes to see
    python runs/tables.py time    --benchmark DIR --work DIR             Table 3
    python runs/tables.py refined --benchmark DIR --work DIR             what refinement changes in the graphs
    python runs/tables.py case    --benchmark DIR --work DIR             the case study
    python runs/tables.py render                                         docs/results.md and docs/figures/

Results are kept in runs/results; networks and their training state in WORK. Several workers may train side by side.
Nothing is chosen on test-open.jsonl: a run is scored on it once, when it has ended.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import store
from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.evaluation import predict
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.files import file_fingerprint
from mindgist.graph import Relate, RelationGraph
from mindgist.graph.lexrank import cosine_graph
from mindgist.graph.random import RandomGraph
from mindgist.mapper import MindMapper
from mindgist.systems import graph_named, tree_named
from provenance import DEV, OPEN
from rows import BASELINES, BY_NAME, SHIPPED, WORK, Row

_TOGETHER = 20  # a row of more seeds is kept in one file


def main() -> None:
    """Run the step that the command line names."""
    options = _options()
    if options.step == "score":
        score_baselines(options.benchmark)
    elif options.step == "train":
        train_rows(options)
    elif options.step == "time":
        from timing import measure

        measure(options)
    elif options.step == "refined":
        from refined import compare

        compare(options)
    elif options.step == "case":
        from case import study

        study(options)
    else:
        from render import render

        render()


def scored(mapper: MindMapper, benchmark: Path) -> dict[str, Any]:
    """A system's measures on both parts of the benchmark, and its SSM and KSM for each article of the open part."""
    found: dict[str, Any] = {}
    for part, file in (("dev", DEV), ("open", OPEN)):
        scores = [scorer.score(predict(mapper, article)) for article, scorer in _scorers(benchmark / file)]
        found[part] = measures(scores)
        found[f"{part}_articles"] = {
            article.id: [100 * float(score.ssm.mean()), 100 * float(score.ksm.mean())]
            for (article, _), score in zip(_scorers(benchmark / file), scores, strict=True)
        }
    return found


@cache
def _scorers(path: Path) -> list[tuple[BenchmarkArticle, ArticleScorer]]:
    return [(article, ArticleScorer(article)) for article in read_benchmark(path)]


def score_baselines(benchmark: Path) -> None:
    """The rows that learn nothing."""
    for row in (*BASELINES, SHIPPED):
        tree = "star" if row.name == "lead-star" else "recursive"
        missing = [seed for seed in range(row.seeds) if store.read(row.name, seed) is None]
        if not missing or store.read(row.name, "all") is not None:
            continue
        print(row.name, flush=True)
        found = [scored(MindMapper(_untrained(row.name, seed), tree_named(tree, seed)), benchmark) for seed in missing]
        if row.seeds > _TOGETHER:
            store.write_all(row.name, found, benchmark)
            continue
        for seed, result in zip(missing, found, strict=True):
            store.write(row.name, seed, result, benchmark)


def _untrained(name: str, seed: int) -> Relate:
    known = {"lead-star": "lead", "shipped-emgn": "emgn"}
    made: dict[str, Relate] = {"cosine": cosine_graph, "random-edges": partial(_random_edges, seed=seed)}
    return made.get(name) or graph_named(known.get(name, name), seed)


def _random_edges(document: Document, seed: int) -> RelationGraph:
    """A random graph whose edges are there or not; sentences with equally many stay in the document's order."""
    return RelationGraph((RandomGraph(seed)(document).scores < 0.5).astype(np.float32))


def train_rows(options: argparse.Namespace) -> None:
    """Train what is missing: the first seed of every row in the order of WORK, then the second."""
    rows = [BY_NAME[name] for name in options.rows] if options.rows else WORK
    seeds = options.seeds if options.seeds is not None else range(max(row.seeds for row in rows))
    for seed in seeds:
        for row in rows:
            if seed >= row.seeds or store.read(row.name, seed) is not None:
                continue
            if options.until and datetime.now().strftime("%H:%M") >= options.until:
                return
            with store.Claim(options.work / row.name / str(seed)) as mine:
                if mine and store.read(row.name, seed) is None:
                    _train(row, seed, options)


def _train(row: Row, seed: int, options: argparse.Namespace) -> None:
    from mindgist.learn.training import Trainer, use_threads
    from mindgist.learn.training_state import load_model
    from mindgist.learn.validation import DetectorGraph, MapValidator

    use_threads(1)
    data = _training_set(options.graphs, min(row.articles, options.articles or row.articles), options.corpus)
    config = _config(row, seed)
    trainer = Trainer(
        options.work / row.name / str(seed),
        config,
        data.examples,
        data.vocabulary,
        data.vectors,
        file_fingerprint(options.benchmark / DEV)[:16],
        data.articles,
    )
    validator = MapValidator([article for article, _ in _scorers(options.benchmark / DEV)])
    start = time.perf_counter()
    progress = trainer.run(_spoken(f"{row.name} {seed}", trainer, validator))
    mapper = MindMapper(DetectorGraph(*load_model(trainer.folder)), tree_named("recursive", seed))
    store.write(
        row.name,
        seed,
        {
            "settings": progress.settings,
            "visited": _visited(progress.settings, len(progress.history)),
            "best_epoch": progress.best + 1,
            "history": list(progress.history),
            "seconds": time.perf_counter() - start,
        }
        | scored(mapper, options.benchmark),
        options.benchmark,
    )
    print(f"{row.name} {seed}: done in {time.perf_counter() - start:.0f} s", flush=True)


def _config(row: Row, seed: int) -> Any:
    from mindgist.learn.training import PRESETS

    settings = dict(row.settings)
    config = PRESETS[row.preset]
    if "scorer" in settings:
        config = replace(config, detector=replace(config.detector, scorer=settings.pop("scorer")))
    return replace(config, seed=seed, **settings)


def _visited(settings: dict[str, Any], epochs: int) -> int:
    """How many different articles a run has learned from."""
    steps = settings["steps_each"]
    return int(settings["articles"] if steps is None else min(settings["articles"], epochs * steps * settings["batch"]))


@cache
def _training_set(graphs: Path, articles: int, corpus: Path | None) -> Any:
    """The first articles of a store; where it has fewer and there is a corpus, with those of it that come next."""
    from mindgist.learn.annotate import articles_to_annotate
    from mindgist.learn.corpus import read_corpus
    from mindgist.learn.pseudo_graphs import read_pseudo_graphs
    from mindgist.learn.training_set import read_training_set

    known = {one.article.id for one in read_pseudo_graphs(graphs, articles)}
    others: list[Any] = []
    if corpus is not None and len(known) < articles:
        source = (one for one in articles_to_annotate(read_corpus(corpus)) if one.id not in known)
        others = list(islice(source, articles - len(known)))
    return read_training_set(graphs, articles, not_annotated=others)


def _spoken(name: str, trainer: Any, validate: Callable[..., dict[str, float]]) -> Callable[..., dict[str, float]]:
    """The same validation, told on standard output."""

    def spoken(detector: Any, vocabulary: Any) -> dict[str, float]:
        found = validate(detector, vocabulary)
        print(f"{name}: epoch {len(trainer.progress.history) + 1}, {found}", flush=True)
        return found

    return spoken


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("score", "train", "time", "refined", "case", "render"))
    parser.add_argument("--benchmark", type=Path, help="the folder of dev.jsonl and test-open.jsonl")
    parser.add_argument("--graphs", type=Path, help="the folder of pseudo graphs")
    parser.add_argument("--corpus", type=Path, help="for rows of more articles than are annotated")
    parser.add_argument("--work", type=Path, help="the folder for training runs")
    parser.add_argument("--rows", nargs="*", choices=sorted(BY_NAME), help="only these rows")
    parser.add_argument("--seeds", nargs="*", type=int, help="only these seeds")
    parser.add_argument("--articles", type=int, help="train on, or time, no more articles than this")
    parser.add_argument("--until", metavar="HH:MM", help="begin no run after this time of day")
    parser.add_argument("--teacher", type=Path, help="for Table 3 and the case: the folder of the cross-encoder")
    parser.add_argument("--transformer", help="for Table 3: what to time as an untrained cross-encoder")
    parser.add_argument("--fast-teacher", type=Path, help="for Table 3 and the case: the folder of the fast teacher")
    parser.add_argument("--mrdmf", type=Path, help="for Table 3 and the case: the folder of MRDMF's model")
    return parser.parse_args()


if __name__ == "__main__":
    main()
