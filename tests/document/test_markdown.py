from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindgist.document import Document, Section
from mindgist.document.markdown import read_markdown
from mindgist.document.reading import _text_kind
from mindgist.errors import DocumentError

SAMPLE = """---
title: "The return of the marsh"
author: nobody
---

An opening with **bold words**, a [link](https://example.org/a_b) and `code`. A second sentence
wrapped over *two* lines &amp; with an entity.

# Why

> A quoted sentence.
> It goes on here.

## Costs

1. First item. It has two sentences.
2. Second item

| part | cost |
| ---- | ---- |
| wall | high |

```python
print("not prose.")
```

<div>raw html.</div>

Why not?
--------

An escaped \\* star. ![A picture of the wall](wall.png)
"""


def headings(section: Section) -> list[object]:
    return [
        (part.heading.level, part.heading.plain, headings(part))
        for part in section.sections
        if part.heading is not None
    ]


def test_structure() -> None:
    document = read_markdown(SAMPLE)
    assert document.title == "The return of the marsh"
    assert headings(document.body) == [(1, "Why", [(2, "Costs", []), (2, "Why not?", [])])]


def test_words_without_markup_and_offsets_with_it() -> None:
    document = read_markdown(SAMPLE)
    words = [sentence.plain for sentence in document.sentences]
    assert words == [
        "An opening with bold words, a link and code.",
        "A second sentence wrapped over two lines & with an entity.",
        "A quoted sentence.",
        "It goes on here.",
        "First item.",
        "It has two sentences.",
        "Second item",
        "part – cost",
        "wall – high",
        "raw html.",
        "An escaped * star.",
    ]
    opening = document.sentences[0]
    assert document.text[opening.start : opening.end].startswith("An opening with **bold words**, a [link](")


def test_a_single_top_heading_is_the_title() -> None:
    document = read_markdown("# The title\n\nText one.\n\n## Part\n\nText two.\n")
    assert document.title == "The title"
    assert [sentence.plain for sentence in document.body.paragraphs[0]] == ["Text one."]
    assert headings(document.body) == [(2, "Part", [])]


def test_headings_alone_are_an_outline() -> None:
    document = read_markdown("# One\n\n## Two\n")
    assert document.title == "One"
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Two"]
    assert not document.sentences


def test_a_lone_heading_is_a_sentence() -> None:
    assert [sentence.plain for sentence in read_markdown("# One\n").sentences] == ["One"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_counts_lines(line_end: str) -> None:
    lines = ["---", "title: 'The Title'", "---", "# One", "", "A first line", "and a second. More.", "", "Last."]
    source = line_end.join(lines)
    document = read_markdown(source)
    assert [sentence.plain for sentence in document.sentences][-1] == "Last."
    for sentence in document.sentences:
        assert source[sentence.start : sentence.end] == sentence.text


def test_the_title_in_front_matter_has_offsets() -> None:
    source = "---\ntitle: 'The Title'\n---\n# The title\n\n## Part\n\nText."
    document = read_markdown(source)
    assert document.title == "The Title"
    assert document.body.heading is not None
    assert source[document.body.heading.start : document.body.heading.end].casefold() == "the title"
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Part"]


def test_code_alone_is_nothing_to_map() -> None:
    with pytest.raises(DocumentError, match="nothing to map"):
        read_markdown("```\ncode\n```\n")


def test_windows_line_ends() -> None:
    document = read_markdown("# Title\r\n\r\nOne sentence\r\nover lines. Two.\r\n")
    assert [sentence.plain for sentence in document.sentences] == ["One sentence over lines.", "Two."]
    assert document.sentences[0].text == "One sentence\r\nover lines."


@pytest.mark.parametrize(
    ("text", "is_markdown"),
    [("# Heading\n\nText.", True), ("See [this](http://a.b).", True), ("Plain text. #1 of many.", False)],
)
def test_recognition(text: str, is_markdown: bool) -> None:
    assert _text_kind(text).name == ("markdown" if is_markdown else "text")


def test_deep_nesting_is_bounded() -> None:
    assert len(read_markdown(">" * 5_000 + " deep\n\nText.").sentences) >= 1
    assert len(read_markdown("[" * 5_000 + "\n\nText.").sentences) >= 1


def check(document: Document) -> None:
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert 0 <= sentence.start < sentence.end <= len(document.text)


PIECES = [
    "# ",
    "## ",
    "> ",
    "- ",
    "1. ",
    "**",
    "_",
    "`",
    "[a](b)",
    "![x](y)",
    "&amp;",
    "\\*",
    "\n",
    "\n\n",
    "| a | b |\n|--|--|\n",
    "Word",
    " word.",
    "<b>",
    "---\n",
    "\t",
    "\r\n",
    "é",
    "```\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_offsets_give_the_sentences_back(text: str) -> None:
    with suppress(DocumentError):
        check(read_markdown(text))


def test_a_heading_below_the_title_that_repeats_it_is_the_title_too() -> None:
    document = read_markdown("# The wall\n\n## The wall\n\nIt leaks.\n\n### Repairs\n\nThey cost.")
    assert document.title == "The wall"
    assert [section.heading and section.heading.plain for section in document.body.sections] == ["Repairs"]
    assert [sentence.plain for paragraph in document.body.paragraphs for sentence in paragraph] == ["It leaks."]


def test_raw_html_is_read() -> None:
    text = (
        '<h1 align="center">The Harbour</h1>\n<p align="center"><b>Tides</b> &amp; walls.<br>They rise.</p>\n\n'
        "<details>\n<summary>More</summary>\n<ul><li>One thing</li><li>Another</li></ul>\n</details>\n\n"
        "<!-- a remark -->\n<script>never()</script>\n\nA line<br>of prose with <kbd>Ctrl</kbd>.\n"
    )
    document = read_markdown(text)
    assert document.title == "The Harbour"
    found = [(sentence.plain, paragraph.depth) for paragraph in document.paragraphs for sentence in paragraph]
    assert found == [
        ("Tides & walls.", 0),
        ("They rise.", 0),
        ("More", 0),
        ("One thing", 1),
        ("Another", 1),
        ("A line of prose with Ctrl.", 0),
    ]
    for sentence in document.sentences:
        assert text[sentence.start : sentence.end] == sentence.text


def test_badges_and_pictures_are_no_sentences() -> None:
    text = "# Tool\n\n[![Build](b.svg)](x) ![Cover](c.svg)\n\nIt works. ![So it looks](p.png)\n"
    assert [sentence.plain for sentence in read_markdown(text).sentences] == ["It works."]
