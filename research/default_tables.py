"""The tables of the default system: on the open test articles, on other kinds of text, and how sure its edges are."""

from typing import Any

import library
from library import table

_MEASURES = {
    "SSM": "ssm_avg", "KSM": "ksm_avg", "SSM, own size": "free_ssm", "KSM, own size": "free_ksm", "node F1": "node_f1",
    "root": "root_accuracy", "attachment": "attachment", "depth": "depth", "single children %": "single_child_share",
}  # fmt: skip


def default_part() -> str:
    """Return the scores of the default system on news beside those of lead star."""
    scored, validated = _records()
    lead = library.seeds_of("lead-star")[0]
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
    found = [library.read_json(library.RESULTS / name) for name in ("default.json", "default-cross-validation.json")]
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
