"""What SSM and KSM do not show: the depth, chains and branches of maps, and how much of an article they cover."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import NamedTuple

from mindgist.document import Document

MIN_NODES = 8  # of a map whose shape counts
MAX_ONLY_CHILDREN = 3  # in a row; more are a chain


def depths_of(parents: Sequence[int | None]) -> list[int]:
    """The depth of each node of a map, whose parents come before their children; that of a root is 0."""
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    return depths


class Shape(NamedTuple):
    """The shape of one map."""

    nodes: int
    inner: int  # nodes with children
    single: int  # nodes with exactly one child
    depth: int
    root_children: int  # of the first root
    run: int  # the largest number of only children in a row

    @classmethod
    def of(cls, parents: Sequence[int | None]) -> "Shape":
        """The shape of the map with these parents, which come before their children."""
        children = Counter(parents)
        runs: list[int] = []
        for parent in parents:
            runs.append(0 if parent is None or children[parent] != 1 else runs[parent] + 1)
        under = [children[place] for place in range(len(parents)) if children[place]]
        longest = max(depths_of(parents), default=0), children[0], max(runs, default=0)
        return cls(len(parents), len(under), under.count(1), *longest)


def shape_figures(shapes: Sequence[Shape]) -> dict[str, float]:
    """The shapes of many maps, over those of at least ``MIN_NODES`` nodes; shares in percent."""
    maps = [shape for shape in shapes if shape.nodes >= MIN_NODES]
    if not maps:
        return {"maps": 0}
    depths = sorted(shape.depth for shape in maps)
    return {
        "maps": len(maps),
        "single_child_share": 100 * sum(shape.single for shape in maps) / max(1, sum(shape.inner for shape in maps)),
        "depth_median": median(depths),
        "depth_90": depths[-(-90 * len(maps) // 100) - 1],  # the nearest rank
        "root_children_median": median(shape.root_children for shape in maps),
        "long_run_share": 100 * sum(shape.run > MAX_ONLY_CHILDREN for shape in maps) / len(maps),
    }


class Coverage(NamedTuple):
    """How much of an article one map covers."""

    thirds: tuple[int, int, int]  # nodes from each third of the article
    reach: float  # where the last of the sentences is in the article, from 0 to 1
    branches: int  # children of the roots
    bare: int  # those of them without children
    junk: int  # sentences that are no content: see ``mindgist.document.content``

    @classmethod
    def of(cls, document: Document, sentences: Sequence[int], parents: Sequence[int | None]) -> "Coverage":
        """The coverage of the map of these sentences with these parents, which are indexes among them."""
        count = len(document)
        thirds = Counter(min(2, 3 * sentence // count) for sentence in sentences)
        children = Counter(parents)
        main = [place for place, parent in enumerate(parents) if parent is not None and parents[parent] is None]
        return cls(
            thirds=(thirds[0], thirds[1], thirds[2]),
            reach=max(sentences, default=0) / max(1, count - 1),
            branches=len(main),
            bare=sum(not children[place] for place in main),
            junk=sum(not document.content[sentence] for sentence in sentences),
        )


def coverage_figures(maps: Sequence[Coverage]) -> dict[str, float]:
    """The coverage of several maps: shares in percent, the mean number of branches, the number of junk nodes."""
    nodes = max(1, sum(sum(one.thirds) for one in maps))
    return {
        **{f"third_{third + 1}": 100 * sum(one.thirds[third] for one in maps) / nodes for third in range(3)},
        "reach": 100 * fmean(one.reach for one in maps),
        "branches": fmean(one.branches for one in maps),
        "bare_branches": 100 * fmean(one.bare / max(1, one.branches) for one in maps),
        "junk": sum(one.junk for one in maps),
    }
