"""The recorded results as Markdown tables and SVG figures."""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import store
from figures import Line, write_chart
from rows import BY_NAME, MAIN, SAMPLES, SIZES, Row

DOCS = Path(__file__).parent.parent / "docs"
_PAGE = DOCS / "results.md"
_MARK = "<!-- What follows is written by `python runs/tables.py render` from runs/results. -->\n"

_COLUMNS = ("r1", "r2", "rl", "avg")
_DRAWS = 20_000


def render() -> None:
    """Write the tables under the reading in docs/results.md, and docs/figures/."""
    parts = [
        _missing(),
        "## Table 1: SSM and KSM on the 40 open test articles\n",
        _table_1(),
        _significance(),
        "## What SSM and KSM hide\n",
        _hidden(),
        "## Table 2: articles of at most 25 sentences, and longer ones\n",
        _table_2(),
        "## On the 15 validation articles\n",
        _validation(),
        "## Table 3: seconds of phase I (document to graph) and phase II (graph to map)\n",
        _table_3(),
        "## The training set's size\n",
        _study([*SIZES, BY_NAME["emgn"]], "articles", lambda row: f"{row.articles:,}"),
        "## Sampling times\n",
        _study([BY_NAME["emgn"], *SAMPLES], "samples", lambda row: str(row.settings.get("samples", 1))),
        "## Training\n",
        _training(),
        _case(),
    ]
    reading = _PAGE.read_text(encoding="utf-8").partition(_MARK)[0]
    _PAGE.write_text("\n".join([reading + _MARK, *(part for part in parts if part)]), encoding="utf-8")
    _figures()


def _values(row: Row, part: str, measure: str) -> list[float]:
    return [result[part][measure] for result in store.all_of(row.name)]


def _cell(values: Sequence[float]) -> str:
    if not values:
        return "–"
    return f"{fmean(values):.2f}" + (f" ± {stdev(values):.2f}" if len(values) > 1 else "")


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def _missing() -> str:
    """What a later run of the script has still to fill."""
    lacking = []
    for row in (*MAIN, *SIZES, *SAMPLES):
        count = len(store.all_of(row.name))
        if count < row.seeds:
            lacking.append(f"{row.label} ({count} of {row.seeds} seeds)")
    return f"Still missing: {', '.join(lacking)}.\n" if lacking else ""


def _table_1() -> str:
    header = ["", "seeds", *(f"{kind} {name}" for kind in ("SSM", "KSM") for name in ("R-1", "R-2", "R-L", "Avg"))]
    body = []
    for row in MAIN:
        cells = [_cell(_values(row, "open", f"{kind}_{column}")) for kind in ("ssm", "ksm") for column in _COLUMNS]
        body.append([row.label, str(len(store.all_of(row.name))), *cells])
    paper = [
        [row.label, *(f"{value:.2f}" for value in row.paper), _cell(_values(row, "open", "ssm_avg")),
         _cell(_values(row, "open", "ksm_avg"))]
        for row in MAIN if row.paper
    ]  # fmt: skip
    compared = _markdown(["", "paper SSM (120)", "paper KSM (120)", "ours SSM (40)", "ours KSM (40)"], paper)
    return (
        _markdown(header, body)
        + "\nBeside the paper's figures (its 120 test articles; ours are 40 of them):\n\n"
        + compared
    )


def _by_article(row: str) -> dict[str, tuple[float, float]]:
    """Each open article's SSM and KSM, the mean over the seeds."""
    results = [result["open_articles"] for result in store.all_of(row)]
    if not results:
        return {}
    return {one: tuple(np.mean([result[one] for result in results], axis=0)) for one in results[0]}  # type: ignore[misc]


def _p_value(differences: np.ndarray) -> float:
    """Two-sided paired permutation test: how often random signs give as large a mean difference."""
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(_DRAWS, len(differences)))
    as_large = np.abs((signs * differences).mean(axis=1)) >= abs(differences.mean()) - 1e-12
    return float((as_large.sum() + 1) / (_DRAWS + 1))


def _p_cell(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


_COMPARED = (
    ("emgn-gr", "cross-teacher"), ("emgn-gr", "fast-teacher"), ("emgn", "emgn-gr"), ("emgn", "emgn-root"),
    ("emgn", "emgn-biaffine"), ("emgn", "emgn-root-greedy"), ("emgn", "mrdmf"), ("emgn", "lexrank"), ("emgn", "lead"),
    ("emgn", "lead-star"),
)  # fmt: skip


def _significance() -> str:
    body = []
    for left, right in _COMPARED:
        first, second = _by_article(left), _by_article(right)
        if not first or not second:
            continue
        cells = []
        for column in (0, 1):
            differences = np.array([first[one][column] - second[one][column] for one in first])
            cells += [f"{differences.mean():+.2f}", _p_cell(_p_value(differences))]
        body.append([f"{BY_NAME[left].label} – {BY_NAME[right].label}", *cells])
    text = (
        "Paired over the 40 articles, each article's score the mean over the seeds; p by a two-sided permutation test "
        f"({_DRAWS:,} draws). The paper marks EMGN-GR over DistilBert and EMGN over EMGN-GR as p < 0.01.\n\n"
    )
    return text + _markdown(["", "SSM difference", "p", "KSM difference", "p"], body) if body else ""


def _hidden() -> str:
    names = ("free_ssm", "free_ksm", "node_f1", "root_accuracy", "attachment", "depth")
    header = ["", "SSM, size its own", "KSM, size its own", "node F1", "root accuracy", "attachment", "mean depth"]
    return _markdown(header, [[row.label, *(_cell(_values(row, "open", name)) for name in names)] for row in MAIN])


def _table_2() -> str:
    names = ("ssm_short", "ssm_long", "ksm_short", "ksm_long")
    body = []
    for row in MAIN:
        paper = [f"{value:.2f}" for value in row.paper_split] if row.paper_split else ["–"] * 4
        body.append([row.label, *(_cell(_values(row, "open", name)) for name in names), *paper])
    columns = ("SSM ≤ 25", "SSM > 25", "KSM ≤ 25", "KSM > 25")
    return _markdown(["", *columns, *(f"paper {column}" for column in columns)], body)


def _validation() -> str:
    return _markdown(
        ["", "SSM", "KSM"],
        [[row.label, _cell(_values(row, "dev", "ssm_avg")), _cell(_values(row, "dev", "ksm_avg"))] for row in MAIN],
    )


def _table_3() -> str:
    path = store.RESULTS / "timing.json"
    if not path.is_file():
        return "Still missing.\n"
    import json

    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    fastest = found["phase_1"].get("EMGN")
    body = [
        [name, f"{seconds:.4f}", f"{1000 * seconds / found['articles']:.3f}", f"{_times(seconds / fastest)}×"]
        for name, seconds in found["phase_1"].items()
    ]
    text = (
        f"{found['articles']} articles of {found['sentences']} sentences ({found['pairs']:,} ordered pairs), one "
        f"process on one thread, {found['machine']}; processor seconds, the best of {found['repeats']} runs where one "
        f"takes less than ten. Phase II takes {found['phase_2']:.3f} s (graph to tree) and "
        f"{found['labels']:.3f} s (labels).\n\n"
    )
    return text + _markdown(["phase I", "seconds", "ms an article", "against EMGN"], body)


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _study(rows: Sequence[Row], name: str, of: Any) -> str:
    body = []
    for row in sorted(rows, key=lambda one: (one.articles, one.settings.get("samples", 1))):
        results = store.all_of(row.name)
        if results:
            columns = [_cell(_values(row, part, f"{kind}_avg")) for part in ("dev", "open") for kind in ("ssm", "ksm")]
            minutes = fmean(sum(epoch["seconds"] for epoch in result["history"]) for result in results) / 60
            body.append([of(row), str(len(results)), *columns, f"{minutes:.1f}"])
    header = [name, "seeds", "dev SSM", "dev KSM", "open SSM", "open KSM", "minutes of training"]
    return _markdown(header, body) if body else "Still missing.\n"


def _training() -> str:
    body = []
    for row in MAIN:
        results = store.all_of(row.name) if row.trained else []
        if results:
            epochs = [len(result["history"]) for result in results]
            each = [epoch["seconds"] for result in results for epoch in result["history"]]
            share = [epoch["refine_seconds"] / epoch["seconds"] for result in results for epoch in result["history"]]
            body.append([
                row.label, f"{results[0]['settings']['articles']:,}", f"{results[0]['settings']['learning_rate']:g}",
                _cell([float(result["best_epoch"]) for result in results]), _cell([float(count) for count in epochs]),
                f"{fmean(each):.0f}", f"{100 * fmean(share):.0f} %",
            ])  # fmt: skip
    header = ["", "articles", "learning rate", "best epoch", "epochs", "seconds an epoch", "of them refinement"]
    return _markdown(header, body) if body else ""


def _case() -> str:
    path = store.RESULTS / "case.md"
    return "## Case study\n\n" + path.read_text(encoding="utf-8") if path.is_file() else ""


def _figures() -> None:
    folder = DOCS / "figures"
    for measure, label, title in (
        ("refine_loss", "refinement loss", "Refinement loss in training"),
        ("reward", "reward", "Reward of the sampled upper nodes in training"),
        ("graph_loss", "mean square error", "Distance from the pseudo graphs in training"),
        ("validation", "mean of SSM and KSM", "Validation score in training"),
    ):
        names = ("emgn", "emgn-root") if measure in {"refine_loss", "reward"} else ("emgn", "emgn-root", "emgn-gr")
        lines = [Line(BY_NAME[name].label, _curve(name, measure)) for name in names]
        write_chart(folder / f"training-{measure.replace('_', '-')}.svg", title, "epoch", label, lines)
    for file, title, x_label, rows, place in (
        ("training-set-size", "The training set's size", "articles", [*SIZES, BY_NAME["emgn"]],
         lambda row: row.articles),
        ("sampling-times", "Sampling times", "samples", [BY_NAME["emgn"], *SAMPLES],
         lambda row: row.settings.get("samples", 1)),
    ):  # fmt: skip
        lines = []
        for kind in ("ssm", "ksm"):
            points = [
                (float(place(row)), fmean(values)) for row in rows if (values := _values(row, "open", f"{kind}_avg"))
            ]
            lines.append(Line(f"{kind.upper()} (open)", tuple(sorted(points))))
        if len(lines[0].points) > 1:
            write_chart(folder / f"{file}.svg", title, x_label, "score", lines)


def _curve(row: str, measure: str) -> tuple[tuple[float, float], ...]:
    """The mean over the seeds, epoch by epoch, as far as all of them came."""
    histories = [result["history"] for result in store.all_of(row)]
    if not histories:
        return ()
    return tuple(
        (float(epoch + 1), fmean(history[epoch][measure] for history in histories))
        for epoch in range(min(map(len, histories)))
    )
