"""What refinement changes: the graphs of EMGN beside those of EMGN-GR of the same seed, on the validation articles."""

import argparse
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

import store
from mindgist.evaluate.benchmark import read_benchmark
from provenance import DEV, provenance

Scores = list[NDArray[np.float32]]
"""The governing scores of each article."""

_ANNOTATION = "fourth"


def compare(options: argparse.Namespace) -> None:
    """Compare the networks of every seed that both rows have, and the seeds of EMGN-GR among each other.

    What was recorded of earlier annotations is kept: their networks are lost.
    """
    path = store.RESULTS / "refined.json"
    before = store.read_json(path) or {"compared": {}}
    names = [f"{_ANNOTATION}-annotation/{name}" for name in ("paper-emgn", "paper-emgn-gr")]
    seeds = [seed for seed in range(5) if all(store.read(name, seed) is not None for name in names)]
    graphs = {(name, seed): _graphs(options, options.work / name / str(seed)) for name in names for seed in seeds}
    found = {
        f"refined and not, same seed, {_ANNOTATION} annotation": [
            _apart(graphs[names[0], seed], graphs[names[1], seed]) for seed in seeds
        ],
        f"two seeds, neither refined, {_ANNOTATION} annotation": [
            _apart(graphs[names[1], one], graphs[names[1], other]) for one, other in combinations(seeds, 2)
        ],
    }
    store.write_json(
        path, before | {"compared": before["compared"] | found, f"run, {_ANNOTATION}": provenance(options.benchmark)}
    )


def _graphs(options: argparse.Namespace, folder: Path) -> Scores:
    from mindgist.learn.training_state import load_model
    from mindgist.learn.validation import DetectorGraph

    relate = DetectorGraph(*load_model(folder))
    return [relate(article.document).scores for article in read_benchmark(options.benchmark / DEV)]


def _apart(left: Scores, right: Scores) -> dict[str, Any]:
    """How far two networks' graphs are apart, over all pairs of sentences, and how often they have the same root."""
    first, second = (np.concatenate([one.ravel() for one in each]) for each in (left, right))
    same = [
        bool(one.sum(axis=1).argmax() == other.sum(axis=1).argmax()) for one, other in zip(left, right, strict=True)
    ]
    return {
        "difference": float(np.abs(first - second).mean()),
        "correlation": float(np.corrcoef(first, second)[0, 1]),
        "same_root": fmean(same),
    }
