"""ODT, RTF and PPTX: lists, tables, and what is no part of the text; what they share is in test_formats."""

import pytest
from samples import archive, odt_of, pptx_of, slide

from mindgist.document import Document, read_bytes
from mindgist.errors import DocumentError


def shape(document: Document) -> list[tuple[int, str]]:
    return [(one.depth, " | ".join(sentence.plain for sentence in one)) for one in document.paragraphs]


def test_an_odt_has_lists_tables_and_notes() -> None:
    item = "<text:list-item><text:p>{}</text:p>{}</text:list-item>"
    inner = "<text:list>" + item.format("income", "") + "</text:list>"
    cells = "<table:table-cell><text:p>{}</text:p></table:table-cell>" * 2
    names = f"<table:table-row>{cells.format('Part', 'Cost')}</table:table-row>"
    header = f"<table:table-header-rows>{names}</table:table-header-rows>"
    row = f"<table:table-row>{cells.format('wall', '46')}</table:table-row>"
    note = "<text:note><text:note-body><text:p>Noise.</text:p></text:note-body></text:note>"
    document = read_bytes(
        odt_of(
            f"<text:p>We<text:s/>talk{note} about:</text:p><text:list>{item.format('money', inner)}"
            f"{item.format('people', '')}</text:list><table:table>{header}{row}</table:table>"
        )
    )
    assert shape(document) == [
        (0, "We talk about:"), (1, "money"), (2, "income"), (1, "people"), (0, "Part – Cost"), (1, "wall – 46"),
    ]  # fmt: skip


def test_a_protected_odt_is_reported() -> None:
    protected = archive(
        {"mimetype": "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": "<x><encryption-data/></x>"}
    )
    with pytest.raises(DocumentError, match="password"):
        read_bytes(protected)


def test_rtf_has_other_characters_lists_and_tables() -> None:
    document = read_bytes(
        rb"{\rtf1\ansi\ansicpg1252{\info{\title A Report}}{\*\generator Noise;}"
        rb"\pard Gr\'f6\'dfe \u8364?5 \{really\}.\par"
        rb"\pard\ls1\ilvl0{\listtext 1.}money\par\pard\ls1\ilvl1 income\par"
        rb"\trowd\pard\intbl wall\cell 46\cell\row\trowd\pard\intbl gate\cell 14\cell\row\pard It is all.\par}"
    )
    assert document.title == "A Report"
    assert shape(document) == [
        (0, "Größe €5 {really}."), (1, "money"), (2, "income"), (1, "wall – 46"), (1, "gate – 14"), (0, "It is all."),
    ]  # fmt: skip


def test_a_slide_is_a_section_with_items_and_without_its_number() -> None:
    number = (
        '<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr>'
        "<p:txBody><a:p><a:r><a:t>Noise 7</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    deeper = (
        "<p:sp><p:nvSpPr><p:nvPr><p:ph/></p:nvPr></p:nvSpPr>"
        '<p:txBody><a:p><a:pPr lvl="1"/><a:r><a:t>income</a:t></a:r></a:p>'
        "</p:txBody></p:sp>"
    )
    document = read_bytes(pptx_of([slide("A Talk", []), slide("Money", ["There is little."], deeper + number)]))
    assert document.title == "A Talk"
    (section,) = document.body.sections
    assert section.heading is not None
    assert section.heading.plain == "Money"
    assert shape(document) == [(1, "There is little."), (2, "income")]


def test_notes_of_odt_and_rtf_follow_the_text_and_are_not_mapped() -> None:
    note = "<text:note><text:note-body><text:p>See the moon.</text:p></text:note-body></text:note>"
    odt = read_bytes(odt_of(f"<text:p>The tide{note} rises.</text:p><text:p>It falls.</text:p>"))
    rtf = read_bytes(rb"{\rtf1 The tide{\super 1}{\footnote\pard {\super 1} See the moon.} rises.\par It falls.\par}")
    for document in (odt, rtf):
        assert [sentence.plain for sentence in document.sentences][1:] == ["It falls."]
        assert document.text.endswith("See the moon.")
