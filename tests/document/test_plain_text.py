from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ramify.document import Document
from ramify.document.plain_text import read_plain_text
from ramify.errors import DocumentError


def plain(document: Document) -> list[list[str]]:
    return [[sentence.plain for sentence in paragraph] for paragraph in document.paragraphs]


def test_blank_lines_part_paragraphs_and_wrapped_lines_are_joined() -> None:
    text = (
        "The sea has risen by some twenty centimetres since the\nyear 1900. It goes on rising.\n\nTowns build walls.\n"
    )
    document = read_plain_text(text)
    assert plain(document) == [
        ["The sea has risen by some twenty centimetres since the year 1900.", "It goes on rising."],
        ["Towns build walls."],
    ]
    assert "\n" in document.sentences[0].text  # verbatim


def test_a_line_a_paragraph_where_lines_end_sentences() -> None:
    document = read_plain_text("First paragraph here. It has two sentences.\nSecond paragraph.\nThird one!\n")
    assert [len(paragraph) for paragraph in document.paragraphs] == [2, 1, 1]


def test_list_items_are_paragraphs_of_their_own() -> None:
    text = (
        "Bring the following things to the meeting tomorrow morning\n- a pen that writes\n- paper, and enough of it\n"
    )
    assert len(read_plain_text(text).paragraphs) == 3


def test_the_first_line_is_the_title_where_it_stands_alone(harbour: Document) -> None:
    assert harbour.title == "Harbour town votes to let the sea back in"
    assert harbour.sentences[0].plain.startswith("After forty years of pumping")


def test_a_first_line_that_is_a_sentence_is_no_title() -> None:
    assert read_plain_text("This is a sentence.\n\nAnd this another.").title is None


def test_headings() -> None:
    text = (
        "A title\n\nBefore all.\n\nINTRODUCTION\n\nWhy we do it.\n\n1.2 Details\n\nHow it works.\n\n"
        "Conclusion\n==========\n\nThat was it.\n"
    )
    document = read_plain_text(text)
    assert document.title == "A title"
    assert [len(paragraph) for paragraph in document.body.paragraphs] == [1]
    headings = [section.heading.plain for section in document.body.sections if section.heading]
    assert headings == ["INTRODUCTION", "Conclusion"]
    nested = document.body.sections[0].sections[0]
    assert nested.heading is not None
    assert (nested.heading.level, nested.heading.plain) == (2, "1.2 Details")
    assert document.text[nested.heading.start : nested.heading.end] == "1.2 Details"


def test_one_word_is_a_document() -> None:
    document = read_plain_text("Hello")
    assert [sentence.text for sentence in document.sentences] == ["Hello"]


def test_no_word_is_none() -> None:
    with pytest.raises(DocumentError, match="nothing to map"):
        read_plain_text("* * *\n\n---\n")


def check_offsets(document: Document) -> None:
    for index, sentence in enumerate(document.sentences):
        assert sentence.index == index
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert sentence.plain == " ".join(sentence.plain.split()) != ""
    ends = [(sentence.start, sentence.end) for sentence in document.sentences]
    assert ends == sorted(ends)


@given(
    st.lists(
        st.sampled_from(
            [
                "A sentence.",
                "Another one!",
                "HEADING",
                "1. Item",
                "- item",
                "=====",
                "---",
                "\n",
                "\n\n",
                " ",
                "é",
                "。",
                "\r\n",
            ]
        )
    ).map("".join)
)
def test_offsets_give_the_sentences_back(text: str) -> None:
    try:
        document = read_plain_text(text)
    except DocumentError:
        assert not any(character.isalnum() for character in text)
    else:
        check_offsets(document)


@given(st.text(min_size=1))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(DocumentError):
        check_offsets(read_plain_text(text))
