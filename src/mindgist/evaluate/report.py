"""The scores of a system over a benchmark, and a report for programs."""

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from mindgist.evaluate.scoring import MapScore
from mindgist.evaluate.shape import coverage_figures, shape_figures
from mindgist.files import file_fingerprint

_MEANS = {"free_ssm": "free_ssm", "free_ksm": "free_ksm", "node_f1": "node_f1", "root_right": "root_accuracy"}
SHORT = 25  # sentences; the paper has separate scores for articles up to this length

Measures = dict[str, float]
"""Scores of a whole benchmark by name, in percent except for the depth."""


class Summary(NamedTuple):
    """One measure over the seeds: its mean and its standard deviation (0 for a single seed)."""

    mean: float
    deviation: float
    values: tuple[float, ...]


def measures(scores: Sequence[MapScore]) -> Measures:
    """The measures for one seed: means over the articles; the attachment is counted over all of them."""
    is_short = np.array([score.sentences <= SHORT for score in scores])
    found: Measures = {}
    for name in ("ssm", "ksm"):
        rouge = 100 * np.array([getattr(score, name) for score in scores])  # (articles, 3)
        found |= zip((f"{name}_r1", f"{name}_r2", f"{name}_rl"), rouge.mean(axis=0).tolist(), strict=True)
        for part, rows in (("avg", rouge), ("short", rouge[is_short]), ("long", rouge[~is_short])):
            found[f"{name}_{part}"] = float(rows.mean()) if len(rows) else 0.0
    for name, measure in _MEANS.items():
        found[measure] = 100 * fmean(getattr(score, name) for score in scores)
    attached = sum(score.attached for score in scores)
    return found | {
        "attachment": 100 * sum(score.attached_right for score in scores) / attached if attached else 0.0,
        "depth": fmean(score.depth for score in scores),
        **shape_figures([score.shape for score in scores]),
        **coverage_figures([score.coverage for score in scores]),
    }


def summarize(by_seed: Mapping[int, Sequence[MapScore]]) -> dict[str, Summary]:
    """Each measure over the seeds."""
    found = [measures(scores) for scores in by_seed.values()]
    columns = {name: tuple(one[name] for one in found) for name in found[0]}
    return {
        name: Summary(fmean(values), stdev(values) if len(values) > 1 else 0.0, values)
        for name, values in columns.items()
    }


def report(
    benchmark: Path, settings: Mapping[str, Any], ids: Sequence[str], by_seed: Mapping[int, Sequence[MapScore]]
) -> dict[str, Any]:
    """The figures with everything that is needed to repeat them."""
    return {
        "benchmark": {"name": benchmark.name, "sha256": file_fingerprint(benchmark), "articles": len(ids)},
        "settings": dict(settings),
        "seeds": list(by_seed),
        "versions": {
            "mindgist": version("mindgist"),
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "machine": f"{platform.system()} {platform.machine()}",
        },
        "measures": {name: summary._asdict() for name, summary in summarize(by_seed).items()},
        "articles": {
            str(seed): {
                article: {"ssm": 100 * float(score.ssm.mean()), "ksm": 100 * float(score.ksm.mean())}
                for article, score in zip(ids, scores, strict=True)
            }
            for seed, scores in by_seed.items()
        },
    }
