import pytest
from samples import CONTAINER, archive, epub_sample, package

from ramify.document.epub import read_epub
from ramify.errors import DocumentError

PAGE = "<html><body><p>The tide rises.</p></body></html>"
ITEM = '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'


def book(**changes: str | bytes) -> bytes:
    members: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": package(ITEM, '<itemref idref="a"/>'),
        "OEBPS/a.xhtml": PAGE,
    }
    return archive(members | {name.replace("__", "/"): content for name, content in changes.items()})


def test_a_chapter() -> None:
    assert read_epub(book()).text == "The tide rises."


def test_the_table_of_contents_is_no_chapter() -> None:
    assert "Tides\n\nTides" not in read_epub(epub_sample()).text


def test_a_title_page_is_no_section_of_its_own() -> None:
    items = ITEM + '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
    spine = package(items, '<itemref idref="b"/><itemref idref="a"/>')
    pages = {"OEBPS/b.xhtml": "<h1>The harbour report</h1><p>By us.</p>", "OEBPS/a.xhtml": "<h1>Tides</h1><p>Text.</p>"}
    document = read_epub(book(**{"OEBPS/book.opf": spine}, **pages))
    assert document.body.heading is not None
    assert document.body.heading.plain == "The harbour report"
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Tides"]
    assert [sentence.plain for sentence in document.sentences] == ["By us.", "Text."]


def test_a_missing_chapter_loses_itself_only() -> None:
    items = ITEM + '<item id="b" href="../../etc/b.xhtml" media-type="application/xhtml+xml"/>'
    content = book(**{"OEBPS/book.opf": package(items, '<itemref idref="b"/><itemref idref="a"/><itemref idref="a"/>')})
    assert read_epub(content).text == "The tide rises."


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"META-INF/encryption.xml": "<encryption><EncryptedData/></encryption>"}, "protected"),
        ({"META-INF/container.xml": "<container/>"}, "names no package"),
        ({"META-INF/container.xml": "<container>"}, "not well-formed"),
        ({"OEBPS/book.opf": package("", "")}, "names no chapter"),
        ({"OEBPS/a.xhtml": " "}, "nothing to map"),
    ],
)
def test_books_that_cannot_be_read(changes: dict[str, str], message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_epub(book(**changes))
