from collections.abc import Sequence
from dataclasses import replace

import pytest

from mindgist.errors import UnknownNameError
from mindgist.labels.kinds import LABEL_KINDS, LABELS, LabelledNode, label_kind
from mindgist.mindmap import MindMap, Node

LONG = "The council of the old harbour town voted on Monday to open the sea wall, a spokesman for the mayor said."
GISTS, SNIPPETS = LABEL_KINDS["gists"], LABEL_KINDS["snippets"]


def sentences(*texts: str) -> MindMap:
    nodes = (Node(i, None if i == 0 else i - 1, 0.5, 10 * i, 10 * i + 9, text) for i, text in enumerate(texts))
    return MindMap(None, tuple(nodes))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of nodes in the map, for every call that makes gists."""
    made: list[int] = []

    def make(nodes: Sequence[LabelledNode], _: str | None) -> list[str]:
        made.append(len(nodes))
        return [f"gist of {node.text}" for node in nodes]

    monkeypatch.setattr("mindgist.labels.gists.node_gists", make)
    return made


def test_labels_are_made_for_the_nodes_of_the_cut_map_only(calls: list[int]) -> None:
    whole = sentences(*(f"Sentence {i}" for i in range(2000)))
    shown = whole.cut(60).with_labels()
    assert calls == [60]
    assert [shown.label(node) for node in shown.nodes][-1] == "gist of Sentence 59"
    assert [node.gist for _, node in shown.walk()] == [f"gist of Sentence {i}" for i in range(60)]
    assert shown.with_labels() is shown or shown.with_labels() == shown
    assert shown.cut(30).to_dict(all_labels=False)["nodes"][29]["gist"] == "gist of Sentence 29"
    assert calls == [60]


def test_a_map_gets_the_labels_that_it_shows(calls: list[int]) -> None:
    first = sentences("Two.", "Three.").with_labels()
    other = sentences("Four.").labelled("snippets").with_labels()
    assert calls == [2]
    assert [node.gist for node in first.nodes] == ["gist of Two.", "gist of Three."]
    assert (other.nodes[0].gist, other.nodes[0].snippet) == ("", "Four.")


def test_labels_that_a_node_has_are_kept() -> None:
    mindmap = sentences(LONG, "The sea rises.")
    mindmap = replace(mindmap, nodes=(replace(mindmap.nodes[0], gist="My own words"), mindmap.nodes[1]))
    assert [node.gist for node in mindmap.with_labels().nodes] == ["My own words", "The sea rises"]
    assert [node.snippet for node in mindmap.with_labels(SNIPPETS).nodes][1] == "sea"


def test_a_label_of_one_node_is_the_label_it_has_in_the_map() -> None:
    mindmap = sentences("Police say James DiMaggio set the house on fire.", "He fled to Idaho.")
    assert mindmap.nodes[1].gist == ""
    assert mindmap.label(mindmap.nodes[1]) == "[James DiMaggio] fled to Idaho"
    assert mindmap.with_labels().nodes[1].gist == "[James DiMaggio] fled to Idaho"


def test_the_name_comes_from_the_parent_only_if_it_is_the_sentence_before() -> None:
    mindmap = sentences("Police say James DiMaggio set the house on fire.", "Nobody knew.", "He fled to Idaho.")
    first, _, third = mindmap.nodes
    assert MindMap(None, (first, third.changed(parent=0))).with_labels().nodes[1].gist == "He fled to Idaho"


def test_a_heading_is_its_own_gist_unless_it_is_too_long() -> None:
    twelve = "How the old harbour town of the north learned to love water"
    heading = Node(None, None, 1.0, 0, 60, twelve)
    longer = replace(
        heading, text=f"{twelve} and to live with all that the storms of autumn and the long dark winters bring"
    )
    ((first,), (second,)) = (MindMap(None, (node,)).with_labels().nodes for node in (heading, longer))
    assert first.gist == twelve
    assert len(second.gist.split()) <= 16 < len(longer.text.split())


def test_all_kinds_have_a_field_and_unknown_ones_are_an_error() -> None:
    nodes = sentences(LONG).with_labels(*LABEL_KINDS.values()).nodes
    assert all(getattr(nodes[0], kind.field) for kind in LABEL_KINDS.values() if kind.name != "topics")
    assert nodes[0].topic == ""  # a leaf
    assert [label_kind(name) for name in LABELS] == list(LABEL_KINDS.values())
    with pytest.raises(UnknownNameError, match="emoji"):
        label_kind("emoji")
