"""Trees without chains.

A tree is made for a whole text. Under a heading it stands deeper, and of a long one only the beginning is shown, where
most sentences have none of their siblings yet: what would branch looks like a chain.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

DEEPEST = 3  # the level of a sentence, counted from 0 for the roots; people's maps have a depth of 2 to 4
LONGEST_RUN = 1  # only children, one under the other
WIDEST = 7  # children that are no fan: nine of ten maps of people have no more anywhere


def shallow(wanted: Sequence[int | None]) -> list[int | None]:
    """Parents as wanted, but for what would stand too deep, or would be one only child too many in a row.

    Such a node stands beside its governor, or further up where there is a fan already. What came before decides, so
    every prefix stays the same tree as it grows.
    """
    parents: list[int | None] = []
    levels: list[int] = []
    children: Counter[int | None] = Counter()
    for governor in wanted:
        parent = governor
        if governor is not None and (
            levels[governor] >= DEEPEST or (not children[governor] and _run(governor, parents, children) >= LONGEST_RUN)
        ):
            above = [place for place in _above(governor, parents) if levels[place] < DEEPEST]
            parent = next((place for place in above if children[place] < WIDEST), None)
            parent = min(above, key=children.__getitem__) if parent is None else parent
        parents.append(parent)
        levels.append(0 if parent is None else levels[parent] + 1)
        children[parent] += 1
    return parents


def _above(place: int, parents: list[int | None]) -> Iterator[int]:
    """What a node stands under, the nearest first."""
    above = parents[place]
    while above is not None:
        yield above
        above = parents[above]


def _run(place: int, parents: list[int | None], children: Counter[int | None]) -> int:
    """How many only children there are in a row from this one upwards."""
    run = 0
    above = parents[place]
    while above is not None and children[above] == 1:
        run += 1
        above = parents[above]
    return run
