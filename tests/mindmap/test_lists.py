from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindgist.document import Document, Paragraph, Section, Sentence, read_bytes, read_text
from mindgist.graph import lead_graph
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.mindmap.section_plan import item_lists
from mindmap import written_lists

MAPPER = MindMapper.named("lead", "star")

PACKING = """\
# Going to sea

## Before you leave

Tell somebody where you are going. Then pack these things:

- Clothes
  - A coat. It must be dry.
  - Two pairs of boots
- Food
  - Bread

You are ready now.

## On the way

1. Look at the sky
2. Look at the map

Everything else follows:

* Rest
"""


def parents(mindmap: MindMap) -> dict[str, str | None]:
    return {node.text: None if node.parent is None else mindmap.nodes[node.parent].text for node in mindmap.nodes}


def test_items_hang_as_nested() -> None:
    found = parents(MAPPER(read_text(PACKING, "markdown")))
    lead = "Then pack these things:"
    assert {text: found[text] for text in ("Clothes", "Food")} == {"Clothes": lead, "Food": lead}
    assert {text: found[text] for text in ("A coat.", "Two pairs of boots")} == {
        "A coat.": "Clothes",
        "Two pairs of boots": "Clothes",
    }
    assert (found["It must be dry."], found["Bread"]) == ("A coat.", "Food")
    assert found["You are ready now."] == "Before you leave"


def test_without_a_sentence_before_it_a_list_hangs_under_the_heading() -> None:
    found = parents(MAPPER(read_text(PACKING, "markdown")))
    assert found["Look at the sky"] == found["Look at the map"] == "On the way"
    assert found["Rest"] == "Everything else follows:"


def test_a_list_is_never_shown_without_what_leads_to_it_nor_item_by_item_out_of_order() -> None:
    whole = MAPPER(read_text(PACKING, "markdown"))
    order = [node.text for node in whole.nodes]
    assert order.index("Then pack these things:") < order.index("Clothes")
    assert order.index("Food") == order.index("Clothes") + 1
    assert order.index("Food") < order.index("A coat.") < order.index("It must be dry.")


def test_the_system_is_asked_about_prose_only() -> None:
    asked = []

    def relate(document: Document):  # type: ignore[no-untyped-def]
        asked.extend(sentence.plain for sentence in document.sentences)
        return lead_graph(document)

    MindMapper(relate, MAPPER.arrange)(read_text(PACKING, "markdown"))
    assert asked == [
        "Tell somebody where you are going.", "Then pack these things:", "You are ready now.",
        "Everything else follows:",
    ]  # fmt: skip


def test_a_document_that_is_a_list_and_nothing_else() -> None:
    mindmap = MAPPER(read_text("- Sea wall repairs\n- A vote on the sea wall\n  - When\n- Lunch\n", "markdown"))
    assert mindmap.nodes[0].text == "Sea wall"
    assert parents(mindmap)["When"] == "A vote on the sea wall"
    assert Counter(node.parent for node in mindmap.nodes) == {None: 1, 0: 3, 2: 1}


def test_a_long_list_leaves_room_for_prose() -> None:
    prose = " ".join(f"This is sentence {number} of the prose." for number in range(30))
    items = "\n".join(f"- Item {number}" for number in range(300))
    mindmap = MAPPER(read_text(f"# T\n\n{prose}\n\n{items}\n", "markdown")).cut(40)
    shown = sum(node.text.startswith("Item") for node in mindmap.nodes)
    assert 15 <= shown <= 30


def document(shape: list[tuple[int, int]]) -> Document:
    """A document of paragraphs of these depths and numbers of sentences."""
    paragraphs, index = [], 0
    for depth, size in shape:
        sentences = tuple(Sentence(index + k, 0, 1, "x", f"Sentence {index + k}") for k in range(size))
        paragraphs.append(Paragraph(sentences, depth))
        index += size
    return Document("x", None, Section(None, tuple(paragraphs), ()))


SHAPES = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3)), min_size=1, max_size=25)


@given(SHAPES)
def test_every_item_stands_under_the_nearest_shallower_one(shape: list[tuple[int, int]]) -> None:
    paragraphs = document(shape).body.paragraphs
    above = {sentence: over for items in item_lists(paragraphs) for sentence, over in items.items()}
    assert sorted(above) == [s.index for paragraph in paragraphs if paragraph.depth for s in paragraph]
    for place, paragraph in enumerate(paragraphs):
        if paragraph.depth:
            first, *further = (sentence.index for sentence in paragraph)
            assert all(above[sentence] == first for sentence in further)
            before = [p for p in reversed(paragraphs[:place]) if p.depth < paragraph.depth]
            lead = before[0].sentences if before else None
            expected = None if lead is None else lead[0].index if before[0].depth else lead[-1].index
            assert above[first] == expected


@given(SHAPES, st.integers(1, 40))
def test_any_lists_make_a_map(shape: list[tuple[int, int]], size: int) -> None:
    whole = document(shape)
    mindmap = MAPPER(whole)
    assert sorted(node.sentence for node in mindmap.nodes if node.sentence is not None) == list(range(len(whole)))
    assert all(node.parent is None or node.parent < place for place, node in enumerate(mindmap.nodes))
    assert sum(node.parent is None for node in mindmap.cut(size).nodes) == 1


@pytest.mark.parametrize("kind", ["markdown", "html"])
def test_a_row_of_a_table_is_one_node_under_the_sentence_before_it(kind: str) -> None:
    rows = [("Town", "People"), ("Merrow. North", "300"), ("Selby", "4,000")]
    if kind == "markdown":
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        table = "\n".join([lines[0], "| --- | --- |", *lines[1:]])
        text = f"# Towns\n\nMany towns are small. Some grow.\n\n{table}\n\nThis is all."
    else:
        head, *body = (f"<th>{one}</th><td>{other}</td>" for one, other in rows)
        table = (
            f"<table><tr>{head.replace('td>', 'th>')}</tr>" + "".join(f"<tr>{row}</tr>" for row in body) + "</table>"
        )
        text = f"<h1>Towns</h1><p>Many towns are small. Some grow.</p>{table}<p>This is all.</p>"
    found = parents(MAPPER(read_text(text, kind)))
    assert not any("People" in label for label in found)  # a header row is no content
    below = [label for label, above in found.items() if above == "Some grow."]
    assert [label.split()[0] for label in below] == ["Merrow.", "Selby"]
    assert not any(above in below for above in found.values())


@pytest.mark.parametrize("form", [written_lists.markdown, written_lists.html, written_lists.plain, written_lists.docx])
@pytest.mark.parametrize("name", written_lists.OUTLINES)
def test_lists_written_for_the_purpose(name: str, form: Callable[[str], str | bytes]) -> None:
    """Twenty documents: every item hangs under the right parent, and no mark is part of a label."""
    outline = written_lists.OUTLINES[name]
    content = form(outline)
    ending = {"markdown": ".md", "plain": ".txt"}.get(form.__name__)
    document = read_bytes(content.encode() if isinstance(content, str) else content, ending=ending)
    found = {item: (above or "").lstrip("0123456789. ") for item, above in parents(MAPPER(document)).items()}
    expected = written_lists.expected(outline)
    assert {item: found.get(item) for item in expected} == expected
