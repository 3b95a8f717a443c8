"""Cross-links: strong relations beside the tree, few, and kept through every change of the map."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mindgist
from mindgist.document import Document
from mindgist.errors import MapFileError
from mindgist.graph import RelationGraph
from mindgist.mindmap import Link, MindMap, Node, with_centre
from mindgist.mindmap.links import MIN_PROBABILITY, with_links

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def branches() -> tuple[Document, MindMap]:
    """A centre with three branches of two sentences each."""
    document = Document.from_sentences([[f"Sentence {number} is here." for number in range(10)]])
    parents = (None, 0, 0, 0, 1, 1, 2, 2, 3, 3)
    nodes = tuple(Node(place, up, 0.5, 10 * place, 10 * place + 5, "x") for place, up in enumerate(parents))
    return document, MindMap(None, nodes)


def related(*pairs: tuple[int, int, float]) -> RelationGraph:
    scores = np.full((10, 10), 0.01, np.float32)
    for source, target, score in pairs:
        scores[source, target] = score
    return RelationGraph(scores)


def test_links_join_branches_and_nothing_else() -> None:
    document, mindmap = branches()
    pairs = [(4, 6, 0.9), (1, 4, 0.9), (0, 8, 0.9), (4, 5, 0.9)]  # across; parent; ancestor; sibling
    linked = with_links(mindmap, document, lambda _: related(*pairs))
    assert [(link.source, link.target) for link in linked.links] == [(4, 6)]
    assert linked.links[0].score > MIN_PROBABILITY
    assert with_links(mindmap, document, lambda _: related()).links == ()  # all are weak


def test_at_most_one_link_for_five_nodes_at_every_size() -> None:
    document, mindmap = branches()
    pairs = [(4, 6, 0.9), (5, 7, 0.8), (4, 8, 0.7), (5, 9, 0.6)]
    links = with_links(mindmap, document, lambda _: related(*pairs)).links
    assert len(links) == 2
    assert links[0].score >= links[1].score
    linked = replace(mindmap, links=links)
    for size in range(1, 11):
        kept = linked.cut(size).links
        assert len(kept) <= size // 5
        assert all(max(link.source, link.target) < size for link in kept)


def test_links_follow_their_nodes() -> None:
    _, mindmap = branches()
    linked = replace(mindmap, title="Above all", links=(Link(4, 6, 0.3), Link(5, 8, 0.2)))
    assert with_centre(linked).links == (Link(5, 7, 0.3), Link(6, 9, 0.2))
    narrow = linked.limited(breadth=1)  # nodes 1 and 4 stay, and of the others none
    assert narrow.links == ()
    assert MindMap.from_dict(linked.to_dict()) == MindMap.from_dict(linked.to_dict()).labelled("gists")
    assert MindMap.from_dict(linked.to_dict()).links == linked.links


@pytest.mark.parametrize("link", [[0], [0, 99], [0, "1"], "0-1", [0.5, 1], [0, 1, None], [-1, 1]])
def test_bad_links_in_a_file_are_an_error(link: object) -> None:
    with pytest.raises(MapFileError, match="link"):
        MindMap.from_dict({"nodes": [{"text": "a"}, {"text": "b", "parent": 0}], "links": [link]})


@pytest.mark.parametrize("name", ["harbour.txt", "night-trains.md"])
def test_links_of_real_documents(name: str) -> None:
    mindmap = mindgist.map(EXAMPLES / name, links=True)
    assert len(mindmap.links) <= len(mindmap) // 5
    assert mindmap.links or name != "harbour.txt"
    assert mindgist.map(EXAMPLES / name) == replace(mindmap, links=())
