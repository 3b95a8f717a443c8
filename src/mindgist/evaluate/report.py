"""The scores of a system over a benchmark, and a report for programs."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from mindgist.evaluate.coverage import coverage_figures
from mindgist.evaluate.scoring import MapScore
from mindgist.evaluate.shape import shape_figures
from mindgist.files import file_fingerprint

SHORT = 25  # sentences; the paper has separate scores for articles up to this length

Measures = dict[str, float]
"""Scores of a whole benchmark by name, in percent except for the depth."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One measure over the seeds: its mean and its standard deviation (0 for a single seed)."""

    mean: float
    deviation: float
    values: tuple[float, ...]


def measures(scores: Sequence[MapScore]) -> Measures:
    """The measures for one seed: means over the articles; the attachment is counted over all of them."""
    short = [score for score in scores if score.sentences <= SHORT]
    long = [score for score in scores if score.sentences > SHORT]
    found: Measures = {}
    for name in ("ssm", "ksm"):
        for column, measure in enumerate(("r1", "r2", "rl")):
            found[f"{name}_{measure}"] = 100 * fmean(float(getattr(score, name)[column]) for score in scores)
        found[f"{name}_avg"] = _average(scores, name)
        found[f"{name}_short"] = _average(short, name)
        found[f"{name}_long"] = _average(long, name)
    attached = sum(score.attached for score in scores)
    return found | {
        "free_ssm": 100 * fmean(score.free_ssm for score in scores),
        "free_ksm": 100 * fmean(score.free_ksm for score in scores),
        "node_f1": 100 * fmean(score.node_f1 for score in scores),
        "root_accuracy": 100 * fmean(score.root_right for score in scores),
        "attachment": 100 * sum(score.attached_right for score in scores) / attached if attached else 0.0,
        "depth": fmean(score.depth for score in scores),
        **shape_figures([score.shape for score in scores]),
        **coverage_figures([score.coverage for score in scores]),
    }


def _average(scores: Sequence[MapScore], name: str) -> float:
    """The mean of 'ssm' or 'ksm' over the articles, 0 if there are none."""
    return 100 * fmean(float(getattr(score, name).mean()) for score in scores) if scores else 0.0


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
        "measures": {name: asdict(summary) for name, summary in summarize(by_seed).items()},
        "articles": {
            str(seed): {
                article: {"ssm": 100 * float(score.ssm.mean()), "ksm": 100 * float(score.ksm.mean())}
                for article, score in zip(ids, scores, strict=True)
            }
            for seed, scores in by_seed.items()
        },
    }
