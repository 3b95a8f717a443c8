"""The tables of the default system: on the open test articles, on other kinds of text, and how sure its edges are."""

from typing import Any

import store
from pages import table

_MEASURES = {
    "SSM": "ssm_avg", "KSM": "ksm_avg", "SSM, own size": "free_ssm", "KSM, own size": "free_ksm", "node F1": "node_f1",
    "root": "root_accuracy", "attachment": "attachment", "depth": "depth", "single children %": "single_child_share",
}  # fmt: skip


def default_part() -> str:
    """What docs/results.md says of the default, from runs/results/default.json and people-cross-validation.json."""
    scored = store.read_json(store.RESULTS / "default.json")
    validated = store.read_json(store.RESULTS / "people-cross-validation.json")
    if scored is None or validated is None:
        return ""
    lead = store.all_of("lead-star")[0]
    news = {
        "the default, 40 open test articles": scored["open"],
        "lead star, 40 open test articles": lead["open"],
        "the default, 15 validation articles, cross-validated": validated["dev"],
        "lead star, 15 validation articles": lead["dev"],
    }
    others = {"the default": scored["maps-dev"]}
    others |= {name.partition(", ")[2]: row for name, row in scored.items() if name.startswith("maps-dev, ")}
    return "\n".join([
        "## The default map\n",
        "`mindgist evaluate --system default`, the shipped model itself (`python runs/people.py score`).\n",
        _scores("", news),
        "Other kinds of text: the 22 discourse maps of `maps-dev.jsonl`, which no model was trained on.\n",
        _scores("", others),
        "By genre, two maps each:\n",
        _scores("genre", scored["maps-dev by genre"]),
        _calibration(validated["calibration"]),
    ])  # fmt: skip


def _scores(corner: str, rows: dict[str, dict[str, float]]) -> str:
    body = [
        [name, *(f"{row[measure]:.1f}" if measure in row else "–" for measure in _MEASURES.values())]
        for name, row in rows.items()
    ]
    return table([corner, *_MEASURES], body)


def _calibration(found: dict[str, Any]) -> str:
    error = found["expected_calibration_error"]
    body = [
        [f"{row['from']:.1f} to {row['from'] + 0.1:.1f}", str(row["edges"]), f"{row['mean_score']:.2f}",
         f"{row['right']:.2f}"]
        for row in found["table"]
    ]  # fmt: skip
    return (
        "How sure an edge is, and how often its parent is right: the edges that the attachment counts, in "
        f"cross-validated maps ({found['edges']}; expected calibration error {error:.3f}).\n\n"
        + table(["score", "edges", "mean score", "right"], body)
    )
