from dataclasses import replace

import pytest

from mindgist.document import Document
from mindgist.errors import OptionError, UnknownNameError
from mindgist.mindmap import MindMap, Node, assemble, suggested_size
from mindgist.tree import Tree

DOCUMENT = Document.from_sentences(
    [["The wall was opened today.", "Engineers warned  of storms."], ["Farmers of the low fields object."]]
)
TREE = Tree((2, 0, 1), (None, 0, 0), (0.9, 0.6, 0.5))


@pytest.fixture
def mindmap() -> MindMap:
    return assemble(DOCUMENT, [TREE]).resized(3)


def test_nodes_are_sentences_with_their_place(mindmap: MindMap) -> None:
    assert mindmap.title is None
    for node, sentence in zip(mindmap.nodes, TREE.sentences, strict=True):
        assert node.sentence == sentence
        assert " ".join(DOCUMENT.text[node.start : node.end].split()) == node.text
    assert [node.parent for node in mindmap.nodes] == [None, 0, 0]
    assert [node.score for node in mindmap.nodes] == [0.9, 0.6, 0.5]


def test_three_kinds_of_labels_one_tree(mindmap: MindMap) -> None:
    snippets = mindmap.labelled("snippets")
    assert mindmap.label(mindmap.nodes[0]) == "Farmers of the low fields object"
    mindmap = mindmap.labelled("sentences")
    assert snippets.nodes == mindmap.nodes
    assert mindmap.label(mindmap.nodes[0]) == "Farmers of the low fields object."
    assert snippets.label(mindmap.nodes[0]) == "low fields object"
    with pytest.raises(UnknownNameError, match="gists, sentences, snippets"):
        mindmap.labelled("emoji")


def test_any_prefix_is_a_map(mindmap: MindMap) -> None:
    assert [node.sentence for node in mindmap.cut(2).nodes] == [2, 0]
    assert mindmap.cut(99) == mindmap
    with pytest.raises(OptionError, match="at least 1 node"):
        mindmap.cut(0)


def test_walk(mindmap: MindMap) -> None:
    assert [(depth, node.sentence) for depth, node in mindmap.walk()] == [(0, 2), (1, 0), (1, 1)]
    forest = MindMap(
        None, tuple(replace(mindmap.nodes[0], sentence=k, parent=p) for k, p in enumerate((None, None, 0)))
    )
    assert [(depth, node.sentence) for depth, node in forest.walk()] == [(0, 0), (1, 2), (0, 1)]
    assert forest.children() == {None: [0, 1], 0: [2]}


def test_siblings_stand_in_the_order_of_the_document_unless_somebody_arranged_them() -> None:
    strongest_last_sentence = assemble(DOCUMENT, [Tree((0, 2, 1), (None, 0, 0), (0.9, 0.6, 0.5))])
    assert strongest_last_sentence.children() == {None: [0], 0: [2, 1]}
    assert replace(strongest_last_sentence, arranged=True).children() == {None: [0], 0: [1, 2]}


@pytest.mark.parametrize(
    ("sentences", "size"), [(1, 1), (2, 2), (3, 3), (6, 6), (10, 10), (33, 16), (100, 49), (5_000, 60)]
)
def test_suggested_size(sentences: int, size: int) -> None:
    assert suggested_size(sentences) == size


def test_a_map_is_shown_at_its_size(mindmap: MindMap) -> None:
    sized = mindmap.resized(2)
    assert (len(sized), len(sized.cut()), sized.cut().size) == (3, 2, None)
    assert sized.cut(3) == sized
    assert sized.cut(1).size is None
    assert mindmap.resized(99).cut() == mindmap
    with pytest.raises(OptionError, match="at least 1 node"):
        mindmap.resized(0)


def test_labels_that_are_not_shown_may_be_left_out_and_are_made_again() -> None:
    mindmap = MindMap(None, (Node(0, None, 1.0, 0, 28, "The grey sea wall is broken."),)).labelled("sentences")
    content = mindmap.to_dict(all_labels=False)
    assert "snippet" not in content["nodes"][0]
    assert MindMap.from_dict(content).to_dict() == mindmap.to_dict()
    for labels, kept, left_out in (("snippets", "snippet", "gist"), ("gists", "gist", "snippet")):
        (node,) = mindmap.labelled(labels).to_dict(all_labels=False)["nodes"]
        assert node[kept]
        assert left_out not in node
        assert node["sentence"] == 0
