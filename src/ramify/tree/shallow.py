"""Trees without chains.

A tree is made for a whole text. Under a heading it stands deeper, and of a long one only the beginning is shown, where
most sentences have none of their siblings yet: what would branch looks like a chain.
"""

from collections import Counter
from collections.abc import Sequence

DEEPEST = 3  # the level of a sentence, counted from 0 for the roots; people's maps have a depth of 2 to 4
LONGEST_RUN = 2  # only children, one under the other


def shallow(wanted: Sequence[int | None]) -> list[int | None]:
    """Parents as wanted, but for what would stand too deep, or would be one only child too many in a row.

    Such a node stands beside its governor. What came before decides, so every prefix stays the same tree as it grows.
    """
    parents: list[int | None] = []
    levels: list[int] = []
    children: Counter[int | None] = Counter()
    for governor in wanted:
        parent = governor
        while parent is not None and (
            levels[parent] >= DEEPEST or (not children[parent] and _run(parent, parents, children) >= LONGEST_RUN)
        ):
            parent = parents[parent]
        parents.append(parent)
        levels.append(0 if parent is None else levels[parent] + 1)
        children[parent] += 1
    return parents


def _run(place: int, parents: list[int | None], children: Counter[int | None]) -> int:
    """How many only children there are in a row from this one upwards."""
    run = 0
    above = parents[place]
    while above is not None and children[above] == 1:
        run += 1
        above = parents[above]
    return run
