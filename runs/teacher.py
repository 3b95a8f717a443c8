"""The teachers and MRDMF: trained, measured, compared; goes on where it was stopped.

    python runs/teacher.py --corpus DIR --benchmark DIR --work DIR --transformer NAME

Models, pseudo graphs and the pairwise systems' graphs of the benchmark are kept in WORK, results in runs/results:
a file for each row and seed, and teacher.json with what was trained on how much, for how long, and how far the two
forms of the teacher agree. The fast teacher and MRDMF are trained once a seed, the cross-encoder once. Steps that are
done are not done again. Nothing is chosen on test-open.jsonl.
"""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import store
from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.evaluation import evaluate_system
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import MapScore
from mindgist.files import atomic_write, fingerprint
from mindgist.graph import RelationGraph
from mindgist.learn.annotate import annotate, articles_to_annotate
from mindgist.learn.checkpoint import checkpoint_config
from mindgist.learn.corpus import CorpusArticle, read_corpus
from mindgist.learn.cross_encoder import FineTuning
from mindgist.learn.fast_teacher import HeadSettings
from mindgist.learn.mrdmf import MrdmfSettings
from mindgist.learn.pairs import GOVERNORS, PairSettings
from mindgist.learn.pseudo_graphs import finished_shards, read_pseudo_graphs
from mindgist.learn.teacher import Teacher
from mindgist.learn.teaching import (
    Teaching,
    identity,
    load_teacher,
    teach,
    training_articles,
)
from mindgist.learn.training import use_threads
from mindgist.mapper import MindMapper
from mindgist.systems import tree_named
from provenance import DEV, OPEN, provenance
from significance import rank_correlation
from tables import scored

SEEDS = range(5)
MRDMF = ("mrdmf", "mrdmf-more", "mrdmf-stand-ins", "mrdmf-stand-ins-more")
COMPARED = 50  # articles of the corpus, held out from both teachers' training, on which the two are compared
CROSS = ("cross-teacher", "cross-stand-ins")
FAST = ("fast-teacher", "stand-in-teacher")
FORMS = {**dict.fromkeys(FAST, "fast"), **dict.fromkeys(CROSS, "cross"), **dict.fromkeys(MRDMF, "mrdmf")}
STAND_INS = ("mrdmf-stand-ins", "mrdmf-stand-ins-more", "stand-in-teacher", "cross-stand-ins")


def pairs_of(name: str) -> PairSettings:
    """How the pairs of a row are made; MRDMF's earlier rows learned from the teachers' pairs."""
    return GOVERNORS["sentences" if name in STAND_INS else "highlights"]


class SavedGraphs:
    """A teacher's graphs, each kept when it is made: a cross-encoder needs a minute for a long article."""

    def __init__(self, teacher: Teacher, folder: Path) -> None:
        self._teacher = teacher
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, document: Document) -> Path:
        """Where the document's graph is kept."""
        return self._folder / f"{fingerprint(document.text)[:24]}.npy"

    def __call__(self, document: Document) -> RelationGraph:
        """The document's graph, made or taken from the folder."""
        path = self.path(document)
        if not path.is_file():
            (scores,) = self._teacher.graphs([[sentence.plain for sentence in document.sentences]])
            with atomic_write(path) as waiting, waiting.open("wb") as file:
                np.save(file, scores)
        return RelationGraph(np.load(path, allow_pickle=False))


def main() -> None:
    """Run every step that is named and not yet done."""
    options = _options()
    use_threads(options.threads)
    kept = store.RESULTS / "teacher.json"
    found: dict[str, Any] = {}
    for step in options.steps:
        if step in FORMS:
            _score(step, options)
        elif step == "annotate":
            found[_called("annotation", options)] = _annotate(options)
        elif step == "compare":
            found["agreement"] = _agreement(options)
    before = store.read_json(kept) or {}
    found["measured"] = before.get("measured", {}) | _measured(options)
    found["settings"] = before.get("settings", {}) | _settings(options)
    store.write_json(kept, before | found | {_called("run", options): provenance(options.benchmark)})


def _model(name: str, seed: int, options: argparse.Namespace) -> Teacher:
    """The trained model of a row and seed; trained now, if it is not there yet."""
    folder = _folder(options.work, name, seed)
    if not (folder / "mindgist.json").is_file() or "measured" not in checkpoint_config(folder):
        most_pairs = {**dict.fromkeys(CROSS, options.cross_pairs), **dict.fromkeys(MRDMF, options.mrdmf_pairs)}
        teaching = Teaching(
            options.transformer,
            most_pairs=most_pairs.get(name),
            epochs=options.cross_epochs if name in CROSS else None,
            seed=seed,
            cache=options.work / "cache",
            pairs=pairs_of(name),
        )
        articles = _articles(options, options.mrdmf_articles if name in MRDMF else options.articles)
        measured = teach(FORMS[name], articles, folder, teaching, lambda *told: print(name, seed, *told, flush=True))
        print(name, seed, measured, flush=True)
    return load_teacher(folder, options.transformer, options.work / "cache")


def _articles(options: argparse.Namespace, most: int) -> list[CorpusArticle]:
    """The first articles, as they were annotated if they were: a later reading may cut sentences elsewhere."""
    kept = list(islice(_annotated(options.work), most))
    return kept if len(kept) == most else training_articles(options.corpus, most)


def _annotated(work: Path) -> Iterator[CorpusArticle]:
    folder = work / "pseudo"
    return (one.article for one in read_pseudo_graphs(folder)) if finished_shards(folder) else iter(())


def _called(name: str, options: argparse.Namespace) -> str:
    """What is known from an earlier run is not replaced by a run that has a name of its own."""
    return f"{name}, {options.called}" if options.called else name


def _folder(work: Path, name: str, seed: int) -> Path:
    return work / name if name in CROSS else work / f"{name}-{seed}"


def _score(name: str, options: argparse.Namespace) -> None:
    """A row on the benchmark. The cross-encoder is trained once: its seeds are the tree generator's only."""
    for seed in options.seeds:
        if store.read(name, seed) is not None:
            continue
        trained = 0 if name in CROSS else seed
        relate = SavedGraphs(_model(name, trained, options), options.work / "graphs" / f"{name}-{trained}")
        result = scored(MindMapper(relate, tree_named("recursive", seed)), options.benchmark)
        store.write(name, seed, {"trained_with_seed": trained} | result, options.benchmark)
        print(name, seed, result["dev"]["ssm_avg"], result["dev"]["ksm_avg"], flush=True)


def _annotate(options: argparse.Namespace) -> dict[str, Any]:
    """The pseudo graphs, and how many there are."""
    folder = options.work / "pseudo"
    before = list(_annotated(options.work))
    known = {article.id for article in before}
    others = (one for one in articles_to_annotate(read_corpus(options.corpus)) if one.id not in known)
    source = chain(before, others)
    teacher = _model(options.annotator, 0, options)
    teacher_is = identity(_folder(options.work, options.annotator, 0))
    annotate(teacher, source, folder, teacher_is, options.annotated, report=lambda done: print(done, flush=True))
    sizes = np.array([len(one.graph) for one in read_pseudo_graphs(folder)])
    return {**teacher_is, "articles": len(sizes), "sentences": int(sizes.sum()), "scores": int((sizes**2).sum())}


def _agreement(options: argparse.Namespace) -> dict[str, Any]:
    """How far the two teachers' graphs agree: over all pairs of different sentences, article sets apart."""
    sources = {
        name: SavedGraphs(_model(name, 0, options), options.work / "graphs" / f"{name}-0")
        for name in ("fast-teacher", "cross-teacher")
    }
    after = articles_to_annotate(read_corpus(options.corpus))
    unseen = islice(after, options.articles, options.articles + options.compared)
    benchmarks = {"dev": read_benchmark(options.benchmark / DEV), "open": read_benchmark(options.benchmark / OPEN)}
    sets: dict[str, list[Any]] = {**benchmarks, "corpus": list(unseen)}
    found: dict[str, Any] = {}
    for part, articles in sets.items():
        if options.saved:
            articles = [
                one for one in articles if all(saved.path(one.document).is_file() for saved in sources.values())
            ]
        if articles:
            found[part] = _compared([article.document for article in articles], *sources.values())
        if articles and part in benchmarks:
            found[part] |= {name: _both(relate, articles) for name, relate in sources.items()}
    return found


def _both(relate: SavedGraphs, articles: list[BenchmarkArticle]) -> dict[str, list[float]]:
    """SSM and KSM on these articles, for each seed of the tree generator."""
    by_seed: dict[int, list[MapScore]] = {seed: [] for seed in SEEDS}
    for seed, _, score in evaluate_system(
        lambda seed: MindMapper(relate, tree_named("recursive", seed)), articles, SEEDS
    ):
        by_seed[seed].append(score)
    rows = [measures(scores) for scores in by_seed.values()]
    return {name: [row[f"{name}_avg"] for row in rows] for name in ("ssm", "ksm")}


def _compared(documents: list[Document], fast: SavedGraphs, cross: SavedGraphs) -> dict[str, Any]:
    pairs = [(_apart(fast(document)), _apart(cross(document))) for document in documents]
    left, right = (np.concatenate(scores) for scores in zip(*pairs, strict=True))
    return {
        "articles": len(documents),
        "pairs": len(left),
        "correlation": float(np.corrcoef(left, right)[0, 1]),
        "rank_correlation": rank_correlation(left, right),
        "same_side_of_half": float(((left >= 0.5) == (right >= 0.5)).mean()),
        "fast_governing": float((left >= 0.5).mean()),
        "cross_governing": float((right >= 0.5).mean()),
    }


def _apart(graph: RelationGraph) -> NDArray[np.float32]:
    return graph.scores[~np.eye(len(graph), dtype=bool)]


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    """What each trained model of this run's steps was measured at on held-out pairs."""
    folders = [_folder(options.work, name, seed) for name in FORMS if name in _taken(options) for seed in SEEDS]
    configs = {folder.name: checkpoint_config(folder) for folder in folders if (folder / "mindgist.json").is_file()}
    return {_called(name, options): config["measured"] for name, config in configs.items() if "measured" in config}


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """What the forms of this run's steps were trained with; those of other steps keep what they had."""
    forms: dict[str, dict[str, Any]] = {
        "fast-teacher": asdict(HeadSettings()) | {"articles": options.articles},
        "cross-teacher": asdict(FineTuning(epochs=options.cross_epochs))
        | {"articles": options.articles, "most_pairs": options.cross_pairs},
        "mrdmf": asdict(MrdmfSettings()) | {"articles": options.mrdmf_articles, "most_pairs": options.mrdmf_pairs},
    }
    forms |= {name: forms[same[0]] for same in (FAST, CROSS, MRDMF) for name in same}
    transformer = {"transformer": Path(options.transformer).name}
    return {
        _called(name, options): form | transformer | {"made_of": asdict(pairs_of(name))}
        for name, form in forms.items()
        if name in _taken(options)
    }


def _taken(options: argparse.Namespace) -> set[str]:
    """The rows whose models this run's steps train."""
    return {options.annotator if step == "annotate" else step for step in options.steps}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--benchmark", type=Path, required=True, help="the folder of dev.jsonl and test-open.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="the folder for models and graphs")
    parser.add_argument("--transformer", required=True, help="a local folder, an installed package, or a hub name")
    parser.add_argument(
        "--steps",
        nargs="*",
        default=["fast-teacher", "cross-teacher", "mrdmf", "annotate", "compare"],
        help="only these, in this order",
    )
    parser.add_argument("--seeds", nargs="*", type=int, default=list(SEEDS), help="only these")
    parser.add_argument("--articles", type=int, default=3000, help="that the teachers' pairs are made of")
    parser.add_argument("--mrdmf-articles", type=int, default=3000, help="that MRDMF's pairs are made of")
    parser.add_argument("--mrdmf-pairs", type=int, help="that MRDMF learns from: the first so many")
    parser.add_argument("--annotator", default="fast-teacher", choices=sorted(FORMS), help="whose graphs are the store")
    parser.add_argument("--annotated", type=int, default=8000, help="articles to annotate")
    parser.add_argument("--compared", type=int, default=COMPARED, help="corpus articles to compare the teachers on")
    parser.add_argument("--saved", action="store_true", help="compare on articles whose graphs are there already")
    parser.add_argument("--cross-pairs", type=int, default=4800, help="pairs that the cross-encoder is fine-tuned on")
    parser.add_argument("--cross-epochs", type=int, default=1)
    parser.add_argument("--called", help="what this run's models are called in teacher.json beside those of others")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
