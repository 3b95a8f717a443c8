"""The default tree generator: the most probable nested tree over the sentences that a map keeps.

``scores[i, j]`` of the graph is read as the probability that i is the parent of j.

1. Keep the most salient sentences, as many as annotated maps do, and the most likely centre.
2. Find the nested tree over them with the highest log-probability (``best_projective_trees``). Two preferences are
   added that no pair of sentences shows: families should have several children, and many of them the centre's.
3. Where that tree is too deep or too wide (``shape.WHOLE_DOCUMENT``), change the preferences and search again.
4. Attach every other sentence, the most salient first, to the most probable parent in the tree so far.

The score of a node is the calibrated probability of its parent.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp
from operator import mul

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.graph.layout import groups_of_like_size
from mindgist.tree.order import tree_in_order
from mindgist.tree.projective import Values, best_projective_trees
from mindgist.tree.shape import MAX_NODES, WHOLE_DOCUMENT, depths_of, longest_chain
from mindgist.tree.tree import Tree

KEPT_SHARE = 0.47  # of the sentences; the annotators keep 44 %

# Preferences in log-probability, chosen on dev and maps-dev by cross-validation (docs/experiments.md).
FAMILY_PENALTY = 0.45  # for having children at all, so that few families are large rather than many small
CENTRE_BONUS = 0.6  # for each child of the centre
LATER_FAMILY_PENALTY = 1.0  # the same for a sentence that is attached in step 4

# How the preferences change where the best tree is out of shape.
MAX_FAMILY_PENALTY = 30  # the penalty is doubled up to this while the tree is too deep or has a chain
WIDE_FAMILY_PENALTY = 1.0  # taken off each edge of the widest parent, each time it has too many children
MAX_NARROWINGS = 8  # times
VERY_WIDE = 15  # children; for such a family, narrowing may raise the family penalty rather than give up

# In step 4 a parent deeper than FREE_DEPTH loses this factor of its probability for each level.
FREE_DEPTH = 2
DEPTH_FACTOR = 0.5

# Calibration: logit = SLOPE * logit(probability) + INTERCEPT - LENGTH_SLOPE * log(sentences of the document).
# Fitted to 300 edges of cross-validated maps (docs/experiments.md).
SLOPE = 0.61
INTERCEPT = 2.1
LENGTH_SLOPE = 0.61

MIN_PROBABILITY = 1e-4  # smaller ones are no evidence
BATCH_PAIRS = 120_000  # pairs of sentences of the graphs that are arranged at once: bounds memory


class NestedTree:
    """The tree of all sentences of a graph: the kept ones as the best nested tree, the others below them."""

    adjustable = True
    """The map may still move repeated sentences and single branches of the centre; see ``Arrange``."""

    def __call__(self, graph: RelationGraph) -> Tree:
        return self.arrange_all([graph])[0]

    def arrange_all(self, graphs: Sequence[RelationGraph]) -> list[Tree]:
        """The trees of several graphs, those of like size at once: faster than one by one, with the same result."""
        trees: dict[int, Tree] = {}
        for group in groups_of_like_size([len(graph) for graph in graphs], BATCH_PAIRS):
            trees |= zip(group, _trees([graphs[number] for number in group]), strict=True)
        return [trees[number] for number in range(len(graphs))]


nested_tree = NestedTree()


def _trees(graphs: Sequence[RelationGraph]) -> list[Tree]:
    """The trees of graphs that are padded to the longest: one row of each array for each graph."""
    counts = [len(graph) for graph in graphs]
    rows, longest = len(graphs), max(counts)
    probabilities = np.zeros((rows, longest, longest))
    salience, centre = np.full((rows, longest), -1.0), np.full((rows, longest), -1.0)
    for row, (graph, count) in enumerate(zip(graphs, counts, strict=True)):
        probabilities[row, :count, :count] = graph.scores
        salience[row, :count] = graph.salience
        centre[row, :count] = graph.root_salience
    probabilities[:, np.arange(longest), np.arange(longest)] = 0
    order = np.argsort(-salience, axis=1, kind="stable")
    sizes = np.array([max(1, min(MAX_NODES, round(KEPT_SHARE * count))) for count in counts])
    kept = _kept(order, centre.argmax(axis=1), sizes)
    values, centre_of_kept = _among_kept(probabilities, centre, kept, sizes)
    best = _well_shaped_trees(values, centre_of_kept, sizes.tolist())

    # When each sentence joined its tree: the kept ones at 0, then one after the other. Only those that joined no later
    # compete for a sentence.
    joined = np.full((rows, longest), longest)
    parents = np.zeros((rows, longest), np.intp)
    for row, (parents_of_kept, count) in enumerate(zip(best, counts, strict=True)):
        own = kept[row, : len(parents_of_kept)].tolist()
        of = [-1] * count
        for sentence, parent in zip(own, parents_of_kept, strict=True):
            of[sentence] = own[parent] if parent >= 0 else -1
        inside = set(own)
        others = [sentence for sentence in order[row, :count].tolist() if sentence not in inside]
        _attach(others, probabilities[row, :count, others].tolist(), own, of)
        parents[row, :count] = of
        joined[row, own] = 0
        joined[row, others] = range(1, len(others) + 1)
    competing = (probabilities * (joined[:, :, None] <= joined[:, None, :])).sum(axis=1)
    of_parent = np.take_along_axis(probabilities, np.maximum(parents, 0)[:, None], axis=1)[:, 0]
    calibrated = _calibrated(of_parent / np.maximum(competing, 1e-12), counts)
    scores = np.where(parents >= 0, calibrated, centre.clip(0, 1))
    return [
        tree_in_order(graph, parents[row, :count].tolist(), scores[row, :count], order[row, :count].tolist())
        for row, (graph, count) in enumerate(zip(graphs, counts, strict=True))
    ]


def _kept(order: NDArray[np.intp], centres: NDArray[np.intp], sizes: NDArray[np.intp]) -> NDArray[np.intp]:
    """The sentences that each map keeps, in the order of the text; the centre takes the place of the least salient."""
    largest = int(sizes.max())
    kept = order[:, :largest].copy()
    kept[np.arange(largest) >= sizes[:, None]] = order.shape[1]
    missing = np.flatnonzero(~(kept == centres[:, None]).any(axis=1))
    kept[missing, sizes[missing] - 1] = centres[missing]
    kept.sort(axis=1)
    return np.asarray(np.minimum(kept, order.shape[1] - 1))


def _among_kept(
    probabilities: Values, centre: Values, kept: NDArray[np.intp], sizes: NDArray[np.intp]
) -> tuple[Values, Values]:
    """The log-probability of each parent and the probability of each centre, given that only these are kept."""
    within = np.arange(kept.shape[1]) < sizes[:, None]
    among = probabilities[np.arange(len(kept))[:, None, None], kept[:, :, None], kept[:, None, :]]
    among *= within[:, :, None] & within[:, None, :]
    among /= np.maximum(among.sum(axis=1), 1e-12)[:, None]
    centre_of_kept = np.take_along_axis(centre, kept, axis=1) * within
    centre_of_kept /= np.maximum(np.cumsum(centre_of_kept, axis=1)[:, -1:], 1e-12)
    return np.log(np.maximum(among, MIN_PROBABILITY)), centre_of_kept


def _calibrated(probabilities: Values, counts: Sequence[int]) -> Values:
    """How often a parent of this probability is right, by the formula above; in odds rather than logits."""
    factor = np.exp(INTERCEPT) / np.array(counts, np.float64)[:, None] ** LENGTH_SLOPE
    odds = (probabilities / (1 - probabilities).clip(1e-9)).clip(1e-9) ** SLOPE * factor
    return np.asarray(odds / (1 + odds))


def _well_shaped_trees(values: Values, centre: Values, sizes: Sequence[int]) -> list[list[int]]:
    """The parents in the best tree of each row, searched again where it is too deep, has a chain or is too wide."""
    roots = [np.log(np.maximum(own[:size], MIN_PROBABILITY)) for own, size in zip(centre, sizes, strict=True)]
    bonuses = CENTRE_BONUS * centre
    penalties = np.full(len(sizes), FAMILY_PENALTY)

    def search(rows: list[int]) -> list[list[int]]:
        longest = max(sizes[row] for row in rows)
        edges = values[rows, :longest, :longest] + bonuses[rows, :longest, None]
        return best_projective_trees(edges, [roots[row] for row in rows], penalties[rows])

    rows = list(range(len(sizes)))
    trees = search(rows)
    while rows := [
        row
        for row in rows
        if penalties[row] < MAX_FAMILY_PENALTY and (_is_too_deep(trees[row]) or _has_chain(trees[row]))
    ]:
        penalties[rows] *= 2
        for row, tree in zip(rows, search(rows), strict=True):
            trees[row] = tree
    for row in range(len(trees)):
        for _ in range(MAX_NARROWINGS):
            parent, children = _widest(trees[row])
            if children <= WHOLE_DOCUMENT.max_children:
                break
            bonuses[row, parent] -= WIDE_FAMILY_PENALTY
            (narrower,) = search([row])
            if not _is_too_deep(narrower):
                trees[row] = narrower
            elif children > VERY_WIDE:
                penalties[row] *= 2
            else:
                break
    return trees


def _is_too_deep(parents: list[int]) -> bool:
    return max(depths_of(parents)) > WHOLE_DOCUMENT.max_depth


def _has_chain(parents: list[int]) -> bool:
    return longest_chain(parents) > WHOLE_DOCUMENT.max_only_children


def _widest(parents: list[int]) -> tuple[int, int]:
    """(the parent with the most children, how many)."""
    return Counter(parents).most_common(1)[0]


def _attach(
    others: Sequence[int], probabilities: Sequence[Sequence[float]], kept: Sequence[int], parents: list[int]
) -> None:
    """Attach each of the other sentences to its most probable parent in the tree so far, in place.

    ``probabilities`` has a row for each of ``others``: the probability of each sentence as its parent.
    """
    depths = depths_of(parents)
    new_family = exp(-LATER_FAMILY_PENALTY)
    factors = [0.0] * len(parents)  # of each sentence as a parent; 0: not in the tree yet

    def depth_factor(sentence: int) -> float:
        return DEPTH_FACTOR ** max(depths[sentence] - FREE_DEPTH, 0)

    for sentence in kept:
        factors[sentence] = new_family * depth_factor(sentence)
    for parent in {parents[sentence] for sentence in kept} - {-1}:
        factors[parent] = depth_factor(parent)
    for sentence, own in zip(others, probabilities, strict=True):
        products = list(map(mul, own, factors))
        parent = products.index(max(products))
        if not factors[parent]:  # all products are 0
            parent = kept[0]
        parents[sentence] = parent
        depths[sentence] = depths[parent] + 1
        factors[parent] = depth_factor(parent)
        factors[sentence] = new_family * depth_factor(sentence)
