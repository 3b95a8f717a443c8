"""The tables and figures of training: its course, the training set's size, sampling times, what refinement changes."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean, stdev

import store
from figures import Line, write_chart
from pages import cell, table
from rows import (
    BY_NAME,
    FOURTH,
    FOURTH_PERCENT,
    ONE_SAMPLE,
    PAPER,
    PERCENT,
    QUICK,
    SAMPLES,
    SECOND,
    SECOND_PERCENT,
    SIZES,
    Row,
)


def recorded(rows: Iterable[Row]) -> list[Row]:
    """The rows that have a result."""
    return [row for row in rows if store.all_of(row.name)]


def values(row: Row, part: str, measure: str) -> list[float]:
    """A measure of a row on a part of the benchmark, seed by seed."""
    return [result[part][measure] for result in store.all_of(row.name)]


def study(rows: Sequence[Row]) -> str:
    """Rows that differ in one thing, which their labels tell."""
    body = []
    for row in recorded(rows):
        results = store.all_of(row.name)
        columns = [cell(values(row, part, f"{kind}_avg")) for part in ("dev", "open") for kind in ("ssm", "ksm")]
        each = row.settings.get("steps_each") or -(-row.articles // 64)
        steps = fmean(each * result["best_epoch"] for result in results)
        seen = fmean(min(row.articles, 64 * each * len(result["history"])) for result in results)
        body.append([row.label, str(len(results)), *columns, f"{steps:.0f}", f"{seen:,.0f}"])
    header = ["", "seeds", "dev SSM", "dev KSM", "open SSM", "open KSM", "best after steps", "articles seen"]
    return table(header, body) if body else "Still missing.\n"


def training() -> str:
    """How the rows were trained, and for how long."""
    body = []
    for row in recorded((*FOURTH, FOURTH_PERCENT, *SECOND, SECOND_PERCENT, *PAPER, PERCENT, *QUICK)):
        results = store.all_of(row.name)
        epochs = [epoch for result in results for epoch in result["history"]]
        fastest = min(epochs, key=lambda epoch: epoch["seconds"])
        share = fastest["refine_seconds"] / fastest["seconds"]
        settings = results[0]["settings"]
        body.append([
            row.label, f"{settings['articles']:,}", f"{settings['learning_rate']:g}",
            f"{settings['refinement_weight']:g}", cell([float(result["best_epoch"]) for result in results]),
            cell([float(len(result["history"])) for result in results]),
            f"{fastest['seconds']:.0f}", f"{100 * share:.0f} %",
        ])  # fmt: skip
    header = [
        "",
        "articles",
        "learning rate",
        "λ",
        "best epoch",
        "epochs",
        "seconds of the fastest epoch",
        "refinement's share",
    ]
    return table(header, body) if body else ""


def refined() -> str:
    """How far refined graphs are from unrefined ones."""
    found = store.read_json(store.RESULTS / "refined.json")
    if found is None:
        return ""
    body = []
    for name, compared in found["compared"].items():
        means = [fmean(one[key] for one in compared) for key in ("difference", "correlation", "same_root")]
        body.append([name, str(len(compared)), f"{means[0]:.4f}", f"{means[1]:.4f}", f"{100 * means[2]:.0f} %"])
    text = (
        "What refinement changes at the paper's settings: two networks' scores for all pairs of sentences of the 15 "
        "validation articles.\n\n"
    )
    header = ["", "comparisons", "mean difference of a score", "correlation", "same root"]
    return text + table(header, body)


def write_figures(folder: Path) -> None:
    """The paper's curves: training, the training set's size, sampling times."""
    prefix = "fourth-annotation/paper-"
    for measure, label, title in (
        ("refine_loss", "refinement loss", "Refinement loss in training"),
        ("reward", "reward", "Reward of the sampled upper nodes in training"),
        ("graph_loss", "mean square error", "Distance from the pseudo graphs in training"),
        ("validation", "mean of SSM and KSM", "Validation score in training"),
    ):
        refined = measure in {"refine_loss", "reward"}
        names = [f"{prefix}{name}" for name in ("emgn", "emgn-root", *(() if refined else ("emgn-gr",)))]
        lines = [Line(BY_NAME[name].label, _curve(name, measure)) for name in names]
        write_chart(folder / f"training-{measure.replace('_', '-')}.svg", title, "epoch", label, lines)
    _study_chart(folder / "training-set-size.svg", "The training set's size", "articles", SIZES,
                 lambda row: row.articles)  # fmt: skip
    _study_chart(folder / "sampling-times.svg", "Sampling times", "samples", [ONE_SAMPLE, *SAMPLES],
                 lambda row: row.settings.get("samples", 1))  # fmt: skip


def _study_chart(path: Path, title: str, x_label: str, rows: Sequence[Row], place: Callable[[Row], int]) -> None:
    lines = []
    for kind in ("ssm", "ksm"):
        points = sorted((float(place(row)), values(row, "open", f"{kind}_avg")) for row in recorded(rows))
        spread = tuple(stdev(values) if len(values) > 1 else 0.0 for _, values in points)
        lines.append(Line(f"{kind.upper()} (open)", tuple((x, fmean(values)) for x, values in points), spread))
    write_chart(path, title, x_label, "score", lines)


def _curve(row: str, measure: str) -> tuple[tuple[float, float], ...]:
    """The mean over the seeds, epoch by epoch, as far as all of them came."""
    histories = [result["history"] for result in store.all_of(row)]
    return tuple(
        (float(epoch + 1), fmean(history[epoch][measure] for history in histories))
        for epoch in range(min(map(len, histories), default=0))
    )
