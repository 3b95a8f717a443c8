"""What the documentation shows is what was recorded, and the statistics do what they say."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("scipy")

import numpy as np
from scipy.stats import ttest_ind

import claims
import figures
import pages
import refined
import render
import rows
import significance
import store
from provenance import DEV, OPEN, provenance

_NUMBER = re.compile(r"(?<![\w.,-])\d{1,3}\.\d{1,2}(?![\d.]|-\w)")
_TABLE = re.compile(r"[+-]?\d[\d,]*\.\d+")
_SPREAD = re.compile(r"(\d+\.\d+) ± (\d+\.\d+)")


@pytest.mark.parametrize("name", render.PARTS)
def test_the_tables_are_made_of_the_recorded_results(name):
    text = (render.DOCS / name).read_text(encoding="utf-8")
    assert text == pages.with_part(text, render.PARTS[name]()), "run `python runs/tables.py render`"


@pytest.mark.parametrize("name", ["results.md", "evaluation.md"])
def test_every_score_in_the_reading_is_in_a_table_of_the_same_page(name):
    """Figures with a decimal point in running text must be a table's cell, rounded; other figures are not checked."""
    text = (render.DOCS / name).read_text(encoding="utf-8")
    cells = _cells(text)
    shown = [cell for line in text.splitlines() if not _is_table(line) for cell in _NUMBER.findall(line)]
    unknown = [cell for cell in shown if not any(_rounds_to(value, cell) for value in cells)]
    assert not unknown, f"no table of {name} holds {unknown}"


_OF_OTHERS = {"22.7", "7.1", "99.35"}  # of MiniLM and of the paper's teacher, as their authors give them
_OF_TRIALS = {"21.6", "23.6", "36.43", "34.69"}  # called so in the text: of before results were kept as files


def test_every_score_in_the_teachers_text_is_in_a_table_of_its_page_or_of_the_results():
    pages_text = {name: (render.DOCS / name).read_text(encoding="utf-8") for name in ("teacher.md", "results.md")}
    cells = [cell for text in pages_text.values() for cell in _cells(text)]
    lines = [line for line in pages_text["teacher.md"].splitlines() if not _is_table(line)]
    shown = {cell for line in lines for cell in _NUMBER.findall(line)} - _OF_OTHERS - _OF_TRIALS
    unknown = sorted(cell for cell in shown if not any(_rounds_to(value, cell) for value in cells))
    assert not unknown, f"neither teacher.md nor results.md has a table that holds {unknown}"


@pytest.mark.parametrize(
    ("page", "section"),
    [("README.md", "## How good"), ("src/mindgist/models/emgn/README.md", "**Scores**")],
)
def test_what_other_pages_quote_is_in_the_tables_of_the_results(page, section):
    text = (render.DOCS.parent / page).read_text(encoding="utf-8").partition(section)[2]
    text = text.partition("\n## " if section.startswith("#") else "\n\n")[0]
    results = (render.DOCS / "results.md").read_text(encoding="utf-8")
    cells, spreads = _cells(results), _SPREAD.findall(results)
    unknown = [shown for shown in _NUMBER.findall(text) if not any(_rounds_to(value, shown) for value in cells)]
    unknown += [
        f"{mean} ± {deviation}"
        for mean, deviation in _SPREAD.findall(text)
        if not any(_rounds_to(float(one), mean) and _rounds_to(float(other), deviation) for one, other in spreads)
    ]
    assert _NUMBER.findall(text)
    assert not unknown, f"no table of the results holds what {page} quotes: {unknown}"


def _is_table(line: str) -> bool:
    return line.startswith(("|", "###"))


def _cells(text: str) -> list[float]:
    tables = filter(_is_table, text.splitlines())
    return [abs(float(cell.replace(",", ""))) for line in tables for cell in _TABLE.findall(line)]


def _rounds_to(value: float, shown: str) -> bool:
    places = len(shown.partition(".")[2])
    return abs(value - float(shown)) <= 0.5 * 10**-places + 1e-9


def test_every_result_says_where_it_comes_from():
    for path in sorted(store.RESULTS.rglob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        origins = list(_origins(content))
        assert origins, path.name
        assert all(origin["commit"] and origin.get("versions") for origin in origins), path.name
        if {"row", "dev", "choices"} & set(content):  # scores on a benchmark
            assert any(set(origin.get("benchmark", ())) & {DEV, OPEN} for origin in origins), path.name


def _origins(content: object) -> Iterator[dict[str, Any]]:
    """Every note of an origin in a result; one that went on in several runs has several."""
    if isinstance(content, dict):
        if "commit" in content:
            yield content
        for value in content.values():
            yield from _origins(value)
    elif isinstance(content, list):
        for value in content:
            yield from _origins(value)


def test_every_row_has_as_many_results_as_the_page_says_it_lacks():
    lacking = "".join(line for line in render.results_part().splitlines() if " seeds)" in line)
    for row in (*rows.MAIN, *rows.SIZES, *rows.SAMPLES):
        count = len(store.all_of(row.name))
        assert (f"{row.label} ({count} of {row.seeds} seeds)" in lacking) == (count < row.seeds)


def test_a_result_is_kept_with_its_origin_and_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "RESULTS", tmp_path)
    (tmp_path / DEV).write_text("{}\n")
    store.write("row", 3, {"dev": {"ssm_avg": 1 / 3}}, tmp_path)
    store.write("row", 1, {"dev": {"ssm_avg": 0.5}}, tmp_path)
    assert [result["seed"] for result in store.all_of("row")] == [1, 3]
    found = store.read("row", 3)
    assert found is not None
    assert found["dev"]["ssm_avg"] == 0.333333
    assert found["run"]["benchmark"] == provenance(tmp_path)["benchmark"]
    assert set(found["run"]["benchmark"]) == {DEV}
    store.write_all("many", [{"dev": {"ssm_avg": value}} for value in (1.0, 2.0)], tmp_path)
    assert [result["dev"]["ssm_avg"] for result in store.all_of("many")] == [1.0, 2.0]
    assert store.read("row", 2) is None


def test_only_one_worker_has_a_run(tmp_path):
    with store.Claim(tmp_path) as first, store.Claim(tmp_path) as second:
        assert (first, second) == (True, False)
    (tmp_path / "claimed").write_text("999999999")  # a worker that was killed
    with store.Claim(tmp_path) as again:
        assert again


def _scored(articles: np.ndarray, seeds: tuple[float, ...], family: str | None = None) -> significance.Scores:
    """A system whose seeds move all articles' SSM alike; its KSM is 50 whatever the seed."""
    ssm = articles[None] + np.array(seeds)[:, None]
    values = np.stack([ssm, np.full_like(ssm, 50.0)], axis=-1)
    return significance.Scores(tuple(map(str, range(len(articles)))), values, tuple(range(len(seeds))), family)


_ARTICLES = 50.0 + np.arange(20)
_NOISE = np.arange(20) % 2 / 10


def test_a_difference_over_articles_is_told_from_none():
    better, worse = _scored(_ARTICLES + 10 * _NOISE, (2.0,)), _scored(_ARTICLES, (0.0,))
    found = significance.difference(better, worse, 0)
    assert found.mean == pytest.approx(2.5)
    assert found.over_articles < 0.001
    assert found.over_both is not None
    assert found.over_both < 0.001
    assert significance.difference(better, worse, 1) == significance.Difference(0.0, 1.0, 1.0)


def _over_both(left: tuple[float, ...], right: tuple[float, ...], families: tuple[str, str]) -> float:
    first, second = _scored(_ARTICLES + _NOISE, left, families[0]), _scored(_ARTICLES, right, families[1])
    found = significance.difference(first, second, 0)
    assert found.mean == pytest.approx(2.05)
    assert found.over_articles < 0.001  # which does not see what seeds do
    assert found.over_both is not None
    return found.over_both


def test_seeds_that_vary_by_more_than_the_difference_are_no_evidence():
    assert _over_both((1.9, 2.0, 2.1), (0.1, 0.0, -0.1), ("one", "other")) < 0.001
    assert _over_both((0.0, 2.0, 4.0), (3.0, 0.0, -3.0), ("one", "other")) > 0.2


def test_seeds_that_begin_alike_are_paired():
    varied = (0.0, 2.0, 4.0), (-2.1, 0.0, 2.1)
    assert _over_both(*varied, ("one", "other")) > 0.1
    assert _over_both(*varied, ("one", "one")) < 0.01


def test_seeds_and_articles_together_are_welchs_test_where_articles_do_not_differ():
    left, right = (1.0, 2.0, 4.0, 3.0), (0.0, 0.5, 2.0)
    for families in (("one", "other"), ("one", "one")):  # unlike numbers of seeds are not paired
        found = significance.difference(
            _scored(_ARTICLES, left, families[0]), _scored(_ARTICLES, right, families[1]), 0
        )
        assert found.over_both == pytest.approx(ttest_ind(left, right, equal_var=False).pvalue)


def test_a_row_that_was_trained_once_says_nothing_about_seeds():
    often = _scored(_ARTICLES, (0.0, 0.1), "one")
    assert significance.difference(_scored(_ARTICLES, (2.0,), "other"), often, 0).over_both is None
    assert significance.difference(_scored(_ARTICLES, (2.0,)), often, 0).over_both is not None


def test_trees_of_one_training_are_one_score_and_articles_are_matched_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "RESULTS", tmp_path)
    for seed, scores in enumerate(({"a": [1, 2], "b": [3, 4]}, {"b": [5, 6], "a": [3, 4]})):
        store.write("trees", seed, {"trained_with_seed": 0, "open_articles": scores}, tmp_path)
        store.write("trainings", seed, {"open_articles": scores}, tmp_path)
    trees, trainings = significance.scores_of("trees", "trees"), significance.scores_of("trainings", None)
    assert trees is not None
    assert trainings is not None
    assert (trees.values.tolist(), trees.seeds) == ([[[2, 3], [4, 5]]], (0,))
    assert trainings.of(("b", "a"), 0).tolist() == [[3, 1], [5, 3]]
    assert trainings.error(0) == pytest.approx(1.0)
    assert significance.scores_of("nothing", None) is None


def test_two_networks_graphs_are_compared_over_all_pairs_and_by_their_roots():
    first = [np.array([[1, 0.8], [0.2, 1]], dtype=np.float32), np.array([[1, 0.1], [0.3, 1]], dtype=np.float32)]
    found = refined._apart(first, first)
    assert (found["difference"], found["same_root"]) == (0, 1)
    assert found["correlation"] == pytest.approx(1)
    turned = [first[0], first[1].T]
    found = refined._apart(first, turned)
    assert found["difference"] == pytest.approx(0.4 / 8)
    assert found["same_root"] == 0.5


def test_the_papers_comparisons_have_the_differences_that_its_text_names():
    shown = claims.claims()
    assert "| EMGN is far better than MRDMF | +8.26 / +10.25 |" in shown
    assert "EMGN over EMGN-GR | +1.10 / +1.68 |" in shown
    for block in claims._BLOCKS.values():
        assert {block.row(system) for pair in claims._CLAIMS.values() for system in pair} <= set(rows.BY_NAME)


def test_a_page_without_the_mark_is_refused():
    with pytest.raises(ValueError, match="no mark"):
        pages.with_part("# A page\n", "tables")


def test_charts_are_the_same_bytes_again(tmp_path: Path):
    lines = [figures.Line("one", ((1, 2.0), (2, 4.0)), (0.1, 0.2)), figures.Line("none", ())]
    pages = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        figures.write_chart(tmp_path / name / "chart.svg", "A <title>", "x", "y", lines)
        pages.append((tmp_path / name / "chart.svg").read_bytes())
    assert pages[0] == pages[1]
    assert b"A &lt;title&gt;" in pages[0]
    figures.write_chart(tmp_path / "nothing.svg", "t", "x", "y", [figures.Line("none", ())])
    assert not (tmp_path / "nothing.svg").exists()
