import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindgist.evaluate.shape import Shape, shape_figures


def test_a_shape_by_hand() -> None:
    # 0 has 1 and 2; 1 has 3, which has 4, which has 5, which has 6; 2 has 7 and 8
    shape = Shape.of([None, 0, 0, 1, 3, 4, 5, 2, 2])
    assert shape == Shape(nodes=9, inner=6, single=4, depth=5, root_children=2, run=4)
    assert shape_figures([shape, Shape.of([None, 0])]) == {
        "maps": 1,
        "single_child_share": pytest.approx(400 / 6),
        "depth_median": 5,
        "depth_90": 5,
        "root_children_median": 2,
        "long_run_share": 100,
    }


def test_small_maps_have_no_shape() -> None:
    assert shape_figures([Shape.of([None, 0, 1])]) == {"maps": 0}


@given(st.lists(st.integers(0, 10_000), max_size=40))
def test_chains_and_stars(numbers: list[int]) -> None:
    parents: list[int | None] = [None, *(number % (place + 1) for place, number in enumerate(numbers))]
    shape = Shape.of(parents)
    assert shape.single <= shape.inner <= shape.nodes
    assert shape.run <= shape.depth
    size = len(parents)
    assert Shape.of([None, *range(size)]).run == size
    assert Shape.of([None] + [0] * size).depth == 1
