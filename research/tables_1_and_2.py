"""Tables 1 and 2: score every system on dev.jsonl and test-open.jsonl; what is recorded is not run again.

    python research/tables_1_and_2.py baselines --benchmark DIR
    python research/tables_1_and_2.py teachers  --benchmark DIR --corpus DIR --work DIR
    python research/tables_1_and_2.py emgn      --benchmark DIR --graphs DIR --work DIR

GRAPHS are the pseudo graphs of the shipped model (`mindgist train emgn --data` leaves them in MODEL/training/graphs).
Models go to WORK. A network is chosen by dev.jsonl alone; test-open.jsonl is scored once, when its training has ended.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from library import (
    BASELINES,
    DEV,
    OPEN,
    RESULTS,
    SHIPPED,
    TEACHERS,
    VARIANTS,
    Row,
    add_seed,
    cosine_graph,
    provenance,
    read_json,
    seeds_of,
    write_json,
)
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.scoring import ArticleScorer, measures, predict
from mindgist.graph import emgn_graph
from mindgist.mapper import MindMapper
from mindgist.systems import graph_named, tree_named

# How each teacher was trained: articles whose pairs are used, and other options than the defaults.
_TEACHERS: dict[str, tuple[int, dict[str, Any]]] = {
    "cross-encoder": (7200, {"form": "cross", "max_pairs": 60_000, "epochs": 1}),
    "fast-teacher-highlights": (2500, {"governors": "highlights"}),
    "fast-teacher": (2500, {}),
}
_TEACHER_ROWS = tuple(row for row in TEACHERS if row.name in _TEACHERS)  # mrdmf.py runs the other one


def main() -> None:
    """Run the step that the command line names."""
    options = _options()
    rows = {"baselines": (*BASELINES, SHIPPED), "teachers": _TEACHER_ROWS, "emgn": VARIANTS}[options.step]
    run = {"baselines": _baseline, "teachers": _teacher, "emgn": _emgn}[options.step]
    for row in rows:
        recorded = {entry["seed"] for entry in seeds_of(row.name)}
        for seed in range(row.seeds):
            if seed not in recorded and (not options.rows or row.name in options.rows):
                result = run(row, seed, options)
                add_seed(row.name, seed, result, options.benchmark)
                print(f"{row.name} {seed}: dev {result['dev']['ssm_avg']:.2f} / {result['dev']['ksm_avg']:.2f}")


def score(mapper: MindMapper, benchmark: Path) -> dict[str, Any]:
    """Return a system's measures on both parts of the benchmark, and SSM and KSM of each article."""
    found: dict[str, Any] = {}
    for part, file in (("dev", DEV), ("open", OPEN)):
        scorers = _scorers(benchmark / file)
        scores = [scorer.score(predict(mapper, article)) for article, scorer in scorers]
        found[part] = measures(scores)
        found[f"{part}_articles"] = {
            article.id: [100 * float(one.ssm.mean()), 100 * float(one.ksm.mean())]
            for (article, _), one in zip(scorers, scores, strict=True)
        }
    return found


@cache
def _scorers(path: Path) -> list[tuple[BenchmarkArticle, ArticleScorer]]:
    return [(article, ArticleScorer(article)) for article in read_benchmark(path)]


def _baseline(row: Row, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    names = {"lead-star": "lead", "emgn-shipped": "emgn"}
    relate = cosine_graph if row.name == "cosine" else graph_named(names.get(row.name, row.name), seed)
    tree = "star" if row.name == "lead-star" else "recursive"
    found = score(MindMapper(relate, tree_named(tree, seed)), options.benchmark)
    if row.seeds == 1:
        return found
    return {name: value for name, value in found.items() if not name.endswith("_articles")}  # of 100 seeds: too much


def _teacher(row: Row, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    from mindgist.learn.corpus import training_articles
    from mindgist.learn.emgn_recipe import TeacherOptions, train_teacher
    from mindgist.learn.teachers import load_teacher

    articles, chosen = _TEACHERS[row.name]
    folder = options.work / f"{row.name}-{seed}"
    teacher_options = TeacherOptions(seed=seed, **chosen)
    measured = train_teacher(training_articles(options.corpus, articles), folder, teacher_options)
    record_teacher(row.name, seed, measured, options.benchmark)
    return score(MindMapper(load_teacher(folder), tree_named("recursive", seed)), options.benchmark)


def record_teacher(row: str, seed: int, measures: dict[str, float], benchmark: Path) -> None:
    """Add a teacher's measures on held-out pairs to teachers.json."""
    record = read_json(RESULTS / "teachers.json") or {"measured": {}, "runs": {}}
    record["measured"][f"{row}, seed {seed}"] = measures
    record["runs"][f"{row}, seed {seed}"] = provenance(benchmark)
    write_json(RESULTS / "teachers.json", record)


def _emgn(row: Row, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    from mindgist.learn.emgn_recipe import train_network
    from mindgist.learn.training import TrainingConfig, use_threads

    use_threads(1)
    folder = options.work / row.name / str(seed)
    config = TrainingConfig(seed=seed, **row.settings)
    trainer = train_network(options.graphs, folder, config, options.benchmark / DEV)
    mapper = MindMapper(emgn_graph(folder), tree_named("recursive", seed))
    trained = {"settings": trainer.settings, "best_epoch": trainer.best + 1, "history": trainer.epochs}
    return trained | score(mapper, options.benchmark)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("baselines", "teachers", "emgn"))
    parser.add_argument("--benchmark", type=Path, required=True, help="the folder of dev.jsonl and test-open.jsonl")
    parser.add_argument("--corpus", type=Path, help="for the teachers")
    parser.add_argument("--graphs", type=Path, help="for emgn: the folder of pseudo graphs")
    parser.add_argument("--work", type=Path, help="the folder for trained models")
    parser.add_argument("--rows", nargs="*", help="only these rows")
    return parser.parse_args()


if __name__ == "__main__":
    main()
