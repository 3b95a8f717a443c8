from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from export.maps import chain, maps, plain_map, star
from mindgist.errors import OptionError
from mindgist.evaluate.compare import Move, Similarity, compare
from mindgist.mindmap import MindMap, Node


def made(*edges: tuple[str, str | None], title: str | None = None) -> MindMap:
    places: dict[str, int] = {}
    nodes = []
    for text, parent in edges:
        nodes.append(Node(len(nodes), None if parent is None else places[parent], 0.5, 0, 9, text, text))
        places[text] = len(places)
    return MindMap(title, tuple(nodes))


LEFT = made(
    ("the sea wall breaks", None), ("farmers must leave", "the sea wall breaks"), ("fish return", "farmers must leave")
)


def test_a_map_is_like_itself() -> None:
    found = compare(LEFT, LEFT)
    assert found.sentence_edges == found.snippet_edges == Similarity(pytest.approx(100), pytest.approx(100))
    assert found.node_overlap == 100
    assert (found.only_left, found.only_right, found.moved) == ((), (), ())


@given(
    st.lists(st.sampled_from(["Cars", "Tracks", "東京都", "...", "the sea wall breaks", "a"]), min_size=1, max_size=9)
)
def test_any_map_is_like_itself(texts: list[str]) -> None:
    nodes = tuple(Node(place, (place - 1) // 2 if place else None, 0.5, 0, 1, text) for place, text in enumerate(texts))
    found = compare(MindMap(None, nodes), MindMap(None, nodes))
    assert found.sentence_edges.of_left == found.snippet_edges.of_right == pytest.approx(100)
    assert found.shared == len(texts)


def test_where_maps_differ() -> None:
    root = "the sea wall breaks"
    right = made((root, None), ("farmers must leave", root), ("fish return", root), ("a council votes", None))
    found = compare(LEFT, right)
    assert found.shared == 3
    assert found.only_left == ()
    assert found.only_right == ("A council votes",)
    assert found.moved == (Move("Fish return", "Farmers must leave", "The sea wall breaks"),)
    assert found.node_overlap == pytest.approx(600 / 7)
    # Two of three edges are found whole, the third with its child only: (1 + 1 + 1/2) / 3.
    assert found.sentence_edges.of_left == pytest.approx(250 / 3)
    assert found.sentence_edges.of_right < found.sentence_edges.of_left


def test_nearly_the_same_words_are_the_same_node() -> None:
    right = made(("the old sea wall breaks", None), ("farmers must leave", "the old sea wall breaks"))
    found = compare(LEFT, right)
    assert found.shared == 2
    assert found.only_left == ("Fish return",)
    assert found.moved == ()
    assert 50 < found.sentence_edges.of_right < 100


@pytest.mark.parametrize("code", ["ru", None])
def test_words_of_any_script_are_compared(code: str | None) -> None:
    left = replace(made(("вода не поднялась выше старой дамбы и не упала", None)), language=code)
    right = replace(made(("вода не поднялась выше новой дамбы и не упала", None)), language=code)
    assert compare(left, right).shared == 1
    assert 40 < compare(left, right).sentence_edges.of_left < 100


@pytest.mark.parametrize(
    ("left", "right"),
    [("北部有许多鸟类", "北部有很多鸟类"), ("บ้านหลังนี้เก่ามาก", "บ้านหลังนี้ใหม่มาก"), ("橋は来年閉まる", "橋は今年閉まる")],
)
def test_a_character_is_a_word_where_words_are_not_spaced(left: str, right: str) -> None:
    assert compare(made((left, None)), made((right, None))).shared == 1


def test_a_centre_that_is_the_other_maps_title_is_no_node() -> None:
    titled = MindMap("Harbour", LEFT.nodes)
    below = (Node(None, 0 if n.parent is None else n.parent + 1, 0, 0, 0, n.text, n.snippet) for n in LEFT.nodes)
    drawn = MindMap(None, (Node(None, None, 0, 0, 0, "Harbour", "Harbour"), *below))
    for one, other in ((titled, drawn), (drawn, titled)):
        found = compare(one, other)
        assert found.node_overlap == 100
        assert found.sentence_edges.of_left == pytest.approx(100)
        assert found.moved == ()


def test_roots_that_moved_and_the_report() -> None:
    row = asdict(compare(made(("a b c", None), ("d e f", None)), made(("a b c", None), ("d e f", "a b c"))))
    assert row["moved"] == ({"text": "D e f", "left_parent": None, "right_parent": "A b c"},)
    assert row["sentence_edges"]["of_left"] == pytest.approx(75)
    assert row["shared"] == 2


@settings(max_examples=30)
@given(maps(most=6), maps(most=6))
def test_scores_are_shares(left: MindMap, right: MindMap) -> None:
    found = compare(left, right)
    for score in (found.sentence_edges.of_left, found.snippet_edges.of_right, found.node_overlap):
        assert 0 <= score <= 100 + 1e-9
    assert found.shared + len(found.only_left) <= len(left) <= found.shared + len(found.only_left) + 1


def test_maps_that_cannot_be_compared() -> None:
    with pytest.raises(OptionError, match="3,001"):
        compare(star(3001), plain_map())
    with pytest.raises(OptionError, match="has 0"):
        compare(MindMap("t", ()), chain(2))
