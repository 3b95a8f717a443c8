from concurrent.futures import ThreadPoolExecutor

import pytest
from samples import SENTENCES, pdf_of_lines, pdf_sample

from mindgist.document import Document
from mindgist.document.pdf.reader import read_pdf
from mindgist.errors import DocumentError


@pytest.fixture(scope="module", params=[1, 2])
def document(request: pytest.FixtureRequest) -> Document:
    return read_pdf(pdf_sample(columns=request.param))


def plains(document: Document) -> list[str]:
    return [sentence.plain for sentence in document.sentences]


def test_lines_become_sentences_again(document: Document) -> None:
    assert plains(document) == SENTENCES[:4] * 24 + SENTENCES[4:] * 24


def test_running_heads_and_page_numbers_are_left_out(document: Document) -> None:
    assert "Annals" not in document.text
    assert not any(paragraph.sentences[0].plain.isdecimal() for paragraph in document.paragraphs)


def test_pages_are_kept(document: Document) -> None:
    assert len(document.pages) >= 2
    assert list(document.pages) == sorted(set(document.pages))
    assert document.pages[0] == 0
    assert document.page_of(document.sentences[0].start) == 1
    assert document.page_of(document.sentences[-1].start) == len(document.pages)


def test_words_hyphenated_at_line_ends_are_joined() -> None:
    lines = ["The engineers measured the har-", "bour wall, a well-known and self-", "evident one. It is self-evident."]
    text = read_pdf(pdf_of_lines([[(50, 700 - 12 * row, 10, line) for row, line in enumerate(lines)]])).text
    assert text == "The engineers measured the harbour wall, a well-known and self-evident one. It is self-evident."


def test_columns_drawn_row_by_row_are_read_one_after_the_other() -> None:
    left = [f"left column, line {row} of prose" for row in range(8)]
    right = [f"right column, line {row} of prose" for row in range(8)]
    rows = [
        (x, 700 - 12 * row, 10, text)
        for row, pair in enumerate(zip(left, right, strict=True))
        for x, text in zip((50, 320), pair, strict=True)
    ]
    assert read_pdf(pdf_of_lines([rows])).text == " ".join(left + right)


def test_a_paragraph_goes_on_over_the_page() -> None:
    first = [(50, 400 - 12 * row, 10, f"a line of the first page {row}") for row in range(6)]
    second = [(50, 700 - 12 * row, 10, f"a line of the second page {row}") for row in range(6)]
    document = read_pdf(pdf_of_lines([first, second]))
    assert len(document.paragraphs) == 1
    assert document.text[document.pages[1] :].startswith("a line of the second page 0")


def test_headings_by_size_and_a_metadata_free_title() -> None:
    page = [(50, 750, 24, "The Title")]
    for part, y in (("First Part", 700), ("Second Part", 600)):
        page.append((50, y, 14, part))
        page += [(50, y - 20 - 12 * row, 10, f"Some words of the text of line {row} that is long.") for row in range(4)]
    document = read_pdf(pdf_of_lines([page]))
    assert document.title == "The Title"
    assert [section.heading.plain for section in document.body.sections if section.heading] == [
        "First Part",
        "Second Part",
    ]


def test_a_table_of_contents_is_left_out() -> None:
    lines = ["Introduction . . . . . . . . . . 3", "Method ........ 7", "The text itself stands here."]
    document = read_pdf(pdf_of_lines([[(50, 700 - 12 * row, 10, line) for row, line in enumerate(lines)]]))
    assert document.text == "The text itself stands here."


def test_bullets_and_ligatures() -> None:
    lines = ["\u2022 One point made here.", "\u2022 Another one."]
    document = read_pdf(pdf_of_lines([[(50, 700 - 12 * row, 10, line) for row, line in enumerate(lines)]]))
    assert plains(document) == ["One point made here.", "Another one."]


@pytest.mark.parametrize("shown", [0, 90, 180, 270])
@pytest.mark.parametrize("drawn", [0, 90, 180, 270])
def test_rotated_pages_are_read(shown: int, drawn: int) -> None:
    lines = [
        (-200, 12.0 - 12 * row, 10.0, text) for row, text in enumerate(["The tide rises", "twice. It falls", "twice."])
    ]
    document = read_pdf(pdf_of_lines([lines], shown, drawn))
    assert plains(document) == ["The tide rises twice.", "It falls twice."]


def test_a_stamp_along_the_margin_is_left_out() -> None:
    upright = [(100.0, 400.0 - 12 * row, 10.0, f"A line of the text {row}.") for row in range(5)]
    content = pdf_of_lines([upright], stamp="arXiv:1234.5678")
    assert "arXiv" not in read_pdf(content).text


def test_protected_scanned_and_broken_files() -> None:
    with pytest.raises(DocumentError, match="password"):
        read_pdf(pdf_sample(password="secret"))
    with pytest.raises(DocumentError, match="scanned"):
        read_pdf(pdf_of_lines([[], []]))
    with pytest.raises(DocumentError, match="broken or incomplete"):
        read_pdf(b"%PDF-1.7\nnothing")


def test_several_threads_can_read_pdfs() -> None:
    content = pdf_sample()
    with ThreadPoolExecutor(4) as threads:
        texts = {document.text for document in threads.map(read_pdf, [content] * 4)}
    assert len(texts) == 1
