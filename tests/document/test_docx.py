import pytest
from samples import STYLES, WORD, archive, docx_of, word_document, word_paragraph

from mindgist.document import read_bytes
from mindgist.document.office import read_docx
from mindgist.errors import DocumentError


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


def test_a_table_row_is_one_item_under_the_header_row() -> None:
    rows = "".join(
        f"<w:tr>{header}" + "".join(f"<w:tc>{word_paragraph(text)}</w:tc>" for text in texts) + "</w:tr>"
        for header, texts in (("<w:trPr><w:tblHeader/></w:trPr>", ("Part", "Cost")), ("", ("One cell.", "Another.")))
    )
    document = read_docx(docx_of(word_document(f"<w:tbl>{rows}</w:tbl>")))
    assert [(one.depth, [sentence.plain for sentence in one]) for one in document.paragraphs] == [
        (0, ["Part – Cost"]),
        (1, ["One cell. – Another."]),
    ]


def test_lists_are_nested_by_their_level_or_their_style() -> None:
    def item(text: str, level: int) -> str:
        numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="3"/></w:numPr>'
        return f"<w:p><w:pPr>{numbering}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"

    styles = STYLES.replace(
        "</w:styles>",
        '<w:style w:type="paragraph" w:styleId="L2"><w:name w:val="List Bullet 2"/></w:style></w:styles>',
    )
    body = word_paragraph("Lead.") + item("one", 0) + item("under one", 1) + word_paragraph("under, too", "L2")
    document = read_docx(docx_of(word_document(body), styles))
    assert [one.depth for one in document.paragraphs] == [0, 1, 2, 2]


def test_the_main_part_is_found_by_its_relationship() -> None:
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}" Target="{}"/></Relationships>'
    )
    content = archive(
        {
            "[Content_Types].xml": '<Types><Override ContentType="x.wordprocessingml.document.main+xml"/></Types>',
            "_rels/.rels": relations.format("officeDocument", "word/document2.xml"),
            "word/_rels/document2.xml.rels": relations.format("styles", "/word/styles7.xml"),
            "word/document2.xml": word_document(word_paragraph("Tides", "Titel") + word_paragraph("They rise.")),
            "word/styles7.xml": STYLES,
        }
    )
    assert read_bytes(content).title == "Tides"


def test_a_formula_is_text() -> None:
    math = (
        '<w:p><w:r><w:t>Area is </w:t></w:r><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">'
        "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>"
    )
    assert plains(math) == ["Area is a/b"]


def test_a_password_is_reported() -> None:
    content = b"\xd0\xcf\x11\xe0" + b"\x00" * 500 + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(DocumentError, match="password"):
        read_bytes(content)


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


def noted(body: str, notes: str, kind: str = "footnotes") -> bytes:
    one = kind.removesuffix("s")
    relationship = f'<Relationship Id="r1" Type="http://x/{kind}" Target="{kind}.xml"/>'
    return archive(
        {
            "[Content_Types].xml": "<Types/>",
            "word/document.xml": word_document(body),
            "word/_rels/document.xml.rels": "<Relationships xmlns="
            f'"http://schemas.openxmlformats.org/package/2006/relationships">{relationship}</Relationships>',
            f"word/{kind}.xml": f'<w:{kind} {WORD}><w:{one} w:type="separator">{word_paragraph("line")}</w:{one}>'
            f"<w:{one}>{notes}</w:{one}></w:{kind}>",
        }
    )


@pytest.mark.parametrize("kind", ["footnotes", "endnotes"])
def test_notes_follow_the_text_and_are_not_mapped(kind: str) -> None:
    document = read_docx(noted(word_paragraph("The tide rises."), word_paragraph("See the moon."), kind))
    assert document.text == "The tide rises.\n\nSee the moon."
    assert [sentence.plain for sentence in document.sentences] == ["The tide rises."]


def bold(text: str, value: str = "") -> str:
    return f"<w:p><w:r><w:rPr><w:b{value}/></w:rPr><w:t>{text}</w:t></w:r></w:p>"


def test_lines_in_bold_or_capitals_are_headings_without_heading_styles() -> None:
    prose = word_paragraph("The tide rises twice a day.") * 4
    body = word_paragraph("REPORT OF THE HARBOUR") + prose + bold("Of the tides") + prose + bold("Of money") + prose
    document = read_docx(docx_of(word_document(body)))
    headings = [section.heading.plain for section in document.body.sections if section.heading]
    assert headings == ["REPORT OF THE HARBOUR", "Of the tides", "Of money"]


@pytest.mark.parametrize(
    "line",
    [bold("This is bold, and it is a sentence."), bold("Switched off", ' w:val="0"'), word_paragraph("Of the tides")],
)
def test_other_lines_are_not_headings(line: str) -> None:
    prose = word_paragraph("The tide rises twice a day.") * 4
    assert not read_docx(docx_of(word_document(prose + line + prose))).body.sections


def test_a_single_bold_line_is_not_a_heading_beside_heading_styles() -> None:
    prose = word_paragraph("The tide rises twice a day.") * 4
    body = (
        word_paragraph("Tides", "berschrift1")
        + prose
        + bold("In bold")
        + prose
        + word_paragraph("Money", "berschrift1")
    )
    document = read_docx(docx_of(word_document(body + prose)))
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Tides", "Money"]


def test_several_bold_lines_are_headings_below_heading_styles() -> None:
    prose = word_paragraph("The tide rises twice a day.") * 4
    body = word_paragraph("Tides", "berschrift1") + bold("Ebb") + prose + bold("Flow") + prose
    document = read_docx(docx_of(word_document(body + word_paragraph("Money", "berschrift1") + prose)))
    tides, money = document.body.sections
    assert [section.heading.plain for section in tides.sections if section.heading] == ["Ebb", "Flow"]
    assert not money.sections


def test_bold_cells_are_not_headings() -> None:
    rows = "".join(
        f"<w:tr><w:tc>{bold(name)}</w:tc><w:tc>{word_paragraph('1')}</w:tc></w:tr>" for name in ("Boat", "Wall")
    )
    prose = word_paragraph("The tide rises twice a day.") * 4
    document = read_docx(docx_of(word_document(f"{prose}<w:tbl>{rows}</w:tbl>{prose}")))
    assert not document.body.sections
    assert "Boat – 1" in [sentence.plain for sentence in document.sentences]


def test_typed_list_marks_make_items() -> None:
    body = word_paragraph("Two things:") + word_paragraph("a) The tide.") + word_paragraph("b) The wall.")
    document = read_docx(docx_of(word_document(body)))
    assert [(one.plain, paragraph.depth) for paragraph in document.paragraphs for one in paragraph] == [
        ("Two things:", 0),
        ("The tide.", 1),
        ("The wall.", 1),
    ]


def test_a_typed_table_of_contents_is_not_mapped() -> None:
    names = ("PURPOSE", "TIDES", "MONEY", "WALLS")
    contents = "".join(word_paragraph(f"{name} {page}-1") for page, name in enumerate(names, start=1))
    body = word_paragraph("Table of Contents") + contents + word_paragraph("The tide rises twice a day.") * 2
    document = read_docx(docx_of(word_document(body)))
    assert {sentence.plain for sentence in document.sentences} == {"The tide rises twice a day."}
    assert "TIDES 2-1" in document.text
