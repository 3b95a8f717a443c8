import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mindgist.errors import MindgistError, UnknownNameError
from mindgist.graph import RelationGraph
from mindgist.systems import TREES, tree_named
from mindgist.tree import Tree, recursive_tree, star_tree
from mindgist.tree.recursive import MAX_EXACT, two_means

graphs = st.integers(1, 25).flatmap(
    lambda count: arrays(np.float32, (count, count), elements=st.sampled_from([0, 0.25, 0.5, 0.75, 1]))
)


def governors_of(tree: Tree) -> dict[int, int | None]:
    return {
        sentence: None if parent is None else tree.sentences[parent]
        for sentence, parent in zip(tree.sentences, tree.parents, strict=True)
    }


def algorithm_1(scores: np.ndarray) -> dict[int, int | None]:
    """The paper's algorithm word for word, with the fast generator's own 2-means (which is exact for so few)."""
    centred = scores - scores.mean(axis=1, keepdims=True, dtype=np.float64)
    products = centred.T @ centred
    found: dict[int, int | None] = {}

    def recurse(cluster: np.ndarray, root: int | None) -> None:
        if not len(cluster):
            return
        strength = scores[np.ix_(cluster, cluster)].sum(axis=1, dtype=np.float64)
        best = int(strength.argmax())
        if len(cluster) == 1 or strength[best] / len(cluster) > 0.5:
            governor = int(cluster[best])
            found[governor] = root
            root, cluster = governor, np.delete(cluster, best)
        if len(cluster) == 1:
            recurse(cluster, root)
        elif len(cluster):
            second = two_means(products[np.ix_(cluster, cluster)])
            recurse(cluster[~second], root)
            recurse(cluster[second], root)

    recurse(np.arange(len(scores)), None)
    return found


@given(graphs)
def test_the_fast_generator_is_algorithm_1(scores: np.ndarray) -> None:
    graph = RelationGraph(scores[:MAX_EXACT, :MAX_EXACT])
    assert governors_of(recursive_tree(graph)) == algorithm_1(graph.scores)


@given(graphs, st.sampled_from(sorted(TREES)))
def test_a_tree_over_all_sentences(scores: np.ndarray, name: str) -> None:
    tree = tree_named(name)(RelationGraph(scores))
    assert sorted(tree.sentences) == list(range(len(scores)))
    assert tree.parents[0] is None
    assert all(parent is None or parent < place for place, parent in enumerate(tree.parents))
    assert all(0 <= score <= 1 for score in tree.scores)


@given(graphs)
def test_edges_carry_the_governors_score(scores: np.ndarray) -> None:
    graph = RelationGraph(scores)
    tree = recursive_tree(graph)
    for sentence, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True):
        if parent is None:
            assert score == pytest.approx(graph.salience[sentence] / len(graph))
        else:
            assert score == graph.scores[tree.sentences[parent], sentence]


@given(graphs)
def test_strongest_first_ancestors_before(scores: np.ndarray) -> None:
    """Each node is either the strongest left, or an ancestor of the strongest left."""
    graph = RelationGraph(scores)
    tree = recursive_tree(graph)
    left = sorted(range(len(graph)), key=lambda sentence: -graph.salience[sentence])
    children: dict[int, set[int]] = {}
    for place in reversed(range(len(tree))):
        under = children.setdefault(place, set()) | {tree.sentences[place]}
        if tree.parents[place] is not None:
            children.setdefault(tree.parents[place], set()).update(under)
    for place, sentence in enumerate(tree.sentences):
        assert left[0] in children[place] | {sentence}
        left.remove(sentence)


def test_a_case_by_hand() -> None:
    # 0 governs everyone; 1 governs 2, and 3 governs 4: two groups that receive alike.
    scores = np.array(
        [
            [1, 0.9, 0.9, 0.9, 0.9],
            [0, 1, 0.8, 0.1, 0.1],
            [0, 0.2, 1, 0.1, 0.1],
            [0, 0.1, 0.1, 1, 0.7],
            [0, 0.1, 0.1, 0.3, 1],
        ]
    )
    tree = recursive_tree(RelationGraph(scores))
    assert governors_of(tree) == {0: None, 1: 0, 2: 1, 3: 0, 4: 3}
    assert tree.sentences == (0, 1, 3, 4, 2)


def test_without_a_governor_the_members_hang_above() -> None:
    scores = np.zeros((6, 6))
    scores[0] = 1  # 0 governs all; the others govern nobody
    tree = recursive_tree(RelationGraph(scores))
    assert tree.parents == (None, 0, 0, 0, 0, 0)
    assert recursive_tree(RelationGraph(np.zeros((4, 4)))).parents == (None,) * 4


@pytest.mark.parametrize("count", [70, 512])
def test_long_documents(count: int) -> None:
    graph = RelationGraph(np.random.default_rng(0).random((count, count)))
    tree = recursive_tree(graph)
    assert sorted(tree.sentences) == list(range(count))
    depths: list[int] = []
    for parent in tree.parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    assert 3 < np.mean(depths) < 30


def test_star() -> None:
    tree = star_tree(RelationGraph(np.array([[1, 0.1, 0.2], [0.5, 1, 0.6], [0.3, 0.2, 1]])))
    assert tree.sentences == (1, 2, 0)
    assert tree.parents == (None, 0, 0)
    assert tree.scores == pytest.approx((0.7, 0.6, 0.5))


@pytest.mark.parametrize(
    ("sentences", "parents"), [((0, 0), (None, 0)), ((0, 1), (None, 1)), ((0, 1), (None, 5)), ((0, 1), (None,))]
)
def test_what_is_no_tree(sentences: tuple[int, ...], parents: tuple[int | None, ...]) -> None:
    with pytest.raises(MindgistError):
        Tree(sentences, parents, (1.0,) * len(sentences))


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match="recursive"):
        tree_named("oak")
