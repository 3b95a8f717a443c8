import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mindgist.graph import RelationGraph
from mindgist.tree import Tree, nested_tree
from mindgist.tree.nested import MAX_BRANCHES, cohesion_of, coverage_order
from mindgist.tree.projective import Chart
from mindgist.tree.shape import MAX_CHILDREN, MAX_DEPTH, MAX_NODES


def line(parents: tuple[int, ...], sentence: int) -> list[int]:
    """A sentence and its ancestors; endless lines are cut."""
    found = [sentence]
    while parents[found[-1]] >= 0 and len(found) <= len(parents):
        found.append(parents[found[-1]])
    return found


def is_nested_forest(parents: tuple[int, ...]) -> bool:
    lines = [line(parents, sentence) for sentence in range(len(parents))]
    if any(len(above) > len(parents) for above in lines):
        return False
    branches = [[low for low, above in enumerate(lines) if top in above] for top in range(len(parents))]
    return all(branch[-1] - branch[0] + 1 == len(branch) for branch in branches)


def value(
    parents: tuple[int, ...], values: np.ndarray, tops: np.ndarray, stretches: np.ndarray, penalties: np.ndarray,
    penalty: float,
) -> float:  # fmt: skip
    edges = sum(tops[low] if top < 0 else values[top, low] for low, top in enumerate(parents))
    families = {(top, low > top) for low, top in enumerate(parents) if top >= 0}
    roots = [low for low, top in enumerate(parents) if top < 0]
    covered = [[low for low in range(len(parents)) if root in line(parents, low)] for root in roots]
    blocks = sum(stretches[min(below), max(below)] for below in covered)
    return float(edges + blocks - penalty * len(families) - penalties[len(roots) - 1])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("penalty", [0.0, 0.5, 2.0])
def test_no_nested_forest_is_better(count: int, penalty: float) -> None:
    generator = np.random.default_rng(count)
    forests = [parents for parents in product(range(-1, count), repeat=count) if is_nested_forest(parents)]
    for _ in range(5):
        values, stretches = generator.normal(size=(2, count, count))
        tops, penalties = generator.normal(size=(2, count))
        found = tuple(Chart(values, penalty).parents(tops, stretches, penalties))
        assert is_nested_forest(found)
        best = max(value(forest, values, tops, stretches, penalties, penalty) for forest in forests)
        assert value(found, values, tops, stretches, penalties, penalty) == pytest.approx(best)


def shape(tree: Tree, size: int) -> tuple[list[int], list[int]]:
    """(children of each node, depth of each node) of the tree's first nodes."""
    children, depths = [0] * size, [0] * size
    for place, parent in enumerate(tree.parents[:size]):
        if parent is not None:
            children[parent] += 1
            depths[place] = depths[parent] + 1
    return children, depths


def test_what_is_all_alike_is_no_chain() -> None:
    for count in (8, 20, 60, 300):
        children, depths = shape(nested_tree(RelationGraph(np.full((count, count), 0.5, np.float32))), count)
        assert max(depths) <= 4
        assert sum(number == 1 for number in children) <= count / 4


def grouped(count: int, groups: int, **given: object) -> RelationGraph:
    """A text of equal groups of similar sentences, each with one that governs the others; the first is the centre."""
    group = np.arange(count) * groups // count
    is_top = np.append(True, group[1:] != group[:-1])
    same = (group[:, None] == group).astype(np.float32)
    scores = 0.01 + 0.4 * same * is_top[:, None]
    scores[0] = np.maximum(scores[0], 0.2)
    importance = np.where(is_top, 0.6, 0.4) - 0.3 * np.arange(count) / count
    return RelationGraph(scores, importance, np.eye(count)[0], 0.8 * same, is_top, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("groups", [3, 4, 5, 6])
def test_main_branches_are_topics_over_the_whole_text(groups: int) -> None:
    count = 8 * groups
    tree = nested_tree(grouped(count, groups, branches=float(groups)))
    main = [tree.sentences[place] for place in range(count) if tree.parents[place] == 0]
    assert abs(len(main) - groups) <= 1
    assert max(main) * groups // count == groups - 1  # the last topic has a branch
    children, _ = shape(tree, count // 2)
    assert sum(not children[place] for place in range(1, len(main) + 1)) <= 2


def test_every_topic_comes_before_the_second_sentence_of_one() -> None:
    graph = grouped(30, 3)
    order = coverage_order(graph, 0, cohesion_of(graph))
    assert [sentence * 3 // 30 for sentence in sorted(order[1:4])] == [0, 1, 2]


@pytest.mark.parametrize("count", [12, 40, 120, 400])
def test_shape_of_a_large_map(count: int) -> None:
    generator = np.random.default_rng(count)
    graph = RelationGraph(generator.random((count, count), np.float32), generator.random(count), np.eye(count)[0])
    children, depths = shape(nested_tree(graph), min(count, MAX_NODES))
    assert children[0] <= MAX_BRANCHES
    assert max(children) <= MAX_CHILDREN + count // 40  # random scores put hundreds of sentences under a few
    assert max(depths) <= MAX_DEPTH


weights = st.integers(1, 40).flatmap(
    lambda count: st.tuples(
        arrays(np.float32, (count, count), elements=st.sampled_from([0, 0.125, 0.5, 1])),
        arrays(np.float64, count, elements=st.sampled_from([0, 0.3, 0.3, 0.9])),
        arrays(np.float64, count, elements=st.sampled_from([0, 0.2, 1])),
    )
)


@given(weights)
def test_one_tree_over_all_sentences(given_weights: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    scores, importance, centrality = given_weights
    tree = nested_tree(RelationGraph(scores, importance, centrality))
    assert sorted(tree.sentences) == list(range(len(scores)))
    assert [place for place, parent in enumerate(tree.parents) if parent is None] == [0]
    assert all(0 <= score <= 1 for score in tree.scores)
    assert tree == nested_tree(RelationGraph(scores, importance, centrality))


def test_a_score_is_the_chance_of_its_governor_among_those_kept() -> None:
    generator = np.random.default_rng(0)
    scores = generator.random((9, 9)).astype(np.float32)
    importance = np.where(np.arange(9) < 4, 0.999, 0.001)
    tree = nested_tree(RelationGraph(scores, importance, np.eye(9)[0]))
    kept = list(range(4))  # half of nine
    for sentence, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True):
        if parent is not None and sentence in kept:
            rivals = [scores[rival, sentence] for rival in kept if rival != sentence]
            chance = scores[tree.sentences[parent], sentence] / sum(rivals)
            odds = (chance / (1 - chance) / len(scores)) ** 0.61 * np.exp(2.1)  # as often as such ones are right
            assert score == pytest.approx(odds / (1 + odds), rel=1e-5)


def test_texts_of_many_lengths_leave_nothing_in_memory() -> None:
    def order(count: int) -> None:
        scores = np.full((count, count), 1 / count, np.float32)
        graph = RelationGraph(scores, np.linspace(0.9, 0.1, count), np.eye(count)[0])
        coverage_order(graph, 0, cohesion_of(graph))

    order(300)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for count in range(301, 321):
        order(count)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2_000_000
