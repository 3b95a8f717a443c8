"""What holds for every reader."""

from collections.abc import Callable

import pytest
from samples import (
    SECTIONS,
    SENTENCES,
    TITLE,
    docx_sample,
    epub_sample,
    html_sample,
    odt_sample,
    pdf_sample,
    pptx_sample,
    rtf_sample,
)

from mindgist.document import Document, read_bytes

SAMPLES: dict[str, Callable[[], bytes]] = {
    "html": lambda: html_sample().encode(),
    "docx": docx_sample,
    "epub": epub_sample,
    "pdf": pdf_sample,
    "odt": odt_sample,
    "rtf": rtf_sample,
    "pptx": pptx_sample,
}


@pytest.fixture(scope="module", params=SAMPLES)
def document(request: pytest.FixtureRequest) -> Document:
    return read_bytes(SAMPLES[request.param]())


def test_title_and_sections(document: Document) -> None:
    assert document.title == TITLE
    assert [section.heading.plain for section in document.body.sections if section.heading] == list(SECTIONS)


def test_every_sentence_is_there_and_in_its_section(document: Document) -> None:
    assert list(dict.fromkeys(sentence.plain for sentence in document.sentences)) == SENTENCES
    tides = [sentence.plain for paragraph in document.body.sections[0].paragraphs for sentence in paragraph]
    assert list(dict.fromkeys(tides)) == SENTENCES[:4]


def test_offsets_give_back_sentences_and_headings(document: Document) -> None:
    for index, sentence in enumerate(document.sentences):
        assert sentence.index == index
        assert document.text[sentence.start : sentence.end] == sentence.text
    for section in document.body.sections:
        assert section.heading is not None
        assert document.text[section.heading.start : section.heading.end] == section.heading.plain


def test_the_title_has_offsets_if_it_is_in_the_text(document: Document) -> None:
    heading = document.body.heading
    if heading is None:
        assert TITLE not in document.text  # an EPUB's title is in its metadata
    else:
        assert document.text[heading.start : heading.end] == TITLE


def test_contents_decide_before_suffixes() -> None:
    for make in SAMPLES.values():
        assert read_bytes(make(), ending=".txt").title == TITLE
