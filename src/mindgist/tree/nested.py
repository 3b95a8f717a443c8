"""The default tree generator: a few main branches over the whole text, each the most probable nested tree.

``scores[i, j]`` of the graph is read as the probability that i is the parent of j.

1. Order the sentences for coverage (``topics.coverage_order``) and keep the first half, at most ``MAX_NODES``.
2. Divide the kept sentences, without the centre, into stretches: the main branches. The top of a stretch is the child
   of the centre, and all others in it are below the top. The division and the trees over the stretches have together
   the highest log-probability, found exactly (``Chart``). Four preferences are added that no pair of sentences shows:
   as many main branches as people draw, few of them without children, each a coherent stretch that begins with a
   paragraph, and families of several children.
3. Attach every other sentence, in the order for coverage, to the most probable parent in the tree so far.
4. Move nodes up where the tree is too deep, and below a sibling where it is too wide (``shape``).

The centre and the tops of the main branches come first in the tree, the others in the order for coverage, but the first
two children of a parent together. The score of a node is the calibrated probability of its parent.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from operator import mul

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.graph.layout import groups_of_like_size
from mindgist.tree.order import tree_in_order
from mindgist.tree.projective import Branch, Chart, Values, best_partition
from mindgist.tree.shape import MAX_NODES, depths_of, within_limits
from mindgist.tree.topics import PARAGRAPH_BONUS, USUAL_LENGTH, cohesion_of, coverage_order, impossible
from mindgist.tree.tree import Tree

KEPT_SHARE = 0.5  # of the sentences; the annotators keep 44 to 52 %

# Preferences in log-probability, chosen on dev and maps-dev by cross-validation (docs/experiments.md).
FAMILY_PENALTY = 0.9  # for having children at all, so that few families are large rather than many small
BARE_BRANCH_PENALTY = 1.3  # for a main branch without children
COHESION_WEIGHT = 3.0  # of the cohesion of a main branch
BRANCHES_PENALTY = 80.0  # times log(main branches / usual number) squared
BRANCHES_EXPONENT = 0.1  # the usual number grows with this power of the length
MAX_BRANCHES = 9
LATER_FAMILY_PENALTY = 1.0  # FAMILY_PENALTY for a sentence that is attached in step 3

# In step 3 a parent deeper than FREE_DEPTH loses this factor of its probability for each level.
FREE_DEPTH = 2
DEPTH_FACTOR = 0.5

# Calibration: logit = SLOPE * logit(probability) + INTERCEPT - LENGTH_SLOPE * log(sentences of the document).
# Fitted to 300 edges of cross-validated maps (docs/experiments.md).
SLOPE = 0.61
INTERCEPT = 2.1
LENGTH_SLOPE = 0.61

MIN_PROBABILITY = 1e-4  # smaller ones are no evidence
BATCH_PAIRS = 30_000  # pairs of kept sentences that are searched at once: bounds memory


class NestedTree:
    """The tree of all sentences of a graph: the kept ones as the best nested tree, the others below them."""

    adjustable = True
    """The map may still move repeated sentences and single branches of the centre; see ``Arrange``."""

    def __call__(self, graph: RelationGraph) -> Tree:
        return self.arrange_all([graph])[0]

    def arrange_all(self, graphs: Sequence[RelationGraph]) -> list[Tree]:
        """The trees of several graphs, those of like size at once: faster than one by one, with the same result."""
        searches = [_Search.of(graph) for graph in graphs]
        trees: dict[int, Tree] = {}
        for group in groups_of_like_size([len(search.members) for search in searches], BATCH_PAIRS):
            longest = max(len(searches[number].members) for number in group)
            values = np.zeros((len(group), longest, longest))
            for row, number in enumerate(group):
                own = searches[number].values
                values[row, : len(own), : len(own)] = own
            chart = Chart(values, np.full(len(group), FAMILY_PENALTY))
            for row, number in enumerate(group):
                trees[number] = _tree(searches[number], chart, row)
        return [trees[number] for number in range(len(graphs))]


nested_tree = NestedTree()


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """The search for the main branches of one document."""

    graph: RelationGraph
    order: list[int]
    """All sentences, in the order for coverage; the centre is the first."""
    members: list[int]
    """The kept sentences without the centre, in the order of the text."""
    values: Values
    """The log-probability of each member as the parent of each other."""
    tops: Values
    """The log-probability of the centre as the parent of each member."""
    stretches: Values
    """The preference for each stretch of members as a main branch."""

    @classmethod
    def of(cls, graph: RelationGraph) -> "_Search":
        centre = int(graph.root_salience.argmax())
        cohesion = cohesion_of(graph)
        order = coverage_order(graph, centre, cohesion)
        size = max(1, min(MAX_NODES, round(KEPT_SHARE * len(graph))))
        members = sorted(order[1:size])
        kept = [centre, *members]
        among = graph.scores[kept][:, kept].astype(np.float64)
        np.fill_diagonal(among, 0)
        among /= np.maximum(among.sum(axis=0), 1e-12)
        values = np.log(np.maximum(among, MIN_PROBABILITY))
        ends = [following - 1 for following in [*members[1:], len(graph)]][: len(members)]
        stretches = COHESION_WEIGHT * cohesion[members][:, ends] + PARAGRAPH_BONUS * graph.starts[members, None]
        stretches[range(len(members)), range(len(members))] -= BARE_BRANCH_PENALTY
        stretches += impossible(len(members))
        return cls(graph, order, members, values[1:, 1:], values[0, 1:], stretches)

    def parents(self, chart: Chart, row: int) -> list[int]:
        """The parent of each member by its index among the members, -1 for the centre."""
        usual = self.graph.branches * (len(self.graph) / USUAL_LENGTH) ** BRANCHES_EXPONENT
        numbers = np.arange(1, min(_max_branches(self.graph), len(self.members)) + 1)
        penalties = BRANCHES_PENALTY * np.log(numbers / usual) ** 2
        values, tops = chart.branches(row, self.tops)
        stretches = best_partition(values + self.stretches, penalties)
        branches = [Branch(first, int(tops[first, last]), last) for first, last in stretches]
        return chart.parents(row, branches, len(self.members))


def _tree(search: _Search, chart: Chart, row: int) -> Tree:
    graph, order, members = search.graph, search.order, search.members
    count, centre = len(graph), order[0]
    parents = [-1] * count
    if members:
        for member, parent in zip(members, search.parents(chart, row), strict=True):
            parents[member] = centre if parent < 0 else members[parent]
    inside = {centre, *members}
    others = [sentence for sentence in order if sentence not in inside]
    _attach(others, graph.scores, members or [centre], parents)
    by_branch = [centre, *_main_branches(search, parents), *_in_pairs(order[1:], parents, centre)]
    tree = tree_in_order(graph, parents, order=by_branch)
    tree = within_limits(tree, _max_branches(graph))
    return replace(tree, scores=tuple(_scores(graph, tree, inside).tolist()))


def _max_branches(graph: RelationGraph) -> int:
    return max(MAX_BRANCHES, int(graph.branches))


def _scores(graph: RelationGraph, tree: Tree, kept: Collection[int]) -> Values:
    """The calibrated probability of the parent of each node, and the probability that the first is the centre.

    A parent competes with all kept sentences, and with the others that come before its child.
    """
    count = len(graph)
    sentences = np.array(tree.sentences)
    parents = np.array([0 if parent is None else parent for parent in tree.parents])
    probabilities = graph.scores[sentences][:, sentences].astype(np.float64)
    np.fill_diagonal(probabilities, 0)
    of_parent = probabilities[parents, np.arange(count)]
    is_kept = np.array([sentence in kept for sentence in tree.sentences])
    competing = (probabilities * (np.tri(count, dtype=bool).T | is_kept[:, None])).sum(axis=0)
    scores = _calibrated(of_parent / np.maximum(competing, 1e-12), count)
    scores[0] = graph.root_salience[sentences[0]].clip(0, 1)
    return scores


def _main_branches(search: _Search, parents: list[int]) -> list[int]:
    """The tops of the main branches, those with the most salient sentences first."""
    centre = search.order[0]
    salience = search.graph.salience.tolist()
    weights: dict[int, float] = {}
    for member in search.members:
        top = member
        while parents[top] != centre:
            top = parents[top]
        weights[top] = weights.get(top, 0.0) + salience[member]
    return sorted(weights, key=lambda top: (-weights[top], top))


def _in_pairs(order: Sequence[int], parents: Sequence[int], centre: int) -> list[int]:
    """The same sentences, the second child of each parent right after the first, so that few maps show a single one."""
    children: dict[int, list[int]] = {}
    for sentence in order:
        children.setdefault(parents[sentence], []).append(sentence)
    found: dict[int, None] = {}  # a set in order
    for sentence in order:
        siblings = children[parents[sentence]]
        found |= dict.fromkeys(siblings[:2] if sentence == siblings[0] and parents[sentence] != centre else [sentence])
    return list(found)


def _calibrated(probabilities: Values, count: int) -> Values:
    """How often a parent of this probability is right, by the formula above; in odds rather than logits."""
    factor = exp(INTERCEPT - LENGTH_SLOPE * log(count))
    odds = (probabilities / (1 - probabilities).clip(1e-9)).clip(1e-9) ** SLOPE * factor
    return np.asarray(odds / (1 + odds))


def _attach(
    others: Sequence[int], probabilities: NDArray[np.floating], kept: Sequence[int], parents: list[int]
) -> None:
    """Attach each of the other sentences to its most probable parent in the tree so far, in place.

    Only ``kept`` and the sentences attached before can be parents. The centre is not among them, so that the number
    of main branches stays.
    """
    depths = depths_of(parents)
    new_family = exp(-LATER_FAMILY_PENALTY)
    factors = [0.0] * len(parents)  # of each sentence as a parent; 0: cannot be one

    def depth_factor(sentence: int) -> float:
        return DEPTH_FACTOR ** max(depths[sentence] - FREE_DEPTH, 0)

    for sentence in kept:
        factors[sentence] = new_family * depth_factor(sentence)
    for parent in {parents[sentence] for sentence in kept} & set(kept):
        factors[parent] = depth_factor(parent)
    for sentence, own in zip(others, probabilities[:, others].T.tolist(), strict=True):
        products = list(map(mul, own, factors))
        parent = products.index(max(products))
        if not factors[parent]:  # all products are 0
            parent = kept[0]
        parents[sentence] = parent
        depths[sentence] = depths[parent] + 1
        factors[parent] = depth_factor(parent)
        factors[sentence] = new_family * depth_factor(sentence)
