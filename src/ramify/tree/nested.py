"""Nested trees: the sentences that people would keep are arranged as a whole, the others then find their places.

The graph's scores are read as chances: of all sentences that could govern j, i does so with the chance ``scores[i,
j]``, among those that are there. What is kept is arranged as the likeliest nested tree (``best_projective_tree``),
with two leanings of people's maps that no single pair can tell: families have several children, and much hangs under
the centre. A sentence's score is the chance that its governor is the right one.
"""

import numpy as np
from numpy.typing import NDArray

from ramify.graph import RelationGraph
from ramify.tree.order import in_order
from ramify.tree.projective import best_projective_tree
from ramify.tree.tree import Tree

# The annotators keep 44 % of an article's sentences on the whole, one more and one less; what is missing in a map costs
# more than what is too much (docs/decisions/map-size.md). Beyond some sixty nodes a map is no longer taken in at a
# glance, however long the document.
KEPT = 0.47
GLANCE = 60

# How unlikely a family is, and how likely a child of the centre, beyond what the scores tell: chosen on dev and
# maps-dev by cross-validation (docs/experiments.md).
_OPENING = 0.8
_CENTRE = 1.0

# Nine in ten of people's maps are at most four deep and have no family of more than seven. Where the best tree of what
# is kept is deeper than _DEEPEST, a family costs more; where one has more than _WIDEST children, families cost less or
# nothing. What is placed under it pays for every level beyond the third.
_DEEPEST = 5
_DEAREST = 30
_WIDEST = 12
_DEEP = 2
_DEEPER = 0.5

# From a parent's chance to how often such parents are right: log-odds times the one plus the other, fitted to 300 edges
# of cross-validated maps (docs/experiments.md).
_SLOPE = 0.74
_LIFT = 0.13

_LEAST = 1e-4  # a chance below this is no evidence


def nested_tree(graph: RelationGraph) -> Tree:
    """The tree of all sentences: those kept by the best nested tree, the others under the likeliest of the stronger."""
    count = len(graph)
    salience = graph.salience
    order = np.argsort(-salience, kind="stable")
    kept = np.sort(_kept(graph, order))
    chances = np.array(graph.scores, dtype=np.float64)
    np.fill_diagonal(chances, 0)

    governors = np.full(count, -1)
    sure = graph.root_salience.clip(0, 1)
    if len(kept) > 1:
        among = chances[np.ix_(kept, kept)]
        among /= np.maximum(among.sum(axis=0), 1e-12)
        centre = graph.root_salience[kept]
        centre = centre / max(centre.sum(), 1e-12)
        values = np.log(np.maximum(among, _LEAST)) + _CENTRE * centre[:, None]
        found = _well_shaped(values, np.log(np.maximum(centre, _LEAST)))
        below = found >= 0
        governors[kept[below]] = kept[found[below]]
        sure[kept[below]] = among[found[below], np.flatnonzero(below)]
    _place_others(chances, order, kept, governors, sure)
    below = governors >= 0
    sure[below] = _calibrated(sure[below])
    return in_order(graph, governors.tolist(), sure)


def _calibrated(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """How often a parent of such a chance is right: the tree as a whole knows more than the pair alone."""
    odds = (chances / (1 - chances).clip(1e-9)).clip(1e-9) ** _SLOPE * np.exp(_LIFT)
    return np.asarray(odds / (1 + odds))


def _well_shaped(values: NDArray[np.float64], roots: NDArray[np.float64]) -> NDArray[np.intp]:
    """The governors of the best tree that is not too deep, or not too wide: its families become dearer, or cheaper."""
    price = _OPENING
    found = np.array(best_projective_tree(values, roots, price))
    while price < _DEAREST and _depth(found) > _DEEPEST:
        price *= 2
        found = np.array(best_projective_tree(values, roots, price))
    for cheaper in (price / 2, 0.0):
        if _widest(found) > _WIDEST:
            narrower = np.array(best_projective_tree(values, roots, cheaper))
            found = narrower if _depth(narrower) <= _DEEPEST else found
    return found


def _depth(governors: NDArray[np.intp]) -> int:
    return max(_depths(governors.tolist()))


def _widest(governors: NDArray[np.intp]) -> int:
    return int(np.bincount(governors[governors >= 0], minlength=1).max())


def _kept(graph: RelationGraph, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """The sentences of a map of the usual size, the likeliest centre among them."""
    size = max(1, min(GLANCE, round(KEPT * len(graph))))
    centre = int(graph.root_salience.argmax())
    kept = order[:size].copy()
    if centre not in kept:
        kept[-1] = centre
    return kept


def _place_others(
    chances: NDArray[np.float64], order: NDArray[np.intp], kept: NDArray[np.intp], governors: NDArray[np.intp],
    sure: NDArray[np.float64],
) -> None:  # fmt: skip
    """Each further sentence under the likeliest of those already there, strongest first; families have their price."""
    placed = np.zeros(len(order))
    placed[kept] = 1
    depth = _depths(governors.tolist())
    opening = float(np.exp(-_OPENING))
    price = np.where(placed > 0, opening, 0)
    price[governors[governors >= 0]] = 1
    price[kept] *= [_DEEPER ** max(depth[sentence] - _DEEP, 0) for sentence in kept.tolist()]
    for sentence in order[placed[order] == 0].tolist():
        likely = chances[:, sentence]
        governor = int((likely * price).argmax())
        if not placed[governor]:  # nothing is likely at all
            governor = int(kept[0])
        governors[sentence] = governor
        sure[sentence] = likely[governor] / max(float(likely @ placed), 1e-12)
        placed[sentence] = 1
        depth[sentence] = depth[governor] + 1
        price[governor] = _DEEPER ** max(depth[governor] - _DEEP, 0)
        price[sentence] = opening * _DEEPER ** max(depth[sentence] - _DEEP, 0)


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
