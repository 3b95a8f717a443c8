"""Parts of PDF pages that are in the text but not in the map; each test has a small page made for it."""

import pytest
from samples import pdf_of_lines

from mindgist.document import Document
from mindgist.document.boilerplate import is_caption
from mindgist.document.content import content_only
from mindgist.document.pdf.pages import pdf_text
from mindgist.document.pdf.reader import pdf_document

Page = list[tuple[float, float, float, str]]
PROSE = [f"the tide of line {row} rises over the meadow and falls again before the night" for row in range(50)]


def prose(top: float, rows: int = 8, left: float = 60, size: float = 10) -> Page:
    lines = [(left, top - 12 * row, size, PROSE[row]) for row in range(rows)]
    lines[0] = (left, top, size, PROSE[0].replace("the tide", "The tide", 1))
    lines[-1] = (left, lines[-1][1], size, f"{lines[-1][3]}.")
    return lines


def parse(*pages: Page) -> Document:
    return pdf_document(pdf_text(pdf_of_lines(list(pages))))


def said(document: Document) -> str:
    return "\n".join(sentence.plain for sentence in content_only(document).sentences)


def headings(document: Document) -> list[str]:
    return [section.heading.plain for section in document.body.sections if section.heading]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3: A tide",
        "Fig. 4. A tide",
        "Table 1 Heights of tides",
        "Figure A.1: Tides",
        "Exhibit 52. Tides",
        "图 3 潮水",
    ],
)
def test_captions(text: str) -> None:
    assert is_caption(text)


@pytest.mark.parametrize(
    "text", ["Figure 3 shows a tide.", "Figs. 6–8 show tides.", "Chart of accounts", "Tab. 3 zeigt es"]
)
def test_sentences_that_name_a_figure(text: str) -> None:
    assert not is_caption(text)


def test_captions_of_figures_are_no_content_and_those_of_tables_lead_the_rows() -> None:
    rows = [(60 + 150 * cell, 500 - 14 * row, 10, f"cell {row} {cell} x") for row in range(3) for cell in range(3)]
    figure = (60, 560, 10, "Figure 1: A boat at low tide")
    document = parse([*prose(700), figure, (60, 520, 10, "Table 1: Heights"), *rows, *prose(420)])
    assert "A boat at low tide" in document.text
    assert "A boat at low tide" not in said(document)
    assert "Table 1: Heights" in said(document)
    assert "cell 0 0 x – cell 0 1 x – cell 0 2 x" in said(document)


def test_authors_and_addresses_between_title_and_text_are_asides() -> None:
    front = [
        (60, 740, 20, "A Report on the Tides"),
        (60, 712, 10, "Anna Berg"),
        (60, 698, 10, "Institute of the Sea, Harbour Street 4"),
        (60, 684, 10, "anna@example.org"),
        (60, 650, 12, "*Abstract"),
    ]
    document = parse([*front, *prose(630), (60, 500, 12, "*Methods"), *prose(480)])
    assert document.title == "A Report on the Tides"
    assert headings(document) == ["Abstract", "Methods"]
    assert "Anna Berg" in document.text
    assert not any(words in said(document) for words in ("Anna", "Institute", "example.org"))


def test_an_abstract_in_bold_is_one_paragraph() -> None:
    abstract = [(60, 700 - 12 * row, 10, f"*{line}") for row, line in enumerate(PROSE[:6])]
    document = parse([(60, 740, 20, "A Report on the Tides"), *abstract, *prose(600, 20)])
    assert headings(document) == []
    assert len(document.paragraphs[0]) == 1


def test_footnotes_do_not_interrupt_the_sentence_above_them() -> None:
    note = [(60, 90, 7, "1 A note on the moon."), (60, 82, 7, "It has two lines.")]
    body = [(60, 700 - 12 * row, 10, PROSE[row]) for row in range(48)]
    document = parse([*body, *note], [(60, 700, 10, "goes on over here."), *prose(680, 20)])
    assert "A note on the moon. It has two lines." in document.text
    assert "moon" not in said(document)
    assert any("before the night goes on over here." in sentence.plain for sentence in document.sentences)


def test_code_is_in_the_text_and_not_in_the_map() -> None:
    from io import BytesIO

    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 800), invariant=1)
    for x, y, size, text in [*prose(700), *prose(480)]:
        canvas.setFont("Times-Roman", size)
        canvas.drawString(x, y, text)
    canvas.setFont("Courier", 9)
    canvas.drawString(60, 560, "for tide in tides:")
    canvas.drawString(80, 548, "print(tide)")
    canvas.save()
    document = pdf_document(pdf_text(buffer.getvalue()))
    assert "for tide in tides:\nprint(tide)" in document.text
    assert "print" not in said(document)


def test_characters_of_symbol_fonts_are_bullets() -> None:
    from mindgist.document.pdf.words import BULLET

    assert BULLET.match("\uf0b7")
    assert not BULLET.match("o")


def test_a_table_of_two_columns_is_read_by_rows() -> None:
    names = ["Height", "Width", "Depth", "Weight", "Colour", "Maker"]
    rows = [(60, 700 - 30 * row, 10, f"{name} of the boat at sea") for row, name in enumerate(names)]
    rows += [(330, 700 - 30 * row, 10, f"Value {row} as it was measured") for row in range(6)]
    assert "Width of the boat at sea – Value 1 as it was measured" in said(parse(rows))


def test_hyphens_that_belong_to_a_word_are_kept_at_line_ends() -> None:
    lines = [
        "The tide of the sea rises with the strong Lucene-",
        "BM25 and with the spring- and",
        "autumn storms of the coast.",
    ]
    page = [(60, 700 - 12 * row, 10, text) for row, text in enumerate(lines)]
    text = parse([*page, *prose(600, 20)]).text
    assert "Lucene-BM25" in text
    assert "spring- and autumn" in text


def test_a_superscript_touches_its_word() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    end = 60 + stringWidth("The tide of Anna Berg", "Times-Roman", 10)
    page = [(60, 700, 10, "The tide of Anna Berg"), (end, 704, 6, "1"), (end + 3, 700, 10, ", and of others.")]
    assert "Berg1, and" in parse([*page, *prose(660, 20)]).text


def test_authors_and_dates_on_a_title_page_are_asides() -> None:
    cover = [(60, 600, 24, "A Report on Tides"), (60, 500, 14, "Anna Berg"), (60, 400, 14, "Merrow, May 2024")]
    chapters = [(60, 740, 16, "Tides"), *prose(700), (60, 540, 16, "Walls"), *prose(500)]
    document = parse(cover, chapters)
    assert document.title == "A Report on Tides"
    assert headings(document) == ["Tides", "Walls"]
    assert "Anna Berg" in document.text
    assert "Anna Berg" not in said(document)
