from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindgist.document import Document, Section
from mindgist.document.content import content_only
from mindgist.document.plain_text import read_plain_text
from mindgist.errors import DocumentError


def plain(document: Document) -> list[list[str]]:
    return [[sentence.plain for sentence in paragraph] for paragraph in document.paragraphs]


def test_blank_lines_separate_paragraphs_and_wrapped_lines_are_joined() -> None:
    text = (
        "The sea has risen by some twenty centimetres since the\nyear 1900. It goes on rising.\n\nTowns build walls.\n"
    )
    document = read_plain_text(text)
    assert plain(document) == [
        ["The sea has risen by some twenty centimetres since the year 1900.", "It goes on rising."],
        ["Towns build walls."],
    ]
    assert "\n" in document.sentences[0].text  # verbatim


def test_each_line_is_a_paragraph_if_lines_end_sentences() -> None:
    document = read_plain_text("First paragraph here. It has two sentences.\nSecond paragraph.\nThird one!\n")
    assert [len(paragraph) for paragraph in document.paragraphs] == [2, 1, 1]


def test_list_items_are_paragraphs_of_their_own() -> None:
    text = (
        "Bring the following things to the meeting tomorrow morning\n- a pen that writes\n- paper, and enough of it\n"
    )
    assert len(read_plain_text(text).paragraphs) == 3


def test_a_first_line_that_stands_alone_is_the_title(harbour: Document) -> None:
    assert harbour.title == "Harbour town votes to let the sea back in"
    assert harbour.sentences[0].plain.startswith("After forty years of pumping")


def test_a_first_line_that_is_a_sentence_is_not_the_title() -> None:
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


def test_a_text_without_words_is_not_a_document() -> None:
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


def outline(document: Document) -> list[tuple[int, str]]:
    def of(sections: tuple[Section, ...]) -> Iterator[tuple[int, str]]:
        for section in sections:
            assert section.heading is not None
            yield section.heading.level, section.heading.plain
            yield from of(section.sections)

    return list(of(document.body.sections))


def test_numbered_headings_are_nested_as_they_are_numbered() -> None:
    text = (
        "A report\n\n1. Tides\n\nThey rise twice a day.\n\n1.1 Spring tides\n\nThey are higher.\n\n"
        "2. Money\n\nIt is short.\n"
    )
    assert outline(read_plain_text(text)) == [(1, "1. Tides"), (2, "1.1 Spring tides"), (1, "2. Money")]


def test_numbers_with_nothing_below_them_are_a_list() -> None:
    document = read_plain_text("Agenda\n\n1. Welcome\n\n2. Money\n\n2.1 Income\n\n3. Any other business\n")
    assert [(one.depth, one.sentences[0].plain) for one in document.paragraphs][:2] == [(1, "Welcome"), (1, "Money")]
    lines = read_plain_text(
        "We begin at nine o'clock in the large hall.\n\n1. Welcome\n2. Money\n2.1 Income\n3. Other\n"
    )
    assert [one.depth for one in lines.paragraphs] == [0, 1, 1, 2, 1]


def test_a_number_alone_is_joined_with_its_line() -> None:
    text = "A book\n\n1\n\nThe tide\n\nIt rose twice a day.\n\n2\n\nThe ebb\n\nIt fell again.\n"
    assert [heading for _, heading in outline(read_plain_text(text))] == ["1 The tide", "2 The ebb"]


def test_chapter_lines_of_books() -> None:
    text = (
        "CHAPTER I.\nDown the Rabbit-Hole\n\nAlice was beginning to get very tired of it.\n\n"
        "CHAPTER II\n\nThe Pool of Tears\n\nCuriouser and curiouser, she cried.\n\nКапитель. Глава 3. Бег\n"
    )
    assert outline(read_plain_text(text)) == [
        (1, "CHAPTER I. Down the Rabbit-Hole"),
        (1, "CHAPTER II The Pool of Tears"),
    ]
    assert outline(read_plain_text("Предисловие написано позже.\n\nГлава 3. Бег\n\nОн бежал долго.\n")) == [
        (1, "Глава 3. Бег")
    ]


def test_times_of_an_agenda_are_items() -> None:
    document = read_plain_text(
        "The day of the harbour meets here.\n\n09:00 Welcome by the mayor\n10:30 Tides and money\n"
    )
    assert [(one.depth, one.sentences[0].plain) for one in document.paragraphs][1:] == [
        (1, "09:00 Welcome by the mayor"),
        (1, "10:30 Tides and money"),
    ]


def test_versions_of_a_changelog_are_sections() -> None:
    text = "History of changes\n\n1.2.0 (2024-03-01)\n- Tides are faster\n- Ebbs are slower\n\nv1.1.0\n- First tide\n"
    document = read_plain_text(text)
    assert [heading for _, heading in outline(document)] == ["1.2.0 (2024-03-01)", "v1.1.0"]
    assert [one.depth for one in document.body.sections[0].paragraphs] == [1, 1]


MAIL = (
    "From: Ada Berg <a@example.org>\nTo: B <b@example.org>\nDate: Tue, 4 May 2021\nSubject: Re: The tide\n\nDear B,\n\n"
    "It rises today.\n\n"
)
ANSWERED = "On Monday, 3 May 2021, Ben Lund <b@example.org> wrote:\n> Does it rise? I do not\n> know.\n"


def messages(text: str) -> dict[str, list[str]]:
    sections = content_only(read_plain_text(text)).body.sections
    return {
        section.heading.plain: [one.plain for paragraph in section.paragraphs for one in paragraph]
        for section in sections
        if section.heading
    }


def test_an_email_without_headers_greeting_and_signature() -> None:
    document = read_plain_text(MAIL + "-- \nAda\nHarbour office\n")
    assert document.title == "The tide"
    assert [sentence.plain for sentence in content_only(document).sentences] == ["It rises today."]


def test_each_message_of_a_thread_is_a_section_with_sender_and_date() -> None:
    assert messages(MAIL + ANSWERED) == {
        "Ada Berg, Tue, 4 May 2021": ["It rises today."],
        "Monday, 3 May 2021, Ben Lund": ["Does it rise?", "I do not know."],
    }


def test_the_date_may_stand_before_the_sender() -> None:
    mail = MAIL.replace("Date: Tue, 4 May 2021\n", "").replace("From: Ada", "Date: 2021-05-04 +0100\nFrom: Ada-Liv", 1)
    assert "2021-05-04, Ada-Liv Berg" in messages(mail + ANSWERED)


def test_messages_inside_messages_and_forwarded_ones() -> None:
    text = (
        MAIL + ANSWERED + "> On Sunday Cem wrote:\n>> It falls.\n>\n\n-----Original Message-----\nFrom: Dora\n"
        "Sent: Saturday\nSubject: Tides\n\nTides are late.\n"
    )
    found = messages(text)
    assert list(found)[2:] == ["Sunday Cem", "Dora, Saturday"]
    assert list(found.values())[2:] == [["It falls."], ["Tides are late."]]


def test_a_message_that_is_quoted_twice_is_read_once() -> None:
    twice = ANSWERED + "\nFrom: Ben Lund\nSent: Monday\n\nDoes it rise? I do not know.\n"
    assert messages(MAIL + twice) == messages(MAIL + ANSWERED)


def test_an_answer_below_the_quoted_message_belongs_to_the_newer_one() -> None:
    found = messages(MAIL.replace("It rises today.\n\n", "") + ANSWERED + "\nYes, it does rise today.\n")
    assert found["Ada Berg, Tue, 4 May 2021"] == ["Yes, it does rise today."]


def test_quoted_lines_without_their_sender_are_left_out() -> None:
    document = read_plain_text(MAIL + "> Does it rise?\nIt does.\n")
    assert [sentence.plain for sentence in content_only(document).sentences] == ["It rises today.", "It does."]


def test_a_table_of_contents_is_left_out() -> None:
    text = "A manual\n\nTable of Contents\n\n1. Tides\n2. Money\n3. Walls\n\nChapter 1. Tides\n\nThey rise.\n"
    document = read_plain_text(text)
    assert [sentence.plain for sentence in document.sentences] == ["They rise."]


@pytest.mark.parametrize(
    "text", [" " * 2_000_000 + "a.", ("a" * 79 + "\n") * 20_000, "- x " * 250_000, "1. a\n" * 60_000]
)
def test_long_lines_and_many_lines_are_read(text: str) -> None:
    assert read_plain_text(text).sentences  # in no time: what is not linear takes hours


def test_numbered_questions_are_headings() -> None:
    text = "Chapter 1. Tides\n\n1.1. What is a tide?\n\nIt rises.\n\n1.2. Why does it rise?\n\nThe moon lifts it.\n"
    (chapter,) = read_plain_text(f"The FAQ\n\n{text}").body.sections
    assert [section.heading.plain for section in chapter.sections if section.heading] == [
        "1.1. What is a tide?",
        "1.2. Why does it rise?",
    ]


def test_a_gutenberg_book_is_between_its_marks() -> None:
    text = (
        "This ebook is for anyone.\n\n*** START OF THE PROJECT GUTENBERG EBOOK TIDES ***\n\nThe tide rises.\n\n"
        "*** END OF THE PROJECT GUTENBERG EBOOK TIDES ***\n\nYou may copy it.\n"
    )
    assert [sentence.plain for sentence in read_plain_text(text).sentences] == ["The tide rises."]


def test_usual_section_names_of_papers_are_headings() -> None:
    text = "The Tides\n\nAbstract\n\nThey rise twice a day.\n\nConclusion\n\nThey fall again.\n"
    headings = [section.heading.plain for section in read_plain_text(text).body.sections if section.heading]
    assert headings == ["Abstract", "Conclusion"]


def test_a_time_in_capitals_is_not_a_heading() -> None:
    document = read_plain_text("The Tides\n\nThey rise.\n\n2022-10-08 03:52:48 UTC\n\nThey fall.\n")
    assert not document.body.sections
    assert [sentence.plain for sentence in content_only(document).sentences] == ["They rise.", "They fall."]


def test_lines_with_different_keys_are_items_and_those_of_speakers_are_not() -> None:
    keys = read_plain_text("Minutes of the board\nDate: 3 May\nPresent: Ida, Tom\nPlace: Town Hall\n\nAll is well.\n")
    assert keys.title == "Minutes of the board"
    assert [paragraph.depth for paragraph in keys.paragraphs] == [1, 1, 1, 0]
    speakers = read_plain_text("A talk\n\nIda: It rises.\nTom: It falls.\nIda: It rises again.\n\nThat was all.\n")
    assert [paragraph.depth for paragraph in speakers.paragraphs] == [0, 0, 0, 0]


def test_a_first_line_above_its_text_or_list_is_a_heading() -> None:
    text = "The harbour\n\n1 Walls\nThey are old and they leak in many places.\n\n2 Boats\n- Sails\n- Rowing boats\n"
    assert outline(read_plain_text(text)) == [(1, "1 Walls"), (1, "2 Boats")]
    wrapped = "The harbour\n\n1. The walls of the town of\nMerrow are old.\n2. The boats leak.\n"
    assert outline(read_plain_text(wrapped)) == []


def test_a_chapter_in_a_sentence_is_no_heading() -> None:
    assert (
        outline(read_plain_text("A book\n\nChapter 3 describes the walls.\n\nArticle 5 is void.\n\nIt ends.\n")) == []
    )


def test_the_number_of_an_underlined_heading_decides_its_level() -> None:
    names = ["1. Wall", "1.1. Stones", "1.1.1. Old ones", "2. Tide"]
    marks = ["****", "====", "----", "****"]
    text = "".join(
        f"{name}\n{4 * mark}\n\nThe tide rises. It falls.\n\n" for name, mark in zip(names, marks, strict=True)
    )
    document = read_plain_text(f"Harbour\n=======\n\n{text}")
    wall, tide = document.sections
    (stones,) = wall.sections
    levels = [one.heading.level for one in (wall, stones, *stones.sections, tide) if one.heading]
    assert levels == [1, 2, 3, 1]


@pytest.mark.parametrize("line", ["Present: Ida, Tom", "Present: Ida, Tom.", "Place: Hall\nPresent: Ida, Tom"])
def test_keys_below_the_title_and_above_numbers_are_items(line: str) -> None:
    document = read_plain_text(
        f"Minutes of the board\n{line}\n1. The wall was discussed.\n- It leaks.\nDecision: wait\n"
    )
    assert document.title == "Minutes of the board"
    assert [one.depth for one in document.paragraphs[-4:]] == [1, 1, 2, 2]
    assert document.sentences[-1].plain == "Decision: wait"


def test_sections_below_a_title_without_blank_lines() -> None:
    text = "Trip plan\nFriday\n- Train at 7:00\nSaturday\n- Museum\nNotes:\n- Money\n"
    document = read_plain_text(text)
    assert (document.title, outline(document)) == ("Trip plan", [(8, "Friday"), (8, "Saturday")])
    assert [one.depth for one in document.sections[1].paragraphs] == [1, 0, 1]


def test_a_title_between_lines_of_signs() -> None:
    assert read_plain_text("=====\nTides\n=====\n\nThey rise.\n").title == "Tides"


def test_questions_without_blank_lines_are_headings() -> None:
    text = "On tides\nQ: Why?\nA: The moon pulls.\nQ: When?\nA: Twice a day.\nQ: Where?\nA: At sea. In lakes.\n"
    assert [heading for _, heading in outline(read_plain_text(text))] == ["Q: Why?", "Q: When?", "Q: Where?"]


@pytest.mark.parametrize(
    ("items", "depths"),
    [
        (["• a", "- b", "• c"], [1, 2, 1]), (["- a", "* b", "– c"], [1, 1, 1]), (["(1) a", "1. b", "(2) c"], [1, 2, 1]),
        (["1. a", "(1) b", "2. c"], [1, 2, 1]), (["1. a", "a) b", "- c", "b) d", "2. e"], [1, 2, 3, 2, 1]),
    ],
)  # fmt: skip
def test_items_with_other_marks_are_inside(items: list[str], depths: list[int]) -> None:
    assert [one.depth for one in read_plain_text("\n".join(items)).paragraphs] == depths


def test_numbered_headings_of_a_message_are_inside_it() -> None:
    mail = MAIL.replace("It rises today.", "1. Tide\n- It rises.\n2. Ebb\n- It falls.") + ANSWERED
    assert [level for level, _ in outline(read_plain_text(mail))] == [1, 2, 2, 1]


def test_numbers_that_begin_wrapped_lines_are_no_headings() -> None:
    walls = "1 Walls\nThe old walls were built on\n12 May 1850 and mended in\n1900. They leak.\n"
    document = read_plain_text(f"The harbour\n\n{walls}2 Boats\nThey are new and fast.\n")
    assert outline(document) == [(1, "1 Walls"), (1, "2 Boats")]


def test_numbers_after_a_colon_are_a_list() -> None:
    text = "Offers\n\nTwo points are open:\n\n1. Price\n- Tom asks 12.\n2. Time\n- Ida can come.\n\nPlease decide.\n"
    document = read_plain_text(text)
    assert (outline(document), [one.depth for one in document.paragraphs]) == ([], [0, 1, 2, 1, 2, 0])


@pytest.mark.parametrize("bullets", ["", "- two hours or\n- one night\n"])
def test_steps_of_which_most_have_no_bullets_stay_a_list(bullets: str) -> None:
    document = read_plain_text(f"How to bake\n1. Mix the flour\n2. Let it rest\n{bullets}3. Form a loaf\n4. Bake it\n")
    assert (document.title, outline(document)) == ("How to bake", [])
    assert [one.depth for one in document.paragraphs] == [1, 1, *([2] * bullets.count("-")), 1, 1]


def test_indented_minutes_have_the_same_headings() -> None:
    text = "    The board\n    1. Walls\n    - They leak.\n    2. Boats\n    - They are new.\n"
    assert outline(read_plain_text(text)) == [(1, "1. Walls"), (1, "2. Boats")]


def test_dates_are_no_numbers_of_headings() -> None:
    text = "The board\n\n12 May 2027\nPresent: Ida\n1. Walls\n- They leak.\n2. Next meeting\n\n7 June at 18:00\n"
    assert outline(read_plain_text(text)) == [(1, "1. Walls"), (1, "2. Next meeting")]
