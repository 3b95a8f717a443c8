"""Figures with a decimal point on the pages that tell of measurements are in the records of those measurements."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent.parent
_FIGURE = re.compile(r"(?<![\w.,-])\d[\d,]*\.\d+(?![\d.]|-\w)")
_CODE = re.compile(r"`[^`]*`")
_UNITS = (1, 100, 1_000, 1_000_000)  # shares are told in percent, seconds in milli- and microseconds

# results.md, teacher.md and the README's scores are held to their tables (test_results.py), and
# experiments.md is a log of trials, most of which were not recorded.
_RECORDS = {
    "batch.md": ("benchmarks/results/*.json",),
    "formats-in.md": (
        *(f"benchmarks/results/{name}.json" for name in ("documents", "scans", "web-pages")),
        "research/results/languages.json",
    ),
    "gists.md": ("research/results/gists.json",),
    "page.md": ("benchmarks/results/page.json",),
    "safety.md": tuple(f"benchmarks/results/{name}.json" for name in ("fuzz", "hostile-growth", "load", "mixed-load")),
    "speed.md": ("benchmarks/results/*.json", "research/results/timing.json"),
}


@pytest.mark.parametrize("page", _RECORDS)
def test_every_figure_of_a_page_is_in_a_record(page):
    recorded = [value for pattern in _RECORDS[page] for path in _ROOT.glob(pattern) for value in _values(_read(path))]
    text = _CODE.sub("", (_ROOT / "docs" / page).read_text(encoding="utf-8"))
    shown = _FIGURE.findall(text)
    unknown = [one for one in shown if not any(_is(value * unit, one) for value in recorded for unit in _UNITS)]
    assert shown
    assert not unknown, f"no record of {page} holds {unknown}"


def test_a_figure_is_known_as_far_as_it_is_told():
    assert _is(0.0634, "0.063")
    assert _is(1234.56, "1,234.6")
    assert not _is(0.0636, "0.063")


def _read(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def _values(content: object) -> Iterator[float]:
    if isinstance(content, dict):
        for value in content.values():
            yield from _values(value)
    elif isinstance(content, list):
        for value in content:
            yield from _values(value)
    elif isinstance(content, int | float):
        yield float(content)


def _is(value: float, shown: str) -> bool:
    places = len(shown.partition(".")[2])
    return abs(value - float(shown.replace(",", ""))) <= 0.5 * 10**-places + 1e-9
