"""What the paper says of its systems, comparison by comparison, beside what holds here on every annotation."""

from dataclasses import dataclass
from functools import cache

from pages import table
from rows import BASELINES, BY_NAME, SHIPPED
from significance import Scores, difference, scores_of

_TEACHER, _MRDMF, _PERCENT = "cross-stand-ins", "mrdmf-stand-ins", "percent-emgn"


@dataclass(frozen=True)
class _Block:
    """Rows that learned from the same graphs: how their names begin, who annotated, EMGN with rewards in percent."""

    prefix: str
    teacher: str
    percent: str

    def row(self, system: str) -> str:
        """The name of a system's row in this block."""
        others = {_TEACHER: self.teacher, _MRDMF: _MRDMF, _PERCENT: self.percent}
        return others.get(system, f"{self.prefix}{system}")


_BLOCKS = {
    "fourth annotation": _Block("fourth-annotation/paper-", "stand-in-teacher", f"fourth-annotation/{_PERCENT}"),
    "second annotation": _Block("second-annotation/paper-", "fast-teacher", f"second-annotation/{_PERCENT}"),
    "first annotation": _Block("paper-", "fast-teacher", _PERCENT),
    "quick": _Block("", "fast-teacher", "emgn"),
}
_CLAIMS = {
    "EMGN is far better than MRDMF": ("emgn", _MRDMF),
    "EMGN-GR is better than its teacher": ("emgn-gr", _TEACHER),
    "EMGN is better than its teacher": ("emgn", _TEACHER),
    "refinement gains: EMGN over EMGN-GR": ("emgn", "emgn-gr"),
    "the same, with rewards in percent (λ = 1)": (_PERCENT, "emgn-gr"),
    "EMGN(root) is nearly EMGN": ("emgn", "emgn-root"),
    "bilinear scores over biaffine ones": ("emgn", "emgn-biaffine"),
    "sampling over greedy choices": ("emgn-root", "emgn-root-greedy"),
}


@cache
def scores_of_row(row: str) -> Scores | None:
    """What was recorded of a row, article by article."""
    known = BY_NAME[row]
    family = None if known in (*BASELINES, SHIPPED) else "EMGN" if known.trained else row
    return scores_of(row, family)


def chance(value: float | None) -> str:
    """A p as the tables show it."""
    if value is None:
        return "–"
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def claims() -> str:
    """The paper's comparisons of Table 1, with its differences and ours."""
    body = [
        [claim, _published(left, right), *(_told(block.row(left), block.row(right)) for block in _BLOCKS.values())]
        for claim, (left, right) in _CLAIMS.items()
    ]
    text = (
        "## The paper's comparisons\n\n"
        "SSM / KSM differences, and in brackets p with seeds and articles drawn (the next section tells how). The "
        "paper marks the gains of EMGN-GR over its teacher and of EMGN over EMGN-GR as p < 0.01.\n\n"
    )
    return text + table(["", "paper", *_BLOCKS], body)


def _published(left: str, right: str) -> str:
    """The paper's own difference."""
    first, second = (BY_NAME["emgn" if name == _PERCENT else name].paper for name in (left, right))
    if first is None or second is None:
        raise ValueError(f"the paper has no figures for both of {left} and {right}")
    return " / ".join(f"{one - other:+.2f}" for one, other in zip(first, second, strict=True))


def _told(left: str, right: str) -> str:
    first, second = scores_of_row(left), scores_of_row(right)
    if first is None or second is None:
        return "–"
    found = [difference(first, second, column) for column in (0, 1)]
    means = " / ".join(f"{one.mean:+.2f}" for one in found)
    known = [chance(one.over_both) for one in found if one.over_both is not None]
    return f"{means} ({', '.join(known)})" if known else means
