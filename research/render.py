"""Write the generated tables of docs/ and the figures of docs/figures/ from the records: python research/render.py."""

import re
from collections.abc import Callable
from statistics import fmean, stdev
from typing import Any

from library import (
    BY_NAME,
    CMGN,
    DOCS,
    EMGN,
    MAIN,
    RESULTS,
    SAMPLES,
    SIZES,
    TEACHERS,
    VARIANTS,
    Line,
    Row,
    cell,
    difference,
    read_json,
    scores_of,
    seeds_of,
    table,
    values,
    with_part,
    write_chart,
)

# The paper's comparisons, then those with systems that the paper does not have.
COMPARISONS = (
    ("emgn", "mrdmf"), ("emgn-gr", "cross-encoder"), ("emgn-gr", "fast-teacher"), ("emgn", "emgn-gr"),
    ("emgn-lambda-1", "emgn-gr"), ("emgn", "emgn-root"), ("emgn", "emgn-biaffine"), ("emgn-root", "emgn-root-greedy"),
    ("emgn", "cosine"), ("emgn", "lexrank"), ("emgn", "lead"), ("emgn", "lead-star"),
)  # fmt: skip
# The paper's Table 3: seconds for its 120 test articles, on a GPU. Networks were timed with torch until 0.2.0.
PAPER_SECONDS = {
    "LexRank, TF-IDF cosine": 349.21, "MRDMF": 467.07, "cross-encoder teacher": 1219.51, "EMGN-GR": 0.13,
    "EMGN(root), with sampling": 3.18, "EMGN(root)": 0.14, "EMGN, with sampling": 10.27,
    "EMGN": 0.15,
}  # fmt: skip

# Of the default system.
_MEASURES = {
    "SSM": "ssm_avg", "KSM": "ksm_avg", "SSM, own size": "free_ssm", "KSM, own size": "free_ksm", "node F1": "node_f1",
    "root": "root_accuracy", "attachment": "attachment", "depth": "depth", "single children %": "single_child_share",
}  # fmt: skip


def main() -> None:
    """Write all generated parts and figures."""
    for name, parts in PARTS.items():
        page = DOCS / name
        text = page.read_text(encoding="utf-8")
        for part, make in parts.items():
            text = with_part(text, part, make())
        page.write_text(text, encoding="utf-8")
    write_figures()


def _recorded() -> list[Row]:
    return [row for row in MAIN if seeds_of(row.name)]


def table_1() -> str:
    """Return SSM and KSM beside the paper's, with standard errors over the articles."""
    body = []
    for row in (*_recorded(), CMGN):
        paper = [f"{value:.2f}" for value in row.paper] if row.paper else ["–", "–"]
        scores = scores_of(row.name)
        error = " / ".join(f"{scores.standard_error(column):.1f}" for column in (0, 1)) if scores else "–"
        ours = [cell(values(row, "open", f"{kind}_avg")) for kind in ("ssm", "ksm")]
        body.append([row.label, *paper, *ours, error])
    return table(["", "paper SSM", "paper KSM", "ours SSM", "ours KSM", "standard error"], body)


def table_2() -> str:
    """Return SSM and KSM of short and long articles beside the paper's."""
    columns = {"SSM ≤ 25": "ssm_short", "SSM > 25": "ssm_long", "KSM ≤ 25": "ksm_short", "KSM > 25": "ksm_long"}
    body = [
        [row.label, *(f"{fmean(values(row, 'open', name)):.2f} ({paper:.2f})"
                      for name, paper in zip(columns.values(), row.paper_split, strict=True))]
        for row in _recorded() if row.paper_split
    ]  # fmt: skip
    return table(["ours (paper)", *columns], body)


def table_3() -> str:
    """Return the time of phase I for each system."""
    found = read_json(RESULTS / "timing.json")
    assert found is not None
    fastest = found["phase_1"]["EMGN"]
    body = [
        [name, f"{1000 * paper / 120:,.1f}" if (paper := PAPER_SECONDS.get(name.replace(" (torch)", ""))) else "–",
         f"{1000 * seconds / found['articles']:,.2f}", _ratio(seconds / fastest)]
        for name, seconds in found["phase_1"].items()
    ]  # fmt: skip
    return table(["phase I: document to graph", "paper, ms", "ours, ms", "× EMGN"], body) + (
        f"\n{found['articles']} articles of at most {found['longest']} sentences, one thread, {found['machine']}; "
        "the paper: 120 articles on a GPU. Phase II, graph to map, takes "
        f"{1000 * (found['phase_2'] + found['labels']) / found['articles']:.3f} ms.\n"
    )


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def comparisons() -> str:
    """Return the differences of pairs of rows with their p-values."""
    body = []
    for left, right in COMPARISONS:
        first, second = scores_of(left), scores_of(right)
        assert first is not None
        assert second is not None
        ssm, ksm = (difference(first, second, column) for column in (0, 1))
        papers = [BY_NAME["emgn" if name == "emgn-lambda-1" else name].paper for name in (left, right)]
        p_values = [f"{_p(ssm.p_articles)} / {_p(ksm.p_articles)}", f"{_p(ssm.p_both)} / {_p(ksm.p_both)}"]
        labels = f"{BY_NAME[left].label} – {BY_NAME[right].label}"
        body.append([labels, _published(*papers), f"{ssm.mean:+.2f}", f"{ksm.mean:+.2f}", *p_values])
    return table(["", "paper", "SSM", "KSM", "p, articles", "p, articles and seeds"], body)


def _published(first: tuple[float, float] | None, second: tuple[float, float] | None) -> str:
    if first is None or second is None:
        return "–"
    return " / ".join(f"{one - other:+.2f}" for one, other in zip(first, second, strict=True))


def _p(value: float | None) -> str:
    return "–" if value is None else "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def other_measures() -> str:
    """Return what SSM and KSM hide, and the scores on the dev articles."""
    columns = {"SSM, own size": "free_ssm", "node F1": "node_f1", "root": "root_accuracy", "attachment": "attachment",
               "depth": "depth"}  # fmt: skip
    body = []
    for row in _recorded():
        cells = [f"{fmean(values(row, 'open', measure)):.1f}" for measure in columns.values()]
        body.append([row.label, *cells, f"{fmean(values(row, 'dev', 'ssm_avg')):.1f}"])
    return table(["", *columns, "dev SSM"], body)


def case() -> str:
    """Return the maps of the case study."""
    return (RESULTS / "case.txt").read_text(encoding="utf-8")


def teachers() -> str:
    """Return how the teachers were trained, and their accuracy and F1 on held-out pairs."""
    found = read_json(RESULTS / "teachers.json")
    assert found is not None
    body = []
    for row in TEACHERS:
        measured = [one for name, one in found["measured"].items() if re.fullmatch(f"{row.name}(, seed .)?", name)]
        pairs = [f"{measured[0][name]:,}" for name in ("articles", "pairs")]
        scores = [cell([100 * one[name] for one in measured]) for name in ("accuracy", "f1")]
        body.append([row.label, str(len(measured)), *pairs, *scores, f"{min(one['seconds'] for one in measured):.0f}"])
    return table(["", "trainings", "articles", "pairs", "accuracy %", "F1 %", "seconds"], body)


def default_part() -> str:
    """Return the scores of the default system on news beside those of lead star."""
    scored, validated = _records()
    lead = seeds_of("lead-star")[0]
    news = {
        "default, 40 open test articles": scored["open"],
        "lead star, 40 open test articles": lead["open"],
        "default, 15 dev articles, cross-validated": validated["dev"],
        "lead star, 15 dev articles": lead["dev"],
    }
    return _scores(news)


def default_details() -> str:
    """Return the scores of the default system on other kinds of text, and the calibration of its edge scores."""
    scored, validated = _records()
    others = {"default": scored["maps-dev"]}
    others |= {name.partition(", ")[2]: row for name, row in scored.items() if name.startswith("maps-dev, ")}
    calibration = validated["calibration"]
    return (
        "Other kinds of text: the 22 discourse maps of `maps-dev.jsonl`, on which no model was trained.\n\n"
        + _scores(others)
        + "\nThe expected calibration error of the edge scores is "
        f"{calibration['expected_calibration_error']:.3f} ({calibration['edges']} edges of cross-validated maps).\n"
    )


def _records() -> tuple[dict[str, Any], dict[str, Any]]:
    found = [read_json(RESULTS / name) for name in ("default.json", "default-cross-validation.json")]
    scored, validated = found
    assert scored is not None
    assert validated is not None
    return scored, validated


def _scores(rows: dict[str, dict[str, float]]) -> str:
    body = [
        [name, *(f"{row[measure]:.1f}" if measure in row else "–" for measure in _MEASURES.values())]
        for name, row in rows.items()
    ]
    return table(["", *_MEASURES], body)


def write_figures() -> None:
    """Write the paper's curves: loss and reward in training, the training set's size, the number of samples."""
    figures = DOCS / "figures"
    variants = [EMGN, *(row for row in VARIANTS if row.name in {"emgn-root", "emgn-gr"})]
    for measure, label, title in (
        ("refine_loss", "refinement loss", "Refinement loss in training"),
        ("reward", "reward", "Reward of the sampled nodes in training"),
        ("validation", "mean of SSM and KSM", "Validation score in training"),
    ):
        rows = [row for row in variants if measure == "validation" or row.name != "emgn-gr"]
        lines = [Line(row.label, _curve(row.name, measure)) for row in rows]
        write_chart(figures / f"training-{measure.replace('_', '-')}.svg", title, "epoch", label, lines)
    for name, title, rows_by_x in (
        ("training-set-size", "Articles in the training set", SIZES),
        ("sampling-times", "Samples for each document", SAMPLES),
    ):
        lines = []
        for kind in ("ssm", "ksm"):
            scores = {x: values(row, "open", f"{kind}_avg") for x, row in rows_by_x.items()}
            points = tuple((float(x), fmean(found)) for x, found in scores.items())
            lines.append(Line(kind.upper(), points, tuple(stdev(found) for found in scores.values())))
        write_chart(figures / f"{name}.svg", title, title.lower(), "score on 40 articles", lines)


def _curve(row: str, measure: str) -> tuple[tuple[float, float], ...]:
    """Return the mean over the seeds for each epoch that all of them reached."""
    histories = [entry["history"] for entry in seeds_of(row)]
    epochs = range(min(map(len, histories)))
    return tuple((float(epoch + 1), fmean(history[epoch][measure] for history in histories)) for epoch in epochs)


PARTS: dict[str, dict[str, Callable[[], str]]] = {
    "results.md": {"default-map": default_part, "table-1": table_1, "table-2": table_2, "table-3": table_3},
    "results-appendix.md": {
        "comparisons": comparisons,
        "other-measures": other_measures,
        "case-study": case,
        "default-map": default_details,
    },
    "teacher.md": {"teachers": teachers},
}
"""The generated parts of each page."""


if __name__ == "__main__":
    main()
