from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mindgist
from mindgist.document import Document, read_text
from mindgist.graph import lead_graph
from mindgist.mapper import MindMapper, map_document
from mindgist.mindmap import MindMap, Node
from mindgist.mindmap.sections import SHARE_EXPONENT
from mindgist.tree import Tree

MAPPER = MindMapper.named("lead", "star")


def section(name: str, sentences: int, level: int = 2) -> str:
    text = " ".join(f"Sentence {number} of {name} is here." for number in range(sentences))
    return f"{'#' * level} {name}\n\n{text}\n\n"


def outline(mindmap: MindMap) -> list[str]:
    return ["  " * depth + node.text for depth, node in mindmap.walk()]


def headings(mindmap: MindMap) -> list[str]:
    return [node.text for node in mindmap.nodes if node.sentence is None]


PAPER = "# The Paper\n\nBefore all.\n\n" + "".join(
    section(name, size)
    for name, size in {
        "Introduction": 10, "Related Work": 12, "Data": 6, "Method": 30, "Results": 20, "Discussion": 14,
        "Limits": 4, "Conclusion": 5, "References": 80,
    }.items()
)  # fmt: skip


TOP_SECTIONS = ["Method", "Results", "Discussion", "Related Work", "Introduction", "Data", "Conclusion", "Limits"]


def test_every_top_section_comes_before_any_has_a_second_node() -> None:
    mindmap = MAPPER(read_text(PAPER))
    root, *rest = mindmap.nodes
    assert (root.text, root.parent, root.score) == ("The Paper", None, 1.0)
    assert PAPER[root.start : root.end] == "The Paper"
    assert [node.text for node in rest[:8]] == TOP_SECTIONS  # the longest first
    assert [len(headings(mindmap.cut(size))) - 1 for size in (5, 9, 15, 60)] == [4, 8, 8, 8]
    method = [node.text for node in rest if "of Method" in node.text]
    assert method[:2] == ["Sentence 0 of Method is here.", "Sentence 1 of Method is here."]


def test_two_sentences_of_a_section_come_together() -> None:
    mindmap = MAPPER(read_text(PAPER))
    for size in range(10, 60):
        counts = Counter(node.parent for node in mindmap.cut(size).nodes)
        assert sum(counts[place] == 1 for place in range(1, 9)) <= 1  # one may be on its way


def test_every_top_section_is_opened_before_one_grows() -> None:
    counts = Counter(node.parent for node in MAPPER(read_text(PAPER)).cut(1 + 8 + 2 * 8).nodes)
    assert [counts[place] for place in range(1, 9)] == [2] * 8


def test_the_chapters_of_a_book_come_evenly() -> None:
    text = "# Book\n\n" + "".join(section(f"Town {number}", 5 + number % 7) for number in range(140))
    mindmap = MAPPER(read_text(text))
    for size in (12, 20, 41, 60):
        shown = sorted(int(name.split()[-1]) for name in headings(mindmap.cut(size))[1:])
        assert len(shown) == min(size - 1, 40)
        gaps = [after - before for before, after in zip([-1, *shown], [*shown, 140], strict=True)]
        assert max(gaps) <= 3 * 140 / len(shown)


def test_outlines_show_sections_in_the_order_of_the_document() -> None:
    shown = [line for line in outline(map_document(read_text(PAPER), nodes=60)) if not line.startswith("    ")]
    assert shown == [
        "The Paper", "  Before all.", "  Introduction", "  Related Work", "  Data", "  Method", "  Results",
        "  Discussion", "  Limits", "  Conclusion",
    ]  # fmt: skip


def test_references_come_last() -> None:
    mindmap = replace(MAPPER, keep_all=True)(read_text(PAPER))
    first = next(index for index, node in enumerate(mindmap.nodes) if node.text == "References")
    assert headings(mindmap)[9] == "References"
    assert {node.text.split(" of ")[-1] for node in mindmap.nodes[first + 1 :]} == {"References is here."}


def test_references_are_no_content() -> None:
    shown = [node.text for node in MAPPER(read_text(PAPER)).nodes]
    assert shown[-1] == "References"
    assert not any(text.endswith("References is here.") for text in shown)


def test_shares_grow_less_than_lengths() -> None:
    """At any size, a section's nodes are within two of its share, which grows with a power of its length."""
    sizes = {"A": 80, "B": 40, "C": 10}
    mindmap = MAPPER(read_text("# T\n\n" + "".join(section(name, size) for name, size in sizes.items())))
    shares = {name: (size + 1) ** SHARE_EXPONENT for name, size in sizes.items()}
    for size in range(20, 50, 7):
        nodes = mindmap.cut(size).nodes
        counted = Counter(node.text.split(" of ")[1][0] if " of " in node.text else node.text for node in nodes[1:])
        for name, share in shares.items():
            assert abs(counted[name] - (size - 1) * share / sum(shares.values())) <= 2


def test_a_heading_without_sentences_shows_two_of_its_subsections() -> None:
    text = "# T\n\n" + "".join(
        section(f"Large {n}", 0) + "".join(section(f"Inner {n}.{m}", 5, 3) for m in range(3)) for n in range(3)
    )
    mindmap = MAPPER(read_text(text))
    assert [node.text for node in mindmap.nodes[:4]] == ["T", "Large 0", "Large 1", "Large 2"]
    below = [node.text for node in mindmap.nodes if node.parent == 1]
    assert below[:2] == ["Inner 0.0", "Inner 0.1"]


def test_the_strongest_sentence_of_a_section_has_the_others_beside_it() -> None:
    mindmap = MAPPER(read_text("# T\n\n" + section("A", 4) + section("B", 2)))
    assert outline(mindmap) == [
        "T",
        "  A", *(f"    Sentence {number} of A is here." for number in range(4)),
        "  B", *(f"    Sentence {number} of B is here." for number in range(2)),
    ]  # fmt: skip


def test_seven_levels() -> None:
    text = "".join(section(f"Level {level}", 1, level) for level in range(1, 7)) + "####### no heading\n"
    depths = {node.text: depth for depth, node in MAPPER(read_text(text, "markdown")).walk()}
    assert [depths[f"Level {level}"] for level in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert depths["Sentence 0 of Level 6 is here."] == 6


def test_sections_without_sentences_and_headings_alone() -> None:
    mindmap = map_document(read_text("# T\n\n## Empty\n\n## Full\n\nText here.\n\n## Void\n"), nodes=100)
    assert outline(mindmap) == ["T", "  Empty", "  Full", "    Text here.", "  Void"]
    alone = map_document(read_text("# T\n\n## One\n\n### Two\n\n## Three\n"), nodes=100)
    assert outline(alone) == ["T", "  One", "    Two", "  Three"]


def test_without_a_title_what_is_repeated_stands_above_the_sections() -> None:
    mindmap = MAPPER(read_text("Before.\n\n# The sea wall\n\nText of one.\n\n# Two\n\nA sea wall of two."))
    assert outline(mindmap) == [
        "Sea wall", "  Before.", "  The sea wall", "    Text of one.", "  Two", "    A sea wall of two."
    ]  # fmt: skip


def test_a_title_that_the_text_does_not_hold_has_no_place() -> None:
    document = read_text("<html><head><title>T</title></head><body><h2>A</h2><p>Text.</p><h2>B</h2></body></html>")
    root = MAPPER(document).nodes[0]
    assert (root.text, root.start, root.end) == ("T", 0, 0)


@pytest.mark.parametrize(
    "tree", [Tree((0, 1, 2, 3), (None, 0, 1, 2), (1.0,) * 4), Tree((2, 0, 3, 1), (None, 0, 0, 2), (1.0,) * 4)]
)
def test_the_tree_of_a_plain_text_is_shown_unchanged(tree: Tree) -> None:
    document = Document.from_sentences([["One.", "Two.", "One."], ["Four."]])
    mindmap = MindMapper(lead_graph, lambda graph: tree)(document)
    assert [node.sentence for node in mindmap.nodes] == list(tree.sentences)
    assert [node.parent for node in mindmap.nodes] == list(tree.parents)


def test_several_roots_of_a_plain_text_get_a_centre_and_no_other_change() -> None:
    document = Document.from_sentences([["The wall leaks.", "It falls.", "The wall is old."]])
    mindmap = MindMapper(lead_graph, lambda graph: Tree((0, 1, 2), (None, 0, None), (1.0,) * 3))(document)
    assert [node.sentence for node in mindmap.nodes] == [None, 0, 1, 2]
    assert [node.parent for node in mindmap.nodes] == [None, 0, 1, 0]


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 4)), min_size=1, max_size=25))
def test_every_map_is_a_list_of_prefixes(shape: list[tuple[int, int]]) -> None:
    text = "".join(section(f"S{number}", size, level) for number, (level, size) in enumerate(shape))
    document = read_text(text, "markdown")
    mindmap = MAPPER(document)
    assert len(mindmap) == len(document) + len(headings(mindmap))
    assert all(node.parent is None or node.parent < index for index, node in enumerate(mindmap.nodes))
    sentences = [node.sentence for node in mindmap.nodes if node.sentence is not None]
    assert sorted(sentences) == list(range(len(document)))
    assert sum(node.parent is None for node in mindmap.nodes) == 1
    for node in mindmap.nodes[mindmap.title is None :]:
        assert text[node.start : node.end] == node.text
    for size in (1, 3, 10):
        assert mindmap.cut(size).nodes == mindmap.nodes[:size]


def test_sentences_hang_under_their_own_section() -> None:
    mindmap = MAPPER(read_text(PAPER))

    def above(node: Node) -> str:
        while node.sentence is not None and node.parent is not None:
            node = mindmap.nodes[node.parent]
        return node.text

    for node in mindmap.nodes:
        if node.sentence is not None and " of " in node.text:
            assert f" of {above(node)} is" in node.text


@pytest.mark.parametrize("graph", ["lexrank", "random"])
def test_a_book(graph: str) -> None:
    text = "# Book\n\n" + "".join(section(f"Chapter {number}", 700 if number == 2 else 30) for number in range(20))
    mindmap = mindgist.map(text, graph=graph)
    assert len(mindmap) == 60
    assert headings(mindmap)[0] == "Book"
    assert len(headings(mindmap)) == 21


@pytest.mark.parametrize("title", ["", "# Walls\n\n", "# Walls\n\n## The sea\n\n"])
def test_what_was_said_before_comes_last(title: str) -> None:
    said = "The wall keeps the sea out. Farmers object. The wall keeps the sea out. The council pays. Farmers object."
    nodes = MindMapper.named()(read_text(title + said)).nodes
    texts = [node.text for node in nodes if node.sentence is not None]
    assert sorted(texts[:3]) == ["Farmers object.", "The council pays.", "The wall keeps the sea out."]


def test_what_is_said_again_makes_no_map_larger() -> None:
    said = "The wall keeps the sea out. Farmers object. The council pays. "
    mapper = MindMapper.named()
    assert mapper(read_text(said * 9)).size == mapper(read_text(said)).size == 3


def test_the_heading_of_an_only_section_is_no_leaf_beside_its_sentences() -> None:
    sentences = "The wall leaks. It is old. Farmers object. The council pays. Nobody asked."
    mindmap = MindMapper.named()(read_text(f"# Walls\n\n## Early years\n\n{sentences}"))
    assert [mindmap.nodes[0].text, mindmap.nodes[-1].text] == ["Walls", "Early years"]
    assert mindmap.nodes[-1].parent == 0
    assert "Early years" not in [node.text for node in mindmap.cut(6).nodes]
    assert [node.parent for node in mindmap.nodes[:3]] == [None, 0, 0]
    short = MindMapper.named()(read_text("# Walls\n\n## Early years\n\nThe wall leaks."))
    assert [node.text for node in short.nodes] == ["Walls", "Early years", "The wall leaks."]


def test_acknowledgements_come_last_whatever_their_number() -> None:
    text = "# T\n\n" + section("I. One", 2) + section("VIII. Acknowledgments", 9) + section("2 References", 9)
    assert headings(MAPPER(read_text(text))) == ["T", "I. One", "VIII. Acknowledgments", "2 References"]


def test_many_lists_make_no_family_of_more_than_nine() -> None:
    text = "# Manual\n\n" + "\n\n".join(
        f"Step {number} has these parts:\n\n- part {number} of the left side\n- part {number} of the right side"
        for number in range(14)
    )
    for mapper in (MAPPER, MindMapper.named()):
        mindmap = mapper(read_text(text))
        for size in (10, 20, 43):
            families = Counter(node.parent for node in mindmap.cut(size).nodes)
            assert max(families.values()) <= 9
