"""Tables in Markdown, and the generated parts of pages."""

from collections.abc import Sequence
from statistics import fmean, stdev

_BEGIN = "<!-- What follows is written by `python runs/tables.py render` from runs/results. -->\n"
_END = "<!-- Here ends what is written by `python runs/tables.py render`. -->\n"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are figures."""
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def cell(values: Sequence[float]) -> str:
    """The mean, and the deviation of several."""
    if not values:
        return "–"
    return f"{fmean(values):.2f}" + (f" ± {stdev(values):.2f}" if len(values) > 1 else "")


def with_part(page: str, part: str) -> str:
    """The page with this as its generated part."""
    before, mark, rest = page.partition(_BEGIN)
    if not mark:
        raise ValueError("the page has no mark where its generated part begins")
    return f"{before}{_BEGIN}\n{part}{_END}{rest.partition(_END)[2]}"
