"""Why Random and the TF-IDF cosine stay below the protocol's reference points: other readings of the tree generator.

    python runs/generator_variants.py --benchmark DIR

Every variant changes one thing in a plain form of the paper's generator, on the validation articles only; the figures
are kept in runs/results/generator-variants.json.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

import store
from mindgist.document import Document
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.evaluation import predict
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.graph import EmgnGraph, Relate, RelationGraph, lead_graph
from mindgist.graph.lexrank import cosine_graph
from mindgist.graph.random import RandomGraph
from mindgist.mapper import MindMapper
from mindgist.tree import Tree
from mindgist.tree.two_means import two_means
from provenance import DEV, provenance

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Generator:
    """The paper's generator in its plainest form, one detail of it changed."""

    seed: int = 0
    features: str = "column"  # or "row", or "cluster": the column's scores within the cluster
    split: str = "2-means"  # or "random"
    threshold: str = "cluster"  # or "document": the whole row's sum; or "none"
    governor: str = "cluster"  # the largest sum over the cluster, or over the "document"
    order: str = "salience"  # or "depth"; or "edge": the strongest edges first

    def __call__(self, graph: RelationGraph) -> Tree:
        scores = graph.scores.astype(np.float64)
        generator = np.random.default_rng(self.seed)
        governors = [-1] * len(scores)
        stack = [(np.arange(len(scores)), -1)]
        while stack:
            cluster, above = stack.pop()
            if len(cluster) == 1:
                governors[int(cluster[0])] = above
                continue
            inside, whole = scores[np.ix_(cluster, cluster)].sum(axis=1), scores[cluster].sum(axis=1)
            best = int((inside if self.governor == "cluster" else whole).argmax())
            strength = {"cluster": inside[best], "document": whole[best], "none": np.inf}[self.threshold]
            if strength > 0.5 * len(cluster):
                governors[int(cluster[best])], above = above, int(cluster[best])
                cluster = np.delete(cluster, best)
            if len(cluster) > 1:
                second = self._parted(scores, cluster, generator)
                stack += [(part, above) for part in (cluster[~second], cluster[second])]
            else:
                stack.append((cluster, above))
        return self._ordered(scores, governors)

    def _parted(self, scores: Floats, cluster: NDArray[np.intp], generator: np.random.Generator) -> NDArray[np.bool_]:
        if self.split == "random":
            second = generator.random(len(cluster)) < 0.5
            return second if 0 < second.sum() < len(second) else np.arange(len(cluster)) == 0
        rows = scores[cluster] if self.features == "row" else scores.T[cluster]
        chosen = rows[:, cluster] if self.features == "cluster" else rows
        return two_means(chosen @ chosen.T)

    def _ordered(self, scores: Floats, governors: list[int]) -> Tree:
        lines = {sentence: _line(sentence, governors) for sentence in range(len(governors))}
        key: dict[str, Callable[[int], tuple[float, float]]] = {
            "salience": lambda one: (0, -scores[one].sum()),
            "depth": lambda one: (len(lines[one]), -scores[one].sum()),
            "edge": lambda one: (-scores[governors[one], one] if governors[one] >= 0 else -1, -scores[one].sum()),
        }
        place: dict[int, int] = {}
        for sentence in sorted(lines, key=key[self.order]):
            for ancestor in lines[sentence]:
                place.setdefault(ancestor, len(place))
        parents = tuple(place[governors[one]] if governors[one] >= 0 else None for one in place)
        return Tree(tuple(place), parents, (1.0,) * len(place))


def _line(sentence: int, governors: list[int]) -> list[int]:
    """The sentence's ancestors, the root first, and itself."""
    line = [sentence]
    while governors[line[0]] >= 0:
        line.insert(0, governors[line[0]])
    return line


def smoothed_cosine(document: Document) -> RelationGraph:
    """TF-IDF as scikit-learn's vectorizer has it: words of two letters or more, ln((1 + n) / (1 + df)) + 1."""
    counts = [Counter(re.findall(r"\b\w\w+\b", sentence.text.lower())) for sentence in document.sentences]
    known = sorted({word for count in counts for word in count})
    often = np.array([[count[word] for word in known] for count in counts], dtype=np.float64)
    weights = often * (np.log((1 + len(counts)) / (1 + (often > 0).sum(axis=0))) + 1)
    weights /= np.maximum(np.linalg.norm(weights, axis=1, keepdims=True), 1e-12)
    return RelationGraph((weights @ weights.T).clip(0, 1))


VARIANTS: dict[str, dict[str, str]] = {
    "as it is": {},
    "rows as features": {"features": "row"},
    "features within the cluster": {"features": "cluster"},
    "random split": {"split": "random"},
    "threshold on the whole row": {"threshold": "document"},
    "no threshold": {"threshold": "none"},
    "governor by the whole row": {"governor": "document"},
    "governor by the whole row, no threshold": {"governor": "document", "threshold": "none"},
    "upper nodes first": {"order": "depth"},
    "strongest edges first": {"order": "edge"},
}
GRAPHS: dict[str, tuple[Callable[[int], Relate], int]] = {
    "random": (RandomGraph, 20),
    "TF-IDF cosine": (lambda seed: cosine_graph, 1),
    "TF-IDF cosine, smoothed": (lambda seed: smoothed_cosine, 1),
    "lead": (lambda seed: lead_graph, 1),
    "EMGN, shipped": (lambda seed: EmgnGraph.shipped(), 1),
}


def main() -> None:
    """Score every variant with every graph."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", type=Path, required=True, help="the folder of dev.jsonl")
    options = parser.parse_args()
    scorers = [(article, ArticleScorer(article)) for article in read_benchmark(options.benchmark / DEV)]
    found: dict[str, Any] = {}
    for name, settings in VARIANTS.items():
        found[name] = {graph: _scored(make, seeds, settings, scorers) for graph, (make, seeds) in GRAPHS.items()}
        print(name, found[name], flush=True)
        run = provenance(options.benchmark)
        store.write_json(store.RESULTS / "generator-variants.json", {"dev": found, "run": run})


def _scored(
    make: Callable[[int], Relate],
    seeds: int,
    settings: dict[str, str],
    scorers: list[tuple[BenchmarkArticle, ArticleScorer]],
) -> dict[str, list[float]]:
    """Means and deviations over the seeds of SSM and KSM."""
    rows = []
    for seed in range(seeds):
        mapper = MindMapper(make(seed), Generator(seed, **settings))
        rows.append(measures([scorer.score(predict(mapper, article)) for article, scorer in scorers]))
    values = {kind: [row[f"{kind}_avg"] for row in rows] for kind in ("ssm", "ksm")}
    return {kind: [fmean(each), stdev(each) if seeds > 1 else 0.0] for kind, each in values.items()}


if __name__ == "__main__":
    main()
