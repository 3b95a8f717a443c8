"""Pages of several kinds, written for this: what a reader came for is mapped, and what stands around it is not."""

from pathlib import Path

import pytest

from mindgist.document import Document, read
from mindgist.document.content import content_only

PAGES = Path(__file__).parent / "pages"


def page(name: str) -> Document:
    return read(PAGES / f"{name}.html")


def said(document: Document) -> str:
    return "\n".join(sentence.plain for sentence in content_only(document).sentences)


def headings(document: Document) -> list[str]:
    return [section.heading.plain for section in document.body.sections if section.heading]


@pytest.mark.parametrize(
    ("name", "title", "sections"),
    [
        ("forum", "How do I descale a kettle?", []),
        ("shop", "Trail Runner 3 Running Shoes", ["Description", "Specifications"]),
        ("docs", "Configuration", ["The file", "Options"]),
        ("news", "Council approves new tram line", ["What will it cost?", "What happens to the buses?"]),
        ("blog", "Sorting a million lines with three commands", ["The naive way", "The shell way"]),
        ("wiki", "Kettle", ["Etymology", "Types", "References"]),
    ],
)
def test_title_and_sections(name: str, title: str, sections: list[str]) -> None:
    document = page(name)
    assert document.title == title
    assert headings(document) == sections


@pytest.mark.parametrize(
    ("name", "kept", "left_out"),
    [
        (
            "forum",
            ["My kettle has a thick layer", "Use citric acid", "White vinegar works"],
            ["Joined", "Reply", "Keep calm", "Similar threads", "Powered by"],
        ),
        (
            "shop",
            ["made for long days", "Drop: 6 mm", "Material – Recycled polyester"],
            ["Add to basket", "Too narrow", "You may also like", "newsletter"],
        ),
        (
            "docs",
            ["win over those in the file", "The port to listen on.", "port – integer – where it listens"],
            ["Note", "port = 8080", "Installation", "Sphinx", "¶", "›"],
        ),
        (
            "news",
            ["The route will link", "approved a new tram line", "I will lose half"],
            ["Jane Miller", "artist's impression", "READ MORE", "roof collapses", "Waste of money", "Sam Reed"],
        ),
        (
            "blog",
            ["a log file of a million lines", "Set LC_ALL=C.", "The trick is the locale"],
            ["Posted on", "uniq -c |", "counts = {}", "Tagged", "Older post", "Great post"],
        ),
        (
            "wiki",
            ["is a device for boiling water", "Old Norse", "Whistling kettles"],
            ["free encyclopedia", "disambiguation", "c. 3500 BC", "copper kettle of", "Kitchenware", "^", "Smith, J."],
        ),
    ],
)  # fmt: skip
def test_what_is_mapped(name: str, kept: list[str], left_out: list[str]) -> None:
    text = said(page(name))
    assert [words for words in kept if words not in text] == []
    assert [words for words in left_out if words in text] == []


@pytest.mark.parametrize(("name", "words"), [("docs", "port = 8080"), ("blog", "uniq -c")])
def test_code_is_in_the_text(name: str, words: str) -> None:
    assert words in page(name).text


@pytest.mark.parametrize("words", ["An artist's impression", "Jane Miller"])
def test_captions_and_bylines_are_not_in_the_text(words: str) -> None:
    assert words not in page("news").text


def test_a_header_row_is_above_its_table() -> None:
    rows = [(sentence.plain, paragraph.depth) for paragraph in page("docs").paragraphs for sentence in paragraph]
    assert ("Name – Type – Meaning", 0) in rows
    assert ("host – string – what it binds to", 1) in rows
