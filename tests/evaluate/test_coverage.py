import pytest

from mindgist.document import Document
from mindgist.evaluate.shape import Coverage, coverage_figures

ARTICLE = Document.from_sentences(
    [[f"The sea rose by {number} centimetres that year."] for number in range(8)] + [["Click here to read more."]]
)


def test_coverage_of_one_map() -> None:
    found = Coverage.of(ARTICLE, [0, 1, 4, 5, 8], [None, 0, 0, 2, 0])
    assert found.thirds == (2, 2, 1)
    assert found.reach == 1
    assert (found.branches, found.bare, found.junk) == (3, 2, 1)


def test_a_map_of_the_beginning() -> None:
    found = Coverage.of(ARTICLE, [0, 2], [None, 0])
    assert found.thirds == (2, 0, 0)
    assert found.reach == 0.25
    assert (found.branches, found.bare, found.junk) == (1, 1, 0)


def test_figures_of_several_maps() -> None:
    figures = coverage_figures(
        [Coverage.of(ARTICLE, [0, 1, 4, 5, 8], [None, 0, 0, 2, 0]), Coverage.of(ARTICLE, [0], [None])]
    )
    assert figures["third_1"] == pytest.approx(50)
    assert figures["reach"] == pytest.approx(50)
    assert figures["branches"] == pytest.approx(1.5)
    assert figures["bare_branches"] == pytest.approx(100 / 3)
    assert figures["junk"] == 1
