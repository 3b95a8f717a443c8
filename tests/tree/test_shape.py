from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from mindgist.tree import Tree
from mindgist.tree.shape import (
    MAX_CHILDREN,
    MAX_DEPTH,
    MAX_ONLY_CHILDREN,
    depths_of,
    within_limits,
    without_root,
)

PARENTS = st.lists(st.integers(0, 10_000), max_size=60).map(
    lambda numbers: [None, *(number % (place + 1) for place, number in enumerate(numbers))]
)


def shallow(parents: Sequence[int | None]) -> list[int | None]:
    tree = Tree(tuple(range(len(parents))), tuple(parents), (1.0,) * len(parents))
    return list(within_limits(tree).parents)


def test_depths() -> None:
    parents = [1, -1, 1, 2, 3, 4]  # 1 is the root of 0 and 2
    assert depths_of(parents) == [1, 0, 1, 2, 3, 4]


def test_the_children_of_an_only_root_stand_beside_it() -> None:
    assert without_root(Tree((4, 2, 0, 1), (None, 0, 1, 0), (1.0,) * 4)).parents == (None, None, 1, None)
    assert without_root(Tree((4, 2, 0, 1), (None, None, 0, 0), (1.0,) * 4)).parents == (None, None, 0, 0)


def test_a_chain_becomes_a_comb() -> None:
    assert shallow([None, 0, 1, 2, 3, 4]) == [None, 0, 0, 2, 2, 4]


def test_what_a_person_could_have_drawn_stays() -> None:
    drawn = [None, 0, 0, 1, 1, 2, 3, 2]
    assert shallow(drawn) == drawn
    forest = [None, None, 0, 0, 1]
    assert shallow(forest) == forest


def test_a_long_chain_becomes_no_fan() -> None:
    found = shallow([None, *range(200)])
    assert max(Counter(found).values()) <= MAX_CHILDREN


def test_a_wide_family_is_grouped_below_the_siblings_before() -> None:
    tree = Tree((0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 15, 5), (None, *[0] * 12), (1.0,) * 13)
    assert within_limits(tree).parents == (None, *[0] * 9, 9, 9, 9)  # all below 90: one family


@given(PARENTS)
def test_shallow_trees(wanted: list[int | None]) -> None:
    found = shallow(wanted)
    levels: list[int] = []
    for place, parent in enumerate(found):
        assert parent is None or parent < place
        levels.append(0 if parent is None else levels[parent] + 1)
    assert max(levels) <= MAX_DEPTH
    assert shallow(found) == found


@given(PARENTS)
def test_no_prefix_is_a_chain_and_none_changes_as_it_grows(wanted: list[int | None]) -> None:
    whole = shallow(wanted)
    for size in range(1, len(whole) + 1):
        assert shallow(wanted[:size]) == whole[:size]
        children = Counter(whole[:size])
        runs: list[int] = []
        for parent in whole[:size]:
            runs.append(0 if parent is None or children[parent] != 1 else runs[parent] + 1)
        assert max(runs) <= MAX_ONLY_CHILDREN
