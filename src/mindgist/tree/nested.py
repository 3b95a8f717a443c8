"""Nested trees: the sentences that people would keep are arranged as a whole, the others then find their places.

The graph's scores are read as chances: of all sentences that could govern j, i does so with the chance ``scores[i,
j]``, among those that are there. What is kept is arranged as the likeliest nested tree (``best_projective_trees``),
with two leanings of people's maps that no single pair can tell: families have several children, and much hangs under
the centre. A sentence's score is the chance that its governor is the right one.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from math import exp
from operator import mul

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.graph.layout import alike
from mindgist.tree.order import in_order
from mindgist.tree.projective import Values, best_projective_trees
from mindgist.tree.tree import Tree

# What is arranged as a whole. The annotators keep 44 % of an article's sentences on the whole, one more and one less.
# Beyond some sixty nodes a map is no longer taken in at a glance, however long the document.
_KEPT = 0.47
GLANCE = 60

# How unlikely a family is, and how likely a child of the centre, beyond what the scores tell: chosen on dev and
# maps-dev by cross-validation (docs/experiments.md).
_OPENING = 0.45
_CENTRE = 0.6
_OPENING_LATER = 1.0  # for what is placed after all that is kept: nothing weighs it against the whole

# Nine in ten of people's maps are at most four deep and have no family of more than seven. Where the best tree of what
# is kept is deeper than _DEEPEST, or has more than _LONGEST_RUN only children in a row, a family costs more. Where one
# has more than _WIDEST children, whoever governs them is worth _LESS and less, _TRIES times, as long as that makes
# nothing too deep; against a _FAN families cost more for it. What is placed under the kept pays for every level beyond
# the third.
_DEEPEST = 5
_LONGEST_RUN = 2
_DEAREST = 30
_WIDEST = 12
_TRIES = 8
_LESS = 1.0
_FAN = 15
_DEEP = 2
_DEEPER = 0.5

# From a parent's chance to how often such parents are right: log-odds times the one plus the other, less the third for
# every sentence, by logarithm: of a long text's parents fewer are right. Fitted to 300 edges of cross-validated maps
# (docs/experiments.md).
_SLOPE = 0.61
_LIFT = 2.1
_LONGER = 0.61

_LEAST = 1e-4  # a chance below this is no evidence
_TOGETHER = 120_000  # pairs of sentences of graphs whose trees are found at once


class NestedTree:
    """The tree of all sentences: those kept by the best nested tree, the others under the likeliest of the stronger."""

    def __call__(self, graph: RelationGraph) -> Tree:
        return self.arrange_all([graph])[0]

    def arrange_all(self, graphs: Sequence[RelationGraph]) -> list[Tree]:
        """The trees of several graphs, those of like size at once: faster than one by one, and the same."""
        found: dict[int, Tree] = {}
        for group in alike([len(graph) for graph in graphs], _TOGETHER):
            found |= zip(group, _trees([graphs[place] for place in group]), strict=True)
        return [found[place] for place in range(len(graphs))]


nested_tree = NestedTree()


def _trees(graphs: Sequence[RelationGraph]) -> list[Tree]:
    """Everything has a row a graph, filled up where a graph is shorter; what fills up counts for nothing."""
    counts = [len(graph) for graph in graphs]
    many, most = len(graphs), max(counts)
    chances, salience, centres = np.zeros((many, most, most)), np.full((many, most), -1.0), np.full((many, most), -1.0)
    for row, (graph, count) in enumerate(zip(graphs, counts, strict=True)):
        chances[row, :count, :count] = graph.scores
        salience[row, :count] = graph.salience
        centres[row, :count] = graph.root_salience
    chances[:, np.arange(most), np.arange(most)] = 0
    order = np.argsort(-salience, axis=1, kind="stable")
    sizes = np.array([max(1, min(GLANCE, round(_KEPT * count))) for count in counts])
    kept = _kept(order, centres.argmax(axis=1), sizes)
    found = _well_shaped(*_worth(chances, centres, kept, sizes), sizes.tolist())

    arrived = np.full((many, most), most)  # when each sentence has found its place: those kept at first
    governors = np.zeros((many, most), np.intp)
    for row, (above, count) in enumerate(zip(found, counts, strict=True)):
        own = kept[row, : len(above)].tolist()
        of = [-1] * count
        for sentence, governor in zip(own, above, strict=True):
            of[sentence] = own[governor] if governor >= 0 else -1
        inside = set(own)
        others = [sentence for sentence in order[row, :count].tolist() if sentence not in inside]
        _place_others(chances[row, :count, others].tolist(), others, own, of)
        governors[row, :count] = of
        arrived[row, own] = 0
        arrived[row, others] = range(1, len(others) + 1)
    rivals = (chances * (arrived[:, :, None] <= arrived[:, None, :])).sum(axis=1)
    likely = np.take_along_axis(chances, np.maximum(governors, 0)[:, None], axis=1)[:, 0]
    sure = np.where(governors >= 0, _calibrated(likely / np.maximum(rivals, 1e-12), counts), centres.clip(0, 1))
    return [
        in_order(graph, governors[row, :count].tolist(), sure[row, :count], order[row, :count].tolist())
        for row, (graph, count) in enumerate(zip(graphs, counts, strict=True))
    ]


def _kept(order: NDArray[np.intp], centres: NDArray[np.intp], sizes: NDArray[np.intp]) -> NDArray[np.intp]:
    """The sentences of maps of the usual size, the likeliest centre among them, in order; then what fills up."""
    most = int(sizes.max())
    kept = order[:, :most].copy()
    kept[np.arange(most) >= sizes[:, None]] = order.shape[1]
    missing = np.flatnonzero(~(kept == centres[:, None]).any(axis=1))
    kept[missing, sizes[missing] - 1] = centres[missing]
    kept.sort(axis=1)
    return np.asarray(np.minimum(kept, order.shape[1] - 1))


def _worth(chances: Values, centres: Values, kept: NDArray[np.intp], sizes: NDArray[np.intp]) -> tuple[Values, Values]:
    """Among those kept: what it is worth that one governs another, and how likely each is the centre."""
    within = np.arange(kept.shape[1]) < sizes[:, None]
    among = chances[np.arange(len(kept))[:, None, None], kept[:, :, None], kept[:, None, :]]
    among *= within[:, :, None] & within[:, None, :]
    among /= np.maximum(among.sum(axis=1), 1e-12)[:, None]
    centre = np.take_along_axis(centres, kept, axis=1) * within
    centre /= np.maximum(np.cumsum(centre, axis=1)[:, -1:], 1e-12)
    return np.log(np.maximum(among, _LEAST)), centre


def _calibrated(chances: NDArray[np.float64], counts: Sequence[int]) -> NDArray[np.float64]:
    """How often a parent of such a chance is right: the tree as a whole knows more than the pair alone."""
    lifts = np.exp(_LIFT) / np.array(counts, np.float64)[:, None] ** _LONGER
    odds = (chances / (1 - chances).clip(1e-9)).clip(1e-9) ** _SLOPE * lifts
    return np.asarray(odds / (1 + odds))


def _well_shaped(values: Values, centres: Values, sizes: Sequence[int]) -> list[list[int]]:
    """The governors of the best trees that are neither too deep nor too wide; all that are asked for, at once."""
    found: dict[int, list[int]] = {}
    roots = [np.log(np.maximum(own[:size], _LEAST)) for own, size in zip(centres, sizes, strict=True)]
    asking = {one: _wishes(_CENTRE * centres[one]) for one in range(len(sizes))}
    wishes = {one: next(asked) for one, asked in asking.items()}
    while wishes:
        some = list(wishes)
        longest = max(sizes[one] for one in some)
        prices = np.array([wishes[one][0] for one in some])
        leanings = np.stack([wishes.pop(one)[1] for one in some])
        worth = values[some, :longest, :longest] + leanings[:, :longest, None]
        for one, tree in zip(some, best_projective_trees(worth, [roots[one] for one in some], prices), strict=True):
            try:
                wishes[one] = asking[one].send(tree)
            except StopIteration as done:
                found[one] = done.value
    return [found[one] for one in range(len(sizes))]


def _wishes(leanings: Values) -> Generator[tuple[float, Values], list[int], list[int]]:
    """Asks for the best tree at a price of families and with a leaning to each governor, until it is well shaped.

    Where it is too deep, families become dearer; where one is too wide, its governor is leaned to less.
    """
    price = _OPENING
    found = yield price, leanings
    while price < _DEAREST and (max(_depths(found)) > _DEEPEST or _longest_run(found) > _LONGEST_RUN):
        price *= 2
        found = yield price, leanings
    for _ in range(_TRIES):
        widest, children = _widest(found)
        if children <= _WIDEST:
            break
        leanings[widest] -= _LESS
        narrower = yield price, leanings
        if max(_depths(narrower)) <= _DEEPEST:
            found = narrower
        elif children > _FAN:
            price *= 2
        else:
            break
    return found


def _longest_run(governors: list[int]) -> int:
    """How many only children there are in a row, one under the other."""
    children = Counter(governors)
    longest = 0
    for above in governors:
        run = 0
        while above >= 0 and children[above] == 1:
            run += 1
            above = governors[above]
        longest = max(longest, run)
    return longest


def _widest(governors: list[int]) -> tuple[int, int]:
    """(who has the most children, how many)."""
    return Counter(governors).most_common(1)[0]


def _place_others(
    likely: Sequence[Sequence[float]], others: Sequence[int], kept: Sequence[int], governors: list[int]
) -> None:
    """Each further sentence under the likeliest of those already there, strongest first; families have their price.

    ``likely`` are, for each of the others, the chances of all that could govern it.
    """
    depths = _depths(governors)
    opening = exp(-_OPENING_LATER)
    price = [0.0] * len(governors)
    for sentence in kept:
        price[sentence] = opening * _DEEPER ** max(depths[sentence] - _DEEP, 0)
    for governor in {governors[sentence] for sentence in kept} - {-1}:
        price[governor] = _DEEPER ** max(depths[governor] - _DEEP, 0)
    for sentence, chances in zip(others, likely, strict=True):
        products = list(map(mul, chances, price))
        governor = products.index(max(products))
        if not price[governor]:  # nothing is likely at all
            governor = kept[0]
        governors[sentence] = governor
        depths[sentence] = depths[governor] + 1
        price[governor] = _DEEPER ** max(depths[governor] - _DEEP, 0)
        price[sentence] = opening * _DEEPER ** max(depths[sentence] - _DEEP, 0)


def _depths(governors: list[int]) -> list[int]:
    """How deep each sentence stands; those without a governor at 0."""
    depths = []
    for above in governors:
        depth = 0
        while above >= 0:
            depth += 1
            above = governors[above]
        depths.append(depth)
    return depths
