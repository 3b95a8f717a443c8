"""Sentences that are no content stay in the document and are left out of its map."""

import pytest

import mindgist
from mindgist.document import Document, read_text
from mindgist.document.content import content_only

PROSE = [
    "The town of Merrow will build a new sea wall before the winter storms arrive.",
    "The council voted for the plan by nine to two after a debate of three hours.",
    "Engineers say that the old wall would not survive another flood like the last one.",
    "The work will cost four million, and half of the money comes from the state.",
    "Farmers behind the dunes fear that the water will now reach their fields instead.",
    "The first stones are to arrive in October, when the harbour is empty.",
]


def left_out(*lines: str) -> list[str]:
    """What of an article with these lines, each as a paragraph between others, is no content."""
    document = Document.from_sentences([[one] for one in [*PROSE[:3], *lines, *PROSE[3:]]])
    return [one.plain for one in document.sentences if not document.content[one.index]]


@pytest.mark.parametrize(
    "line",
    [
        "U.S.", "Nothing.", "See, this is the little –", "好的。", "Opinion: The sea always wins",
        "Ida Lund contributed to this report.", "Merrow flood kills three near the harbour",
    ],
)  # fmt: skip
def test_what_is_no_content_in_prose(line: str) -> None:
    assert left_out(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "The money of Merrow", "This is what the council decided on Monday:", "Nobody was hurt.",
        "The council, which has met every Monday of this year, will meet again next week to vote on the other parts",
    ],
)  # fmt: skip
def test_what_is_content_in_prose(line: str) -> None:
    assert left_out(line) == []


def test_headlines_of_other_articles_are_no_content() -> None:
    headlines = [["Merrow flood kills three near the harbour"], ["The town that the sea took back"]]
    document = Document.from_sentences([*([one] for one in PROSE), *headlines])
    assert document.content == (True,) * 6 + (False,) * 2


def test_lines_without_full_stops_are_content_where_all_are_such() -> None:
    notes = [["The wall is older than the town"], ["The state pays half of the costs"], ["Farmers fear for their land"]]
    assert all(Document.from_sentences(notes * 2).content)


def test_short_sentences_are_content_where_all_are_short() -> None:
    assert all(Document.from_sentences([["It rains.", "It pours.", "The old man is snoring."]]).content)


def test_items_are_content_unless_they_are_prompts() -> None:
    text = "# Wall\n\nThe wall needs three things.\n\n- Stones\n- 12 May 2021\n- Share this article\n"
    assert [one.plain for one in content_only(read_text(text)).sentences][1:] == ["Stones", "12 May 2021"]


def test_a_map_leaves_out_what_is_no_content_unless_asked() -> None:
    text = "\n\n".join([*PROSE, "Copyright 2021 Merrow Press.", "Click here for more about the wall."])
    short, whole = (mindgist.map(text + "\n", nodes=20, keep_all=keep_all) for keep_all in (False, True))
    assert {node.sentence for node in short.nodes} == set(range(6))
    assert {node.sentence for node in whole.nodes} == set(range(8))


def test_nodes_have_the_indexes_of_the_whole_document() -> None:
    text = "By Jane Doe\n\n" + "\n\n".join(PROSE) + "\n"
    document = read_text(text)
    for node in mindgist.map(document, nodes=20).nodes:
        assert node.sentence is not None
        assert document.sentences[node.sentence].plain == node.text == document.text[node.start : node.end]


def test_rows_of_figures_are_data_where_there_is_prose() -> None:
    rows = "| City | Height |\n| --- | --- |\n| Merrow | 12.506, 880.17 |\n| The old harbour wall | 3.1 |\n"
    prose = "The tide rises and floods the meadow.\n\n" * 6
    kept = [one.plain for one in content_only(read_text(prose + rows, "markdown")).sentences]
    assert not any("Merrow" in text for text in kept)
    assert any("The old harbour wall" in text for text in kept)
    assert any("Merrow" in one.plain for one in content_only(read_text(rows, "markdown")).sentences)


def test_the_first_row_of_a_table_is_its_header_if_only_the_others_have_figures() -> None:
    rows = [
        "Wall – Height – Year – Cost",
        "Merrow harbour – 12 m – 1987 – 4 million",
        "Old pier – 3 m – 1901 – unknown",
    ]
    items = "\n".join(f"- {row}" for row in rows)
    kept = [one.plain for one in content_only(read_text(f"# Walls\n\n{PROSE[0]}\n\n{items}\n", "markdown")).sentences]
    assert kept == [PROSE[0], *rows[1:]]


def test_a_header_row_without_rows_is_no_content() -> None:
    table = "<table><thead><tr><th>Option</th><th>Value</th><th>Note</th></tr></thead></table>"
    prose = "".join(f"<p>{one}</p>" for one in PROSE)
    page = f"<h1>Walls</h1>{prose}<h2>Options</h2>{table}<h3>Height</h3><p>It is low.</p>"
    assert [one.plain for one in content_only(read_text(page, "html")).sentences] == [*PROSE, "It is low."]


def test_entries_of_a_bibliography_are_no_content() -> None:
    entries = [
        "[5] J. Berman and F. Izrailev, Physica D 88, 445 (1983).",
        "McKenzie, D. W. (1987). Atlas of the Coast. Merrow Press. ISBN 0-7900-0187-X.",
        "C. Shannon, Communication in the presence of noise, Proceedings of the IRE, 1949.",
        "[27] J. K. Nelson, M.S. thesis, University of Merrow (1999).",
        "[20] https://merrow dot org/bill/253939-8; https://example.org/cards",
    ]
    sentences = [
        "Dan J. Bernstein used to distribute his software in 1998-2007 under a licence of his own.",
        "Berg, a town of 1984 people, lies on the coast.",
    ]
    document = Document.from_sentences([*([one] for one in entries + sentences), *([one] for one in PROSE)])
    assert list(document.content) == [False] * 5 + [True] * (2 + len(PROSE))


def test_entries_of_a_list_of_sources_are_no_content() -> None:
    sources = [f"Lund 2004, p. {page}" for page in (3, 14, 62)]
    sources += [f'"The wall of {name}" (https://example.org/{name}). Merrow Post. 7 May 2019.' for name in ("a", "b")]
    items = "\n".join(f"- {one}" for one in [*sources, "The old wall is the longest of the coast."])
    document = read_text("\n\n".join(["# Walls", *PROSE, items]) + "\n", "markdown")
    kept = [one.plain for one in content_only(document).sentences]
    assert kept == [*PROSE, "The old wall is the longest of the coast."]


def test_a_paragraph_that_is_repeated_is_content_once() -> None:
    document = Document.from_sentences(
        [[one] for one in [*PROSE, PROSE[1] + " " + PROSE[2], PROSE[1] + " " + PROSE[2]]]
    )
    assert document.content == (True,) * 7 + (False,)
