"""Boilerplate lines are in the text but not in the map."""

import pytest

from mindgist.document import read_text
from mindgist.document.boilerplate import is_boilerplate, is_callout, is_names
from mindgist.document.content import content_only
from mindgist.document.html import read_html

LINES = [
    "#science #health #advice",
    "File photo of the harbour master",
    "January 2023", "December 13, 6:30pm ET", "Published: 12 May 2021 at 10:30 GMT", "12.05.2021, 10:30 Uhr",
    "Le 12 mai 2021 à 10h30", "2022-10-08 03:52:48 UTC", "By Jane Doe",
    "By Jane Doe and John R. Smith, Staff Writer", "Written by Tom Baker", "Photo by James Martin/CNET",
    "(Bild: Hersteller)", "Photo (cc) : svenwerk", "Bild 1 von 9", "© 2023 Nokia.",
    "All rights reserved.", "5 min read", "Next topic: Author Biography", "Related: Ten ways to sleep", "【関連記事】",
    "Share this article", "3 comments", "Sign up for our weekly newsletter",
    "Subscribe to get the best stories in your inbox.", "We use cookies to improve your experience.", "Dear Anna,",
    "To Whom it May Concern:", "Best Regards, Mallori", "<anna@example.org>", "[75] https://example.org/240",
    "Ida Lund and Tom Baker in Hull contributed to this report.",
    "Opinion: Who pays for the walls?", "Click here to see all photos of the flood.",
    "Sound off below", "Let us know in the comments below.", "E-mail to a friend", "Follow us on Twitter",
    "The opinions expressed in this commentary are solely those of Ida Lund.", "Read the full story at EW.com.",
    "Figure 3: The walls of Merrow", "TM & © 2009 Harbour Press, Inc.",
    "Thanks, Ida", "Good morning all,", "Jump to: navigation, search", "Latest version:",
    "Latest posts by Ida Lund (see all)",
]  # fmt: skip
SENTENCES = [
    "By 2030 the sea will rise.", "May is warm.", "Related work is scarce.", "2017", "Photography is an art.",
    "The newsletter is read by 10,000 people.", "Hello World", "Dear to my heart is the sea.", "Next: the model.",
    "Send your questions to anna@example.org.", "Source code is open.", "Follow the instructions below.",
    "Join the two ends with glue.", "We bake cookies and cakes of every kind at the harbour.",
    "Image processing by neural networks is old.", "Комитет по связи",
    "All rights reserved. The tide rises.", "Watch the tide rise from the pier.", "Figure 3 shows the walls of Merrow.",
    "Thanks to the walls the town is dry.", "Read more books and you will know the sea.", "He waited .... and left.",
    "Share your screen with the others.", "The newspaper contributed to the reports.", "»Tomorrow it falls.»",
    "Copyright law is old and was made for books.", "Latest version of the plan",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_boilerplate_lines(line: str) -> None:
    assert is_boilerplate(line)


@pytest.mark.parametrize("line", SENTENCES)
def test_sentences_about_the_same_things_are_no_boilerplate(line: str) -> None:
    assert not is_boilerplate(line)
    assert not is_names(line) or line == "Hello World"


def test_boilerplate_is_not_in_the_map_and_not_in_the_text_of_a_page() -> None:
    lines = ["By Jane Doe", "12 May 2021", "The tide rises. It falls."]
    page = read_html(f"<html><body><h1>Tides</h1>{''.join(f'<p>{line}</p>' for line in lines)}</body></html>")
    text = read_text("Tides\n\n" + "\n\n".join(lines))
    for document in (page, text):
        assert [sentence.plain for sentence in content_only(document).sentences] == ["The tide rises.", "It falls."]
    assert "By Jane Doe" not in page.text
    assert "By Jane Doe" in text.text


def test_names_under_the_title_are_those_of_authors() -> None:
    text = "The Tides of the North\n\nAnna Berg, Tom Baker and Ida Lund\n\nThe tide rises. It falls.\n\n"
    text += "Anna Berg\n\nIt rises again.\n"
    content = [sentence.plain for sentence in content_only(read_text(text)).sentences]
    assert content == ["The tide rises.", "It falls.", "Anna Berg", "It rises again."]


def test_a_document_of_only_boilerplate_is_mapped() -> None:
    assert [sentence.plain for sentence in content_only(read_text("12 May 2021")).sentences] == ["12 May 2021"]


@pytest.mark.parametrize("word", ["Note", "note:", "CAUTION", "Hinweis", "Warning!"])
def test_callouts_are_no_headings(word: str) -> None:
    assert is_callout(word)
    document = read_text(
        f"# Tides\n\nThey rise.\n\n### {word}\n\nBeware of them.\n\n## Money\n\nIt is short.\n", ending=".md"
    )
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Money"]
    assert [sentence.plain for sentence in document.sentences] == ["They rise.", "Beware of them.", "It is short."]


@pytest.mark.parametrize("word", ["Notes", "Warning signs", "Important dates"])
def test_headings_that_begin_like_callouts_stay_headings(word: str) -> None:
    assert not is_callout(word)


def test_hashtags_are_no_title() -> None:
    document = read_text("#science #health #food\n\nHunters had to move. They ate what they caught.\n")
    assert document.title is None
    assert content_only(document).sentences[0].plain == "Hunters had to move."


@pytest.mark.parametrize("code", ["d666f1f7-46cb-42bd-9a39-9a39cf2a509f", "9b74c9897bac770ffc029102a200c5de"])
def test_identifiers_are_no_headings(code: str) -> None:
    document = read_text(f"# Tides\n\nThey rise.\n\n## {code}\n\nThey fall.\n\n## Walls\n\nThey stand.\n", ending=".md")
    assert [section.heading.plain for section in document.sections if section.heading] == ["Walls"]
    assert code in document.text
