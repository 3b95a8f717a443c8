from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mindgist.graph import RelationGraph
from mindgist.tree import Tree, nested_tree
from mindgist.tree.projective import best_projective_trees


def line(governors: tuple[int, ...], sentence: int) -> list[int]:
    """A sentence and all above it; endless lines are cut."""
    found = [sentence]
    while governors[found[-1]] >= 0 and len(found) <= len(governors):
        found.append(governors[found[-1]])
    return found


def is_nested(governors: tuple[int, ...]) -> bool:
    if sum(governor < 0 for governor in governors) != 1:
        return False
    lines = [line(governors, sentence) for sentence in range(len(governors))]
    if any(len(above) > len(governors) for above in lines):
        return False
    branches = [[low for low, above in enumerate(lines) if top in above] for top in range(len(governors))]
    return all(branch[-1] - branch[0] + 1 == len(branch) for branch in branches)


def value(governors: tuple[int, ...], values: np.ndarray, roots: np.ndarray, opening: float) -> float:
    edges = sum(roots[low] if top < 0 else values[top, low] for low, top in enumerate(governors))
    families = {(top, low > top) for low, top in enumerate(governors) if top >= 0}
    return float(edges - opening * len(families))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("opening", [0.0, 0.5, 2.0])
def test_no_nested_tree_is_better(count: int, opening: float) -> None:
    generator = np.random.default_rng(count)
    trees = [governors for governors in product(range(-1, count), repeat=count) if is_nested(governors)]
    for _ in range(5):
        values, roots = generator.normal(size=(count, count)), generator.normal(size=count)
        (parents,) = best_projective_trees(values[None], [roots], np.array([opening]))
        found = tuple(parents)
        assert is_nested(found)
        best = max(value(tree, values, roots, opening) for tree in trees)
        assert value(found, values, roots, opening) == pytest.approx(best)


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


def test_families_are_gathered() -> None:
    # 1 and 2 would each be a little more at home under the one before; together they stand under 0.
    scores = np.array([[1, 0.45, 0.4, 0.45], [0, 1, 0.55, 0], [0, 0, 1, 0.55], [0, 0, 0, 1]], np.float32)
    importance = np.array([0.9, 0.8, 0.7, 0.6])
    tree = nested_tree(RelationGraph(np.kron(scores, np.eye(1)), importance, np.array([1.0, 0, 0, 0])))
    assert max(shape(tree, 4)[1]) == 1


weights = st.integers(1, 40).flatmap(
    lambda count: st.tuples(
        arrays(np.float32, (count, count), elements=st.sampled_from([0, 0.1, 0.5, 1])),
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
    importance = np.linspace(0.9, 0.1, 9)
    tree = nested_tree(RelationGraph(scores, importance, np.eye(9)[0]))
    kept = list(range(4))  # 47 % of nine
    for sentence, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True):
        if parent is not None and sentence in kept:
            rivals = [scores[rival, sentence] for rival in kept if rival != sentence]
            chance = scores[tree.sentences[parent], sentence] / sum(rivals)
            odds = (chance / (1 - chance) / len(scores)) ** 0.61 * np.exp(2.1)  # as often as such ones are right
            assert score == pytest.approx(odds / (1 + odds), rel=1e-5)
