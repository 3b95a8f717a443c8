"""CSV and JSON: tables and structure, not prose."""

import json

import pytest

from mindgist.document import Document, read_text
from mindgist.errors import DocumentError

CITIES = 'City;Country;Note\nOslo;Norway;"A fjord;\nand hills"\nBergen;Norway;Rain\nTurin;Italy;\nRome;Italy;Old\n'


def sections(document: Document) -> dict[str, list[str]]:
    return {
        section.heading.plain: [sentence.plain for paragraph in section.all_paragraphs() for sentence in paragraph]
        for section in document.sections
        if section.heading
    }


def test_rows_of_csv_name_their_columns_and_are_grouped() -> None:
    document = read_text(CITIES, ending=".csv")
    assert document.title == "City – Country – Note"
    assert sections(document) == {
        "Norway": ["Oslo – Note: A fjord; and hills", "Bergen – Note: Rain"],
        "Italy": ["Turin", "Rome – Note: Old"],
    }
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text


def test_rows_without_groups_are_items() -> None:
    document = read_text("name\tage\nAda\t36\nBo\t41\n", ending=".tsv")
    assert [(paragraph.sentences[0].plain, paragraph.depth) for paragraph in document.paragraphs] == [
        ("Ada – age: 36", 1),
        ("Bo – age: 41", 1),
    ]


def test_rows_of_different_lengths_and_many_rows() -> None:
    rows = "".join(f"{number},{'odd' if number % 2 else 'even'}{',more' * (number % 3)}\n" for number in range(5000))
    found = sections(read_text(f"number,kind\n{rows}", ending=".csv"))
    assert [len(found["even"]), len(found["odd"])] == [2500, 2500]
    assert found["even"][1] == "2 – more – more"


def test_json_gives_sections_items_and_tables() -> None:
    data = {
        "title": "Harbour plan",
        "year": 2024,
        "budget": {"wall": 46, "paid": None, "empty": []},
        "people": [{"name": "Tamsin", "role": "engineer"}, {"name": "Bo"}],
        "notes": ["Open the wall", "Pay the farmers"],
        "phases": [{"name": "First", "steps": ["dig"]}, {"steps": [["a", 1], True]}],
        "about": "The wall would not survive another decade of storms. " * 6,
    }
    document = read_text(json.dumps(data))
    assert document.title == "Harbour plan"
    assert document.body.paragraphs[0].sentences[0].plain == "year: 2024"
    found = sections(document)
    assert found["budget"] == ["wall: 46"]
    assert found["people"] == ["Tamsin – role: engineer", "Bo"]
    assert found["notes"] == ["Open the wall", "Pay the farmers"]
    assert found["about"] == ["The wall would not survive another decade of storms."] * 6
    phases = next(section for section in document.sections if section.heading and section.heading.plain == "phases")
    assert [section.heading and section.heading.plain for section in phases.sections] == ["First", "2"]


@pytest.mark.parametrize(
    ("text", "ending", "message"),
    [
        ("a,b\n", ".csv", "no row below its header"),
        ('{"a":', ".json", "does not read as JSON"),
        ("[" * 100_000, ".json", "does not read as JSON"),
        ('{"format": "mindgist-map", "nodes": []}', ".json", "a map already"),
        ("[null]", ".json", "no sentence"),
        ("a," + "x" * 2_000_000, ".csv", "does not read as CSV"),
    ],
)
def test_bad_data_is_one_clear_error(text: str, ending: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_text(text, ending=ending)


@pytest.mark.parametrize(
    ("text", "ending", "message"),
    [
        ("[" + "1," * 500_000 + "1]", ".json", "more than 400,000 sentences"),
        ("[" + "[]," * 2_000_000 + "1]", ".json", "more than 2,000,000 values"),
        ("a,b\n" + "a," * 2_500_001 + "\n", ".csv", "more than 5,000,000 characters"),
    ],
)
def test_small_values_without_end_are_refused_before_they_fill_the_memory(text: str, ending: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_text(text, ending=ending)
