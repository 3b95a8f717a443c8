"""What the research scripts share: the rows, their records with provenance, statistics, Markdown tables and charts.

A record is ``results/ROW.json`` with one entry for each seed under "seeds". Each entry, or the file, says under "run"
which command, commit, versions and benchmark produced it.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.files import file_fingerprint, make_folder, write_file
from mindgist.graph import RelationGraph
from mindgist.graph.baselines import tfidf_cosines

RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parent.parent / "docs"
DEV, OPEN = "dev.jsonl", "test-open.jsonl"
_VERSIONS_OF = ("numpy", "torch", "transformers", "rouge-score-rs")


# Rows ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A system of the tables, with the paper's figures for it."""

    name: str
    label: str
    seeds: int = 1
    settings: dict[str, Any] = field(default_factory=dict)  # that differ from the paper's settings of EMGN
    paper: tuple[float, float] | None = None  # SSM and KSM on the paper's 120 articles
    paper_split: tuple[float, float, float, float] | None = None  # SSM <= 25, > 25, KSM <= 25, > 25 sentences


_TEACHER: dict[str, Any] = {"paper": (38.38, 38.95), "paper_split": (44.36, 34.34, 44.27, 34.89)}  # DistilBert
BASELINES = (
    Row("random", "Random", 100, paper=(28.77, 28.63), paper_split=(31.94, 26.63, 32.53, 26.22)),
    Row("cosine", "LexRank as in the paper", paper=(30.45, 29.93),
        paper_split=(33.54, 28.07, 33.99, 27.28)),
    Row("lexrank", "LexRank with centrality"),
    Row("lead", "position alone"),
    Row("lead-star", "lead star"),
)  # fmt: skip
TEACHERS = (
    Row("mrdmf", "MRDMF", 5, paper=(34.47, 32.18), paper_split=(39.83, 30.58, 36.76, 28.69)),
    Row("cross-encoder", "cross-encoder teacher", **_TEACHER),
    Row("fast-teacher-highlights", "fast teacher on the paper's pairs", 5, **_TEACHER),
    Row("fast-teacher", "fast teacher", 5),
)
EMGN = Row("emgn", "EMGN", 5, {}, (42.73, 42.43), (50.23, 37.38, 49.48, 37.44))
VARIANTS = (
    Row("emgn-root", "EMGN(root)", 5, {"refinement": "root"}, (42.61, 42.40), (49.91, 37.32, 49.39, 37.24)),
    Row("emgn-root-greedy", "EMGN(root)+greedy", 5, {"refinement": "greedy"}, (39.77, 39.39)),
    Row("emgn-gr", "EMGN-GR", 5, {"refinement": "none"}, (41.63, 40.75), (49.22, 36.22, 46.81, 36.14)),
    Row("emgn-biaffine", "EMGN(biaffine)", 5, {"scorer": "biaffine"}, (42.23, 41.96), (49.54, 37.00, 48.36, 37.13)),
    EMGN,
    # The paper's lambda of 0.01 is a lambda of 1 here if its rewards are percentages; it does not say.
    Row("emgn-lambda-1", "EMGN, λ = 1", 5, {"refinement_weight": 1.0}),
)
SHIPPED = Row("emgn-shipped", "EMGN, the shipped network")  # left out of the tables until it has a record
CMGN = Row("cmgn", "CMGN (AAAI 2024), as published", 0, paper=(44.27, 43.67))  # five seeds in its public log
MAIN = (*BASELINES, *TEACHERS, *VARIANTS, SHIPPED)
# Trained on MRDMF's graphs with a learning rate of 1e-3 and lambda = 1, validated every 32 steps. That rhythm is no
# longer an option: to run them again, take the commit that their records name.
SIZES = {size: Row(f"size-{size}", f"{size:,} articles", 5) for size in (500, 1000, 2000, 4000, 8000, 16_000, 40_000)}
SAMPLES = {1: SIZES[2000], 2: Row("samples-2", "2 samples", 5), 4: Row("samples-4", "4 samples", 5)}
BY_NAME = {row.name: row for row in (*MAIN, *SIZES.values(), *SAMPLES.values())}


def cosine_graph(document: Document) -> RelationGraph:
    """Return LexRank as the paper describes it: scores[i, j] is the TF-IDF cosine, without the random walk."""
    return RelationGraph(tfidf_cosines([words(sentence.plain) for sentence in document.sentences]))


# Records ---------------------------------------------------------------------------------------------------------


def read_json(path: Path) -> dict[str, Any] | None:
    """Return the content of a JSON file, or None if it does not exist."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def write_json(path: Path, content: Any, indent: int | None = 1) -> None:
    """Write JSON atomically, with floats rounded to six decimals."""
    make_folder(path.parent)
    write_file(path, json.dumps(_rounded(content), indent=indent, ensure_ascii=False) + "\n")


def seeds_of(row: str) -> list[dict[str, Any]]:
    """Return what was recorded of a row, one entry for each seed."""
    record = read_json(RESULTS / f"{row}.json")
    return list(record["seeds"]) if record else []


def add_seed(row: str, seed: int, result: Mapping[str, Any], benchmark: Path) -> None:
    """Add the result of a seed to the record of its row."""
    entries = [one for one in seeds_of(row) if one["seed"] != seed]
    entries.append({"seed": seed, **result, "run": provenance(benchmark)})
    write_json(RESULTS / f"{row}.json", {"row": row, "seeds": sorted(entries, key=lambda one: one["seed"])}, None)


def values(row: Row, part: str, measure: str) -> list[float]:
    """Return a measure of a row on a part of the benchmark ("dev" or "open") for each seed."""
    return [entry[part][measure] for entry in seeds_of(row.name)]


def provenance(benchmark: Path | None = None) -> dict[str, Any]:
    """Return the command (without folders), commit, versions, machine and fingerprints of the benchmark."""
    command = [Path(word).name if "/" in word else word for word in sys.argv]
    return {
        "command": " ".join(["python", *command]),
        "commit": commit(),
        "benchmark": fingerprints(benchmark) if benchmark else {},
        "versions": {"python": platform.python_version()}
        | {name: found for name in _VERSIONS_OF if (found := _version(name))},
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def fingerprints(benchmark: Path) -> dict[str, str]:
    """Return the first 16 digits of the SHA-256 of each benchmark file."""
    return {name: file_fingerprint(benchmark / name)[:16] for name in (DEV, OPEN) if (benchmark / name).is_file()}


@cache
def commit() -> str:
    """Return the commit at the start of the run, marked as dirty if the code differs from it."""
    root = Path(__file__).parent.parent
    head = _git("rev-parse", "--short=12", "HEAD", folder=root)
    changed = _git("status", "--porcelain", "--", "src", "research/*.py", "benchmarks/*.py", folder=root)
    return head + ("-dirty" if changed else "")


def _git(*words: str, folder: Path) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=folder).stdout.strip()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _rounded(content: Any) -> Any:
    if isinstance(content, float):
        return round(content, 6)
    if isinstance(content, dict):
        return {name: _rounded(value) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_rounded(value) for value in content]
    return content


# Statistics ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scores:
    """SSM and KSM of a row on the open articles, for each training."""

    articles: tuple[str, ...]
    values: NDArray[np.float64]  # (trainings, articles, 2)
    seeds: tuple[int, ...]
    family: str | None  # rows of a family start from the same weights if their seeds are equal; None: not trained

    def of(self, articles: tuple[str, ...], column: int) -> NDArray[np.float64]:
        """Return SSM (column 0) or KSM (1) of these articles, shape (trainings, articles)."""
        return self.values[:, [self.articles.index(article) for article in articles], column]

    def standard_error(self, column: int) -> float:
        """Return the standard error of the mean over the articles."""
        means = self.values[:, :, column].mean(axis=0)
        return float(means.std(ddof=1) / len(means) ** 0.5)


@dataclass(frozen=True)
class Difference:
    """The mean difference of two rows with two p-values."""

    mean: float
    p_articles: float  # the networks are given, the articles are drawn
    p_both: float | None  # the seeds are drawn as well; None if a row was trained once


@cache
def scores_of(row: str) -> Scores | None:
    """Return the recorded scores of a row, or None if no article's score was recorded."""
    entries = seeds_of(row)
    if not entries or "open_articles" not in entries[0]:
        return None
    articles = tuple(entries[0]["open_articles"])
    found = [[entry["open_articles"][article] for article in articles] for entry in entries]
    untrained = row in {one.name for one in (*BASELINES, SHIPPED)}
    family = None if untrained else row if row in {one.name for one in TEACHERS} else "EMGN"
    return Scores(articles, np.array(found, dtype=np.float64), tuple(entry["seed"] for entry in entries), family)


def difference(first: Scores, second: Scores, column: int) -> Difference:
    """Return the mean difference over articles and seeds, with p-values.

    Over the articles: a two-sided paired permutation test of the means over seeds. Over both: Student's t with the sum
    of the variances of the articles' differences and of the seeds, degrees of freedom by Satterthwaite. Seeds of one
    family are paired, because they start from the same weights.
    """
    from scipy.stats import permutation_test

    scores = [one.of(first.articles, column) for one in (first, second)]
    apart = scores[0].mean(axis=0) - scores[1].mean(axis=0)
    test = permutation_test((apart,), np.mean, permutation_type="samples", vectorized=True, n_resamples=20_000, rng=0)
    seeds = [one.mean(axis=1) for one, system in zip(scores, (first, second), strict=True) if system.family]
    if first.family and (first.family, first.seeds) == (second.family, second.seeds):
        seeds = [seeds[0] - seeds[1]]
    p_both = _p_value(float(apart.mean()), [apart, *seeds]) if all(len(one) > 1 for one in seeds) else None
    return Difference(float(apart.mean()), float(test.pvalue), p_both)


def _p_value(mean: float, samples: Iterable[NDArray[np.float64]]) -> float:
    """Return the two-sided p of a mean whose variance is the sum of the variances of several samples' means."""
    from scipy.stats import t

    parts = [(float(sample.var(ddof=1)) / len(sample), len(sample) - 1) for sample in samples]
    variance = sum(part for part, _ in parts)
    if not variance:
        return 1.0 if mean == 0 else 0.0
    freedom = variance**2 / sum(part**2 / count for part, count in parts)
    return float(2 * t.sf(abs(mean) / variance**0.5, freedom))


# Pages -----------------------------------------------------------------------------------------------------------


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is text and whose others are figures."""
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def cell(found: Sequence[float]) -> str:
    """Return the mean with the standard deviation of several values."""
    if not found:
        return "–"
    return f"{fmean(found):.2f}" + (f" ± {stdev(found):.2f}" if len(found) > 1 else "")


def with_part(page: str, name: str, part: str) -> str:
    """Return the page with the generated part of this name replaced."""
    begin, end = f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->\n"
    if begin not in page or end not in page:
        raise ValueError(f"the page has no marks for the generated part '{name}'")
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n{part}\n{end}{rest.partition(end)[2]}"


@dataclass(frozen=True)
class Line:
    """A line of a chart; ``spread`` is the standard deviation of each point."""

    label: str
    points: tuple[tuple[float, float], ...]
    spread: tuple[float, ...] = ()


def write_chart(path: Path, title: str, x_label: str, y_label: str, lines: Sequence[Line]) -> None:
    """Write a line chart as SVG; the same figures give the same bytes."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    with mpl.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none", "font.size": 10}):
        figure, axes = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
        for line in lines:
            across, up = zip(*line.points, strict=True)
            axes.errorbar(across, up, line.spread or None, marker="o", markersize=3, capsize=3, label=line.label)
        xs = sorted({x for line in lines for x, _ in line.points})
        if xs[-1] > 20 * xs[0]:
            axes.set_xscale("log")
        shown = xs[:: max(1, len(xs) // 10)]
        axes.set_xticks(shown, [f"{x:,g}" for x in shown])
        axes.minorticks_off()
        axes.set(title=title, xlabel=x_label, ylabel=y_label)
        axes.grid(visible=True, axis="y", alpha=0.4)
        axes.legend(fontsize=8)
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        plt.close(figure)
