import subprocess
import sys

import pytest

import mindgist
from mindgist.document import Document, read_text
from mindgist.errors import MindgistError
from mindgist.graph import RelationGraph, lead_graph
from mindgist.mapper import MindMapper, map_document
from mindgist.mindmap import MindMap, suggested_size
from mindgist.tree import Tree, star_tree


def test_three_lines_of_python(harbour_text: str) -> None:
    mindmap = mindgist.map(harbour_text)
    assert isinstance(mindmap, mindgist.MindMap)
    assert mindmap.nodes[0].parent is None


def test_every_node_is_verbatim(harbour_text: str) -> None:
    for node in mindgist.map(harbour_text).nodes:
        assert harbour_text[node.start : node.end] == node.text


def test_size(harbour: Document) -> None:
    assert len(map_document(harbour)) == suggested_size(len(harbour) + 1)  # the title is a node
    assert len(map_document(harbour, nodes=5)) == 5
    small, large = (map_document(harbour, nodes=nodes).nodes for nodes in (5, 12))
    assert [(node.sentence, node.parent) for node in small] == [(node.sentence, node.parent) for node in large[:5]]
    assert len(map_document(harbour, nodes=10_000)) == len(harbour) + 1


def test_the_same_seed_gives_the_same_map(harbour: Document) -> None:
    assert map_document(harbour, graph="random", seed=4) == map_document(harbour, graph="random", seed=4)
    assert map_document(harbour, graph="random", seed=4) != map_document(harbour, graph="random", seed=5)


def test_custom_stages(harbour: Document) -> None:
    def longest_first(document: Document) -> RelationGraph:
        import numpy as np

        lengths = np.array([len(sentence.text) for sentence in document.sentences])
        return RelationGraph(np.repeat((lengths / lengths.max())[:, None], len(lengths), axis=1))

    mindmap = MindMapper(longest_first, star_tree)(harbour)
    assert mindmap.nodes[1].text == max((sentence.plain for sentence in harbour.sentences), key=len)


def test_the_mapper_returns_the_whole_map_and_suggests_a_size(harbour: Document) -> None:
    whole = MindMapper.named("lead", "star")(harbour)
    assert len(whole) == len(harbour) + 1
    assert whole.size == suggested_size(len(whole))
    assert whole.cut().with_labels().nodes == map_document(harbour, graph="lead", tree="star").nodes


@pytest.mark.parametrize(
    "wrong",
    [
        Tree((0, 1), (None, 0), (1.0, 0.5)),  # one that prunes
        Tree((0, 1, 3), (None, 0, 0), (1.0, 0.5, 0.5)),  # one that names a sentence which is not there
    ],
)
def test_a_tree_generator_must_return_every_sentence(wrong: Tree) -> None:
    document = Document.from_sentences([["One.", "Two.", "Three."]])
    with pytest.raises(MindgistError, match="given 3 sentences and returned"):
        MindMapper(lead_graph, lambda graph: wrong)(document)


@pytest.mark.parametrize(
    "text", ["Hello", "One sentence only.", "Same. Same. Same.", "海面が上昇している。町は壁を開けた。"]
)
def test_small_texts_have_maps(text: str) -> None:
    assert isinstance(mindgist.map(text), MindMap)


def test_two_megabytes() -> None:
    text = "".join(f"The sea rises over town {number} and its wall. " for number in range(42_000))
    assert len(mindgist.map(text)) == 60


def test_the_public_names() -> None:
    assert dir(mindgist) == sorted(mindgist.__all__)
    assert all(hasattr(mindgist, name) for name in mindgist.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = mindgist.nonsense


def test_the_command_loads_no_heavy_libraries() -> None:
    code = (
        "import sys, mindgist.shell.cli; print([m for m in ('numpy', 'rich', 'torch', 'nupunkt') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert loaded.stdout.strip() == "[]"


@pytest.mark.parametrize("graph", ["supervised", "lexrank"])
def test_maps_do_not_depend_on_other_documents(graph: str, harbour: Document) -> None:
    texts = [
        "One sentence.",
        "# Title\n\nA first one. A second.\n\n## Part\n\n- an item\n- another. Twice.",
        "x. " * 600,
    ]
    documents = [harbour, *map(read_text, texts), harbour.part(harbour.paragraphs[2:])]
    mapper = MindMapper.named(graph)
    assert mapper.map_all(documents) == [mapper(document) for document in documents]
    assert mapper.map_all([]) == []
