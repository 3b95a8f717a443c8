"""Measures of the shape of maps: depth, chains and large families, which SSM and KSM do not show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

MIN_NODES = 8  # of a map whose shape counts
MAX_ONLY_CHILDREN = 3  # in a row; more are a chain


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of one map."""

    nodes: int
    roots: int
    inner: int
    """Nodes with children."""
    single: int
    """Nodes with exactly one child."""
    depth: int
    root_children: int
    """Of the first root."""
    widest: int
    run: int
    """The largest number of only children in a row."""

    @classmethod
    def of(cls, parents: Sequence[int | None]) -> "Shape":
        """The shape of the map with these parents, which come before their children."""
        children = Counter(parents)
        depths: list[int] = []
        runs: list[int] = []
        for parent in parents:
            depths.append(0 if parent is None else depths[parent] + 1)
            runs.append(0 if parent is None or children[parent] != 1 else runs[parent] + 1)
        under = [children[place] for place in range(len(parents)) if children[place]]
        return cls(
            nodes=len(parents),
            roots=children[None],
            inner=len(under),
            single=under.count(1),
            depth=max(depths, default=0),
            root_children=children[0],
            widest=max(under, default=0),
            run=max(runs, default=0),
        )


def shape_figures(shapes: Sequence[Shape]) -> dict[str, float]:
    """The shapes of many maps, over those of at least ``MIN_NODES`` nodes; shares in percent."""
    maps = [shape for shape in shapes if shape.nodes >= MIN_NODES]
    if not maps:
        return {"maps": 0}
    return {
        "maps": len(maps),
        "single_child_share": 100 * sum(shape.single for shape in maps) / max(1, sum(shape.inner for shape in maps)),
        "depth_median": median(shape.depth for shape in maps),
        "depth_90": _percentile([shape.depth for shape in maps], 90),
        "root_children_median": median(shape.root_children for shape in maps),
        "root_children_90": _percentile([shape.root_children for shape in maps], 90),
        "widest_median": median(shape.widest for shape in maps),
        "widest_90": _percentile([shape.widest for shape in maps], 90),
        "long_run_share": 100 * sum(shape.run > MAX_ONLY_CHILDREN for shape in maps) / len(maps),
        "one_root_share": 100 * sum(shape.roots == 1 for shape in maps) / len(maps),
    }


def _percentile(values: Sequence[int], percent: int) -> int:
    """The nearest-rank percentile."""
    return sorted(values)[max(0, -(-percent * len(values) // 100) - 1)]
