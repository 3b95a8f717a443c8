import pytest
from samples import CONTAINER, archive, epub_sample, package

from mindgist.document.content import content_only
from mindgist.document.epub import read_epub
from mindgist.errors import DocumentError

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


def test_the_table_of_contents_is_not_a_chapter() -> None:
    document = read_epub(epub_sample())
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Tides", "Money"]
    assert "Tides" not in [sentence.plain for sentence in document.sentences]


def test_a_title_page_is_not_a_section() -> None:
    items = ITEM + '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
    spine = package(items, '<itemref idref="b"/><itemref idref="a"/>')
    pages = {"OEBPS/b.xhtml": "<h1>The harbour report</h1><p>By us.</p>", "OEBPS/a.xhtml": "<h1>Tides</h1><p>Text.</p>"}
    document = read_epub(book(**{"OEBPS/book.opf": spine}, **pages))
    assert document.body.heading is not None
    assert document.body.heading.plain == "The harbour report"
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Tides"]
    assert [sentence.plain for sentence in document.sentences] == ["By us.", "Text."]


def test_a_missing_chapter_is_skipped() -> None:
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


def test_chapters_are_named_by_the_table_of_contents_and_nested_as_there() -> None:
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><body>{}</body></html>"
    contents = page.format(
        "<nav><ol><li><a href='a.xhtml'>Part One</a><ol><li><a href='b.xhtml'>Tides</a></li></ol></li></ol></nav>"
    )
    items = (
        '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
    )
    book = archive(
        {"META-INF/container.xml": CONTAINER}
        | {"OEBPS/book.opf": package(items, '<itemref idref="n"/><itemref idref="a"/><itemref idref="b"/>')}
        | {"OEBPS/nav.xhtml": contents, "OEBPS/a.xhtml": page.format("<p>The sea opens the book.</p>")}
        | {
            "OEBPS/b.xhtml": page.format(
                "<h1>Tides</h1><p>They rise.</p><pre>print(tide)</pre><svg><text>Ebb it is.</text></svg>"
            )
        }
    )
    document = read_epub(book)
    (part,) = document.body.sections
    assert part.heading is not None
    assert part.heading.plain == "Part One"
    assert [section.heading.plain for section in part.sections if section.heading] == ["Tides"]
    assert [sentence.plain for sentence in document.sentences] == [
        "The sea opens the book.",
        "They rise.",
        "Ebb it is.",
    ]
    assert "print(tide)" in document.text


def said(body: str) -> list[str]:
    document = read_epub(book(**{"OEBPS/a.xhtml": f"<html><body>{body}</body></html>"}))
    return [sentence.plain for sentence in content_only(document).sentences]


def test_the_licence_around_a_book_is_in_the_text_and_not_in_the_map() -> None:
    page = (
        "<p>This is for anyone.</p><p>*** START OF THE PROJECT GUTENBERG EBOOK TIDES ***</p><p>The tide rises.</p>"
        "<p>*** END OF THE PROJECT GUTENBERG EBOOK TIDES ***</p><p>You may copy it.</p>"
    )
    assert said(page) == ["The tide rises."]
    assert "You may copy it." in read_epub(book(**{"OEBPS/a.xhtml": page})).text


def test_a_list_of_links_in_a_chapter_is_not_mapped() -> None:
    links = "".join(f'<li><a href="#{name}">{name}</a></li>' for name in ("Tides", "Money", "Walls", "Boats"))
    assert said(f"<p>The tide rises.</p><ul>{links}</ul>") == ["The tide rises."]
    assert said("<p>The tide rises.</p><ul><li>It <a href='#x'>falls</a> again.</li></ul>")[1:] == ["It falls again."]


def test_a_link_to_the_next_chapter_is_not_a_sentence() -> None:
    assert said("<p>The tide rises.</p><p>Previous topic: <a>Money</a></p><p>Next topic: <a>Walls</a></p>") == [
        "The tide rises."
    ]


def test_marks_of_boxes_and_headings_are_left_out() -> None:
    page = "<h2>› Tides</h2><p>They rise.</p><h3>note</h3><p>They fall.</p><h2>› Money</h2><p>It is short.</p>"
    document = read_epub(book(**{"OEBPS/a.xhtml": page}))
    assert [section.heading.plain for section in document.body.sections if section.heading] == ["Tides", "Money"]
    assert not document.body.sections[0].sections
