import pytest
from samples import WORD, docx_of, word_document, word_paragraph

from ramify.document.docx import read_docx
from ramify.errors import DocumentError


def plains(body: str) -> list[str]:
    return [sentence.plain for sentence in read_docx(docx_of(word_document(body))).sentences]


def test_runs_tabs_and_breaks() -> None:
    runs = "<w:r><w:t>The ti</w:t></w:r><w:r><w:t>de</w:t><w:tab/><w:t>rises</w:t><w:br/><w:t>twice.</w:t></w:r>"
    assert plains(f"<w:p>{runs}</w:p>") == ["The tide rises twice."]


@pytest.mark.parametrize(
    "noise",
    [
        "<w:p><w:del><w:r><w:delText>Noise here.</w:delText></w:r></w:del></w:p>",
        "<w:p><w:moveFrom><w:r><w:t>Noise here.</w:t></w:r></w:moveFrom></w:p>",
        "<w:p><w:r><w:instrText>Noise here.</w:instrText></w:r></w:p>",
        word_paragraph("Noise here.", "Verzeichnis1"),
    ],
)
def test_what_is_not_part_of_the_text(noise: str) -> None:
    assert plains(noise + word_paragraph("The tide rises.")) == ["The tide rises."]


def test_a_text_box_is_read_once() -> None:
    box = "<w:txbxContent>" + word_paragraph("In a box.") + "</w:txbxContent>"
    markup = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    body = (
        f'<w:p><w:r><mc:AlternateContent xmlns:mc="{markup}"><mc:Choice>{box}</mc:Choice>'
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent><w:t>Beside it.</w:t></w:r></w:p>"
    )
    assert plains(body) == ["In a box.", "Beside it."]


def test_cells_are_paragraphs() -> None:
    cells = "".join(f"<w:tc>{word_paragraph(text)}</w:tc>" for text in ("One cell.", "Another."))
    assert plains(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>") == ["One cell.", "Another."]


def test_headings_by_inherited_styles_and_by_outline_level() -> None:
    level = '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Deeper</w:t></w:r></w:p>'
    body = word_paragraph("First", "Mine") + level + word_paragraph("Text.") + word_paragraph("Second", "Mine")
    document = read_docx(docx_of(word_document(word_paragraph("Before.", "Circle") + body)))
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["First", "Second"]
    assert document.body.sections[0].sections[0].heading is not None
    assert document.body.sections[0].sections[0].heading.plain == "Deeper"


def test_styles_may_be_missing_but_the_document_not() -> None:
    assert read_docx(docx_of(word_document(word_paragraph("Text.")), f"<w:styles {WORD}/>")).text == "Text."
    with pytest.raises(DocumentError, match="not well-formed"):
        read_docx(docx_of("<w:document>"))
