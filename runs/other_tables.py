"""The tables of docs/teacher.md (pairs, classifiers of pairs) and docs/experiments.md (readings of the generator)."""

from typing import Any

import store
from pages import table


def experiments_part() -> str:
    """Other readings of the tree generator, SSM / KSM on the validation articles."""
    found = store.read_json(store.RESULTS / "generator-variants.json") or {"dev": {}}
    body = [
        [name, *(" / ".join(cell_of(*one[kind]) for kind in ("ssm", "ksm")) for one in graphs.values())]
        for name, graphs in found["dev"].items()
    ]
    return table(["generator", *next(iter(found["dev"].values()))], body) if body else ""


def cell_of(mean: float, deviation: float) -> str:
    """A mean with its deviation, if there is one."""
    return f"{mean:.2f}" + (f" ± {deviation:.2f}" if deviation else "")


def teacher_part() -> str:
    """The generated part of the page."""
    return "\n".join(part for part in (_choices(), _measured()) if part)


def _choices() -> str:
    found = store.read_json(store.RESULTS / "pair-choices.json") or {"choices": {}}
    body = []
    for name, one in found["choices"].items():
        scores = [f"{one[f'dev_{kind}']:.2f} ± {one[f'deviation_{kind}']:.2f}" for kind in ("ssm", "ksm")]
        body.append([name, f"{one['training_pairs']:,}", f"{100 * one['accuracy']:.1f} %", *scores])
    return table(["pairs", "learned from", "held-out accuracy", "dev SSM", "dev KSM"], body) if body else ""


def _measured() -> str:
    """What was trained, on how much, for how long."""
    found = store.read_json(store.RESULTS / "teacher.json") or {}
    measured: dict[str, Any] = found.get("measured", {})
    body = [
        [name, f"{one['articles']:,}", f"{one['pairs']:,}", f"{100 * one['accuracy']:.2f} %",
         f"{100 * one['f1']:.2f} %", f"{one['seconds']:.0f}"]
        for name, one in sorted(measured.items())
    ]  # fmt: skip
    header = ["model", "articles", "pairs learned from", "held-out accuracy", "F1", "seconds, beside other work"]
    return table(header, body) if body else ""
