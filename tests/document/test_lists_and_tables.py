"""Lists and tables keep their shape in every kind that has them: a paragraph knows how deep it stands."""

import pytest

from mindgist.document import Document, read_text

NESTED = [
    (0, "We talk about:"),
    (1, "money"),
    (2, "income"),
    (2, "spending"),
    (1, "people"),
    (0, "That is all."),
]
ROWS = [(0, "Part – Cost"), (1, "wall – 46 million"), (1, "gate. – 14")]


def shape(document: Document) -> list[tuple[int, str]]:
    return [(one.depth, " | ".join(sentence.plain for sentence in one)) for one in document.paragraphs]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("markdown", "We talk about:\n\n- money\n  1. income\n  2. spending\n- [x] people\n\nThat is all."),
        ("text", "We talk about:\n- money\n  1. income\n  2. spending\n- people\n\nThat is all."),
        ("text", "We talk about:\n\n• money\n\n\ta) income\n\n\tb) spending\n\n• people\n\nThat is all."),
        (
            "html",
            "<p>We talk about:</p><ul><li>money<ol><li><p>income</p></li><li>spending</li></ol></li>"
            "<li>people</li></ul><p>That is all.</p>",
        ),
    ],
)
def test_lists_are_nested(kind: str, text: str) -> None:
    assert shape(read_text(text, kind)) == NESTED


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("markdown", "| Part | Cost |\n| --- | --- |\n| *wall* | 46 million |\n| gate. | 14 |\n"),
        (
            "html",
            "<table><tr><th>Part</th><th>Cost</th></tr><tr><td>wall</td><td>46 <b>million</b></td></tr>"
            "<tr><td><p>gate.</p></td><td>14</td></tr></table>",
        ),
    ],
)
def test_a_row_is_one_sentence_under_its_header(kind: str, text: str) -> None:
    document = read_text(text, kind)
    assert shape(document) == ROWS
    assert len(document.sentences) == 3


def test_a_definition_is_under_its_term() -> None:
    text = "<dl><dt>Tide</dt><dd>It rises.</dd><dd>It falls.</dd><dt>Moon</dt><dd>It pulls.</dd></dl>"
    terms = [(1, "Tide"), (2, "It rises."), (2, "It falls."), (1, "Moon"), (2, "It pulls.")]
    assert shape(read_text(text, "html")) == terms


def test_a_second_paragraph_of_an_item_is_under_it() -> None:
    expected = [(1, "One."), (2, "More of it."), (1, "Two.")]
    assert shape(read_text("- One.\n\n  More of it.\n- Two.", "markdown")) == expected
    assert shape(read_text("<ul><li><p>One.</p><p>More of it.</p></li><li>Two.</li></ul>", "html")) == expected


def test_lines_between_breaks_are_a_list_if_they_look_like_one() -> None:
    listed = "<div>Bring along:<br>- a rope<br>- a lamp</div>"
    assert shape(read_text(listed, "html"))[-2:] == [(1, "a rope"), (1, "a lamp")]
    plain = "<div>Rope<br>Lamp<br>Two oars<br><br>All of it is needed.</div>"
    assert shape(read_text(plain, "html")) == [(1, "Rope"), (1, "Lamp"), (1, "Two oars"), (0, "All of it is needed.")]
    verse = "<p>The tide comes in,<br>The tide goes out,<br>And nobody asks why.</p>"
    assert shape(read_text(verse, "html")) == [(0, "The tide comes in, The tide goes out, And nobody asks why.")]


def test_a_layout_table_is_not_read_by_rows() -> None:
    long = "The tide rises twice a day and floods the meadow. " * 10
    document = read_text(f"<table><tr><td>{long}</td><td>{long}</td></tr></table>", "html")
    assert {one.depth for one in document.paragraphs} == {0}
    assert len(document.sentences) == 20
