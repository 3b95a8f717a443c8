"""The default tree generator: a few main branches over the whole text, each the most probable nested tree.

``scores[i, j]`` of the graph is read as the probability that i is the parent of j.

1. Order the sentences for coverage and keep the first half, at most ``MAX_NODES``. A topic is a contiguous block of
   sentences that belong together. The partition into topics is found exactly (``best_partition``): similar sentences
   should be in one block, blocks should begin with paragraphs and be of like length. A sentence is worth less the more
   salient sentences its topic has, so that the first sentences in the order cover the whole text.
2. Divide the kept sentences, without the centre, into stretches: the main branches. The top of a stretch is the child
   of the centre, and all others in it are below the top. The division and the trees over the stretches have together
   the highest log-probability, found exactly (``Chart``). Four preferences are added that no pair of sentences shows:
   as many main branches as people draw, few of them without children, each a coherent stretch that begins with a
   paragraph, and families of several children.
3. Attach every other sentence, in the order for coverage, to the most probable parent in the tree so far.
4. Move nodes up where the tree is too deep, and below a sibling where it is too wide (``shape``).

The centre and the tops of the main branches come first in the tree, then a child of each of the strongest, then the
others in the order for coverage, but the first two children of a parent together. The score of a node is the
calibrated probability of its parent.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.projective import MIN_VALUE, Chart, Values, best_partition, impossible
from mindgist.tree.shape import MAX_NODES, depths_of, within_limits
from mindgist.tree.tree import Tree, tree_in_order

KEPT_SHARE = 0.5  # of the sentences; the annotators keep 44 to 52 %

# Preferences in log-probability, chosen on dev and maps-dev by cross-validation (docs/experiments.md).
FAMILY_PENALTY = 0.75  # for having children at all, so that few families are large rather than many small
FLAT_FAMILY_PENALTY = 3.5  # the same in a tree that does not cover topics: most sentences are below the centre
BARE_BRANCH_PENALTY = 1.3  # for a main branch without children
COHESION_WEIGHT = 3.0  # of the cohesion of a main branch
BRANCHES_PENALTY = 80.0  # times log(main branches / usual number) squared
BRANCHES_EXPONENT = 0.1  # the usual number grows with this power of the length
MAX_BRANCHES = 9
# The first children of so many main branches, divided by their usual number, come right after the tops: people leave
# few of a few branches bare, and many of many.
GROUPED_BRANCHES = 25.0
LATER_FAMILY_PENALTY = 1.0  # FAMILY_PENALTY for a sentence that is attached in step 3

# Topics, chosen in the same way.
TOPICS = 2.0  # of a text of USUAL_LENGTH sentences
TOPICS_EXPONENT = 1.3  # the number of topics grows with this power of the length
MAX_TOPICS = 9
USUAL_LENGTH = 30  # sentences
SIMILARITY_SHARE = 0.7  # of the similarity of words in the cohesion; the rest is the graph's scores, both ways
PARAGRAPH_BONUS = 0.6  # for a block that begins with a paragraph
LENGTH_PENALTY = 0.6  # times log(length / mean length) squared
REPEATED_TOPIC_PENALTY = 2.5  # log-odds: times log(1 + 4 * sentences of the topic taken / mean length of a topic)

# In step 3 a parent deeper than FREE_DEPTH loses this factor of its probability for each level.
FREE_DEPTH = 2
DEPTH_FACTOR = 0.5

# Calibration: logit = SLOPE * logit(probability) + INTERCEPT - LENGTH_SLOPE * log(sentences of the document).
# Fitted to 300 edges of cross-validated maps (docs/experiments.md).
SLOPE = 0.61
INTERCEPT = 2.1
LENGTH_SLOPE = 0.61

MIN_PROBABILITY = 1e-4  # smaller ones are no evidence


def nested_tree(graph: RelationGraph) -> Tree:
    """The tree of all sentences of a graph: the kept ones as the best nested tree, the others below them."""
    centre = int(graph.root_salience.argmax())
    cohesion = cohesion_of(graph)
    order = coverage_order(graph, centre, cohesion)
    members = sorted(order[1 : max(1, min(MAX_NODES, round(KEPT_SHARE * len(graph))))])
    parents = [-1] * len(graph)
    for member, parent in zip(members, _parents(graph, centre, members, cohesion), strict=True):
        parents[member] = centre if parent < 0 else members[parent]
    inside = {centre, *members}
    others = [sentence for sentence in order if sentence not in inside]
    _attach(others, graph.scores, members or [centre], parents)
    tops = _main_branches(graph, centre, members, parents)
    grouped = tops[: round(GROUPED_BRANCHES / graph.branches)] if graph.covers_topics else []
    first_children = [next((one for one in order if parents[one] == top), top) for top in grouped]
    by_branch = [centre, *tops, *first_children, *_in_pairs(order[1:], parents, centre)]
    tree = within_limits(tree_in_order(graph, parents, order=by_branch), _max_branches(graph))
    return replace(tree, scores=tuple(_scores(graph, tree, inside).tolist()))


# The map may still move repeated sentences and single branches of the centre; see ``Arrange``.
nested_tree.adjustable = True  # type: ignore[attr-defined]


def _parents(graph: RelationGraph, centre: int, members: Sequence[int], cohesion: Values) -> list[int]:
    """The parent of each kept sentence by its index among the members, -1 for the centre.

    ``members`` are the kept sentences without the centre, in the order of the text.
    """
    if not members:
        return []
    kept = [centre, *members]
    among = graph.scores[kept][:, kept].astype(np.float64)
    np.fill_diagonal(among, 0)
    among /= np.maximum(among.sum(axis=0), 1e-12)
    values = np.log(np.maximum(among, MIN_PROBABILITY))
    ends = [following - 1 for following in [*members[1:], len(graph)]]
    stretches = COHESION_WEIGHT * cohesion[members][:, ends] + PARAGRAPH_BONUS * graph.starts[members, None]
    stretches -= BARE_BRANCH_PENALTY * np.eye(len(members))
    usual = graph.branches * (len(graph) / USUAL_LENGTH) ** BRANCHES_EXPONENT
    penalties = BRANCHES_PENALTY * np.log(np.arange(1, min(_max_branches(graph), len(members)) + 1) / usual) ** 2
    chart = Chart(values[1:, 1:], FAMILY_PENALTY if graph.covers_topics else FLAT_FAMILY_PENALTY)
    return chart.parents(values[0, 1:], stretches, penalties)


def _max_branches(graph: RelationGraph) -> int:
    return max(MAX_BRANCHES, int(graph.branches))


def _scores(graph: RelationGraph, tree: Tree, kept: Collection[int]) -> Values:
    """The calibrated probability of the parent of each node, and the probability that the first is the centre.

    A parent competes with all kept sentences, and with the others that come before its child.
    """
    count = len(graph)
    places = np.arange(count)
    sentences = np.array(tree.sentences)
    parents = np.array([0 if parent is None else parent for parent in tree.parents])
    probabilities = graph.scores[sentences][:, sentences].astype(np.float64)
    np.fill_diagonal(probabilities, 0)
    is_kept = np.array([sentence in kept for sentence in tree.sentences])
    competing = (probabilities * ((places[:, None] <= places) | is_kept[:, None])).sum(axis=0)
    shares = probabilities[parents, places] / np.maximum(competing, 1e-12)
    # The formula above, in odds rather than logits.
    odds = (shares / (1 - shares).clip(1e-9)).clip(1e-9) ** SLOPE * exp(INTERCEPT - LENGTH_SLOPE * log(count))
    scores = np.asarray(odds / (1 + odds))
    scores[0] = graph.root_salience[sentences[0]].clip(0, 1)
    return scores


def _main_branches(graph: RelationGraph, centre: int, members: Sequence[int], parents: Sequence[int]) -> list[int]:
    """The tops of the main branches, those with the most salient sentences first."""
    weights: Counter[int] = Counter()
    for member in members:
        top = member
        while parents[top] != centre:
            top = parents[top]
        weights[top] += graph.salience[member]
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


def _attach(
    others: Sequence[int], probabilities: NDArray[np.floating], kept: Sequence[int], parents: list[int]
) -> None:
    """Attach each of the other sentences to its most probable parent in the tree so far, in place.

    Only ``kept`` and the sentences attached before can be parents. The centre is not among them, so that the number
    of main branches stays.
    """
    depths = depths_of(parents)
    new_family = exp(-LATER_FAMILY_PENALTY)
    factors = np.zeros(len(parents))  # of each sentence as a parent; 0: cannot be one

    def set_factor(sentence: int, family: float) -> None:
        factors[sentence] = family * DEPTH_FACTOR ** max(depths[sentence] - FREE_DEPTH, 0)

    with_children = {parents[sentence] for sentence in kept}
    for sentence in kept:
        set_factor(sentence, 1.0 if sentence in with_children else new_family)
    for sentence, own in zip(others, probabilities[:, others].T, strict=True):
        parent = int((own * factors).argmax())
        if not factors[parent]:  # all products are 0
            parent = kept[0]
        parents[sentence] = parent
        depths[sentence] = depths[parent] + 1
        set_factor(parent, 1.0)
        set_factor(sentence, new_family)


def cohesion_of(graph: RelationGraph) -> Values:
    """How far the sentences from i to j belong together; shape (N, N), without meaning where j < i.

    It is the mean over the sentences of a stretch of their similarities to the others in it, each less the mean
    similarity in the document.
    """
    count = len(graph)
    similarity = SIMILARITY_SHARE * graph.similarity if graph.similarity is not None else np.zeros((count, count))
    pairs = similarity + (1 - SIMILARITY_SHARE) * (graph.scores + graph.scores.T)
    np.fill_diagonal(pairs, 0)
    pairs -= pairs.sum() / max(1, count * (count - 1))
    np.fill_diagonal(pairs, 0)
    sums = np.zeros((count + 1, count + 1))
    pairs.cumsum(axis=0).cumsum(axis=1, out=sums[1:, 1:])
    corner = sums.diagonal()
    within = corner[None, 1:] + corner[:-1, None] - sums[:-1, 1:] - sums[1:, :-1].T
    return np.asarray(within / _lengths(count))


def coverage_order(graph: RelationGraph, centre: int, cohesion: Values) -> list[int]:
    """All sentences in the order in which a map should take them: the centre first, then for coverage."""
    count = len(graph)
    salience = graph.salience if graph.importance is not None else graph.root_salience
    odds = salience.clip(1e-9, 1 - 1e-9)
    logits = np.log(odds / (1 - odds))
    topics = _topics(graph, cohesion, 1 if centre == 0 else 0) if graph.covers_topics else np.arange(count)
    by_topic = np.lexsort((-logits, topics, np.arange(count) == centre))[:-1]  # the centre is the last
    own = topics[by_topic]
    ranks = np.arange(count - 1) - np.searchsorted(own, own)
    mean_length = count / (topics.max() + 1)
    values = logits[by_topic] - REPEATED_TOPIC_PENALTY * np.log1p(4 * ranks / mean_length)
    in_order = by_topic[np.lexsort((by_topic, -values))]
    return [centre, *in_order.tolist()]


def _topics(graph: RelationGraph, cohesion: Values, start: int) -> NDArray[np.intp]:
    """The number of the topic of each sentence; topics begin at ``start``, and earlier sentences are in the first."""
    count = len(graph)
    number = min(MAX_TOPICS, count - start, max(1, round(TOPICS * (count / USUAL_LENGTH) ** TOPICS_EXPONENT)))
    topics = np.zeros(count, np.intp)
    if number > 1:
        lengths = _lengths(count - start)
        values = cohesion[start:, start:] - LENGTH_PENALTY * np.log(lengths * (number / (count - start))) ** 2
        values += PARAGRAPH_BONUS * graph.starts[start:, None] + impossible(count - start)
        only = np.full(number, -MIN_VALUE)
        only[-1] = 0  # exactly so many topics
        for topic, (first, last) in enumerate(best_partition(values, only)):
            topics[start + first : start + last + 1] = topic
    return topics


def _lengths(count: int) -> Values:
    """The number of sentences from i to j; 1 where j < i."""
    places = np.arange(count, dtype=np.float64)
    return np.asarray(np.maximum(places[None, :] - places[:, None] + 1, 1))
