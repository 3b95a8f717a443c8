"""Input that wants to do harm gets an error, and little time or memory."""

import json
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from time import process_time
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile

import pytest
from samples import (
    CONTAINER,
    STYLES,
    archive,
    docx_of,
    docx_sample,
    epub_sample,
    html_page,
    package,
    pdf_of_lines,
    pdf_sample,
    word_document,
    word_paragraph,
)

from child_jobs import never_ends
from mindgist.document import Document, builder, epub, read, read_bytes, read_text
from mindgist.document.boilerplate import is_names
from mindgist.document.pdf import reader as pdf_reader
from mindgist.errors import DocumentError, MindgistError
from mindgist.export import format_named
from mindgist.files import MAX_BYTES
from mindgist.processes import Worker

MANY = 10_000


def entity_bomb(root: str) -> str:
    entities = '<!ENTITY a0 "lol">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return f'<?xml version="1.0"?><!DOCTYPE x [{entities}]>{root}'


def test_an_entity_bomb_in_a_word_document() -> None:
    bomb = entity_bomb(word_document(word_paragraph("x").replace("x<", "&a9;<")).split("?>", 1)[1])
    with pytest.raises(DocumentError, match=r"not well-formed|nothing to map"):
        read_bytes(docx_of(bomb))


def test_an_entity_bomb_in_a_book() -> None:
    bomb = entity_bomb(CONTAINER.replace("OEBPS/book.opf", "&a9;"))
    with pytest.raises(DocumentError):
        read_bytes(archive({"META-INF/container.xml": bomb, "OEBPS/book.opf": package("", "")}))


def test_an_entity_reads_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The secret word.")
    document = word_document(word_paragraph("Text. x").replace("x<", "&secret;<")).split("?>", 1)[1]
    hostile = f'<!DOCTYPE x [<!ENTITY secret SYSTEM "{secret.as_uri()}">]>{document}'
    try:
        text = read_bytes(docx_of(hostile)).text
    except DocumentError:
        text = ""
    assert "secret word" not in text


@pytest.mark.parametrize("member", ["word/document.xml", "word/styles.xml"])
def test_a_zip_bomb(member: str) -> None:
    content = archive({"word/document.xml": word_document(""), "word/styles.xml": STYLES} | {member: b"<" * 60_000_000})
    assert len(content) < 200_000
    tracemalloc.start()
    with pytest.raises(DocumentError, match="unpacks to more than 50 MB"):
        read_bytes(content)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000_000


def packed(members: dict[str, str | bytes], method: int) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
@pytest.mark.parametrize("kind", ["docx", "odt", "pptx", "epub", "xmind"])
def test_members_are_stored_or_deflated(kind: str, method: int) -> None:
    """zipfile ignores the size of a read for bzip2 and LZMA: 2.5 kB took 3.2 GB."""
    first = {"docx": "word/document.xml", "odt": "mimetype", "pptx": "ppt/presentation.xml",
             "epub": "META-INF/container.xml", "xmind": "content.json"}[kind]  # fmt: skip
    bomb = packed({"[Content_Types].xml": "<Types/>", first: b" " * 60_000_000}, method)
    assert len(bomb) < 20_000
    read = partial(read_bytes, kind=kind) if kind != "xmind" else format_named(".xmind").parse
    for content in (bomb, bomb.replace(b"  ", b"x")[:-9], bomb[:40] + b"\xff" * 30 + bomb[70:]):
        tracemalloc.start()
        with pytest.raises(MindgistError):
            read(content)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 5_000_000


def test_many_members() -> None:
    with pytest.raises(DocumentError, match="more than 10,000 members"):
        read_bytes(archive({f"word/{number}": "" for number in range(MANY + 1)}))


def book(chapter: str, items: str, references: str) -> bytes:
    members = {"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": package(items, references)}
    return archive(members | {"OEBPS/a.xhtml": html_page(chapter)})


@pytest.mark.parametrize("ids", [1, 100_000])
def test_a_book_that_names_one_chapter_600_000_times(ids: int, monkeypatch: pytest.MonkeyPatch) -> None:
    items = "".join(f'<item id="c{n}" href="a.xhtml" media-type="text/html"/>' for n in range(ids))
    references = "".join(f'<itemref idref="c{n % ids}"/>' for n in range(600_000))
    pages: list[str] = []
    read_page = epub.page_blocks
    monkeypatch.setattr(epub, "page_blocks", lambda page: pages.append(page) or read_page(page))
    document = read_bytes(book("<p>The tide rises.</p>", items, references))
    assert [sentence.plain for sentence in document.sentences] == ["The tide rises."]
    assert len(pages) == 1


@pytest.mark.parametrize("chapter", ["<p>" + "tide " * 5_000_000, "<p>" + "<br>" * 2_000_000], ids=["text", "tags"])
def test_a_book_with_a_giant_chapter(chapter: str) -> None:
    item = '<item id="c" href="a.xhtml" media-type="text/html"/>'
    content = book(chapter, item, '<itemref idref="c"/>')
    tracemalloc.start()
    with pytest.raises(DocumentError, match=r"20 million characters|2,000,000 tags"):
        read_bytes(content)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10 * len(chapter)


def test_a_page_of_tags_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(DocumentError, match="2,000,000 tags"):
        read_text(html_page("<p>The tide rises." + "<br>" * 2_000_000))


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_tag_of_many_attributes(quote: str) -> None:
    """Their number's square, once: 40,000 of them took a quarter of a minute."""
    attributes = " ".join(f"a{number}={quote}>{quote}" if quote else f"a{number}" for number in range(200_000))
    with pytest.raises(DocumentError, match="more than 1,000 attributes"):
        read_text(html_page(f"<script>x='<a \"</script><p {attributes}>The tide rises."))


@pytest.mark.parametrize("tag", ["div", "b", "table><tr><td", "blockquote", "ul><li"])
def test_deep_html(tag: str) -> None:
    with pytest.raises(DocumentError, match="deeper than 256 levels"):
        read_text(html_page(f"<{tag}>" * MANY + "The tide rises."))


def test_deep_xml() -> None:
    with pytest.raises(DocumentError, match="not well-formed"):
        read_bytes(docx_of(word_document("<w:p>" * MANY + "</w:p>" * MANY)))


@pytest.mark.parametrize(
    "title", ["tide " * 100_000 + "rises", "tide" + " " * 500_000 + "rises", '"' * 500_000 + "rises"]
)
def test_a_title_of_half_a_megabyte(title: str) -> None:
    """Spaces in a title once took the square of their number: 500,000 of them, most of an hour."""
    tracemalloc.start()
    document = read_text(f"---\ntitle: {title}\n---\n\nThe tide rises.", kind="markdown")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert document.title == " ".join(title.split())
    assert [sentence.plain for sentence in document.sentences] == ["The tide rises."]
    assert most < 100 * len(title)


@pytest.mark.parametrize("mark", ["> ", "[", "*", "<b>", "#", "|", "![a](", "&lt;", "\\"])
def test_deep_markdown(mark: str) -> None:
    document = read_text(mark * MANY + "The tide rises.\n\nIt falls.", kind="markdown")
    assert document.sentences[-1].plain == "It falls."


def test_markdown_lists_without_end() -> None:
    with pytest.raises(DocumentError, match="nothing to map"):
        read_text("- " * MANY + "The tide rises.", kind="markdown")


def test_a_file_of_100_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(DocumentError, match="larger than 50 MB"):
        read(path)
    with pytest.raises(DocumentError, match="larger than 50 MB"):
        read_bytes(bytes(MAX_BYTES + 1))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_file() -> None:
    with pytest.raises(DocumentError, match="larger than 50 MB"):
        read("/dev/zero")


def test_a_large_page() -> None:
    with pytest.raises(DocumentError, match="million characters"):
        read_text("<html>" + "a" * 20_000_001)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to its limit of data")
def test_a_pdf_that_unpacks_to_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Worker(max_memory=250_000_000)
    monkeypatch.setattr(pdf_reader, "_worker", reader)
    with pytest.raises(DocumentError, match=r"breaks its reader|memory"):
        read_bytes(pdf_bomb())
    reader.stop()


def test_a_pdf_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "pdf_text", never_ends)
    monkeypatch.setattr(pdf_reader, "MAX_SECONDS", 1.0)
    with pytest.raises(DocumentError, match="breaks its reader"):
        read_bytes(pdf_sample())


def pdf_bomb() -> bytes:
    packer = zlib.compressobj(1)
    stream = b"".join(packer.compress(bytes(1_000_000)) for _ in range(300)) + packer.flush()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n" % len(stream) + stream + b"\nendstream",
    ]
    body = b"".join(b"%d 0 obj%s endobj\n" % (number, content) for number, content in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF"


@pytest.mark.parametrize("content", [docx_sample(), epub_sample()], ids=["docx", "epub"])
def test_truncated_archives(content: bytes) -> None:
    for part in range(1, 20):
        with pytest.raises(DocumentError, match=r"broken or incomplete|binary"):
            read_bytes(content[: len(content) * part // 20])


def test_a_truncated_pdf() -> None:
    with pytest.raises(DocumentError, match=r"broken or incomplete|no text"):
        read_bytes(pdf_sample()[:2_000])


@pytest.mark.parametrize("piece", ["Hi there.\n\n", "TIDES\n\n"])
def test_more_sentences_or_headings_than_any_document_has(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "MAX_SENTENCES_AND_HEADINGS", 1000)
    with pytest.raises(DocumentError, match="more than 1,000 sentences and headings"):
        read_text("A tide.\n\n" + piece * 1001, "text")


@pytest.mark.parametrize("kind", ["text", None])
@pytest.mark.parametrize("text", [" " * 49_000_000 + "A tide.", " " * 2_000_000 + "\n\nA tide. It falls."])
def test_spaces_cost_neither_time_nor_memory(text: str, kind: str | None) -> None:
    """To tell the kind of a text once took 120 bytes for each space before it."""
    tracemalloc.start()
    assert read_text(text, kind).sentences[0].plain == "A tide."
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4 * len(text) + 10_000_000


@pytest.mark.parametrize("before", ["\ufeff", "<?xml?>", "<!-- -->", "\n"])
def test_a_very_long_prefix_of_a_page_needs_little_memory(before: str) -> None:
    tracemalloc.start()
    read_text(before * 500_000 + "A tide rises. It falls.")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000


@pytest.mark.parametrize("kind", ["text", "markdown", None])
@pytest.mark.parametrize("line", ["-\r\n", "# a\n", "\n"])
def test_more_lines_than_any_document_has(line: str, kind: str | None) -> None:
    """Fifteen million lines of a hyphen took two gigabytes."""
    with pytest.raises(DocumentError, match="more than 500,000 lines"):
        read_text("A tide rises.\n" + line * 15_000_000 + "It falls.", kind)


def test_one_heading_a_hundred_thousand_times() -> None:
    """Each repeats the title, which is no section; to set them aside took the square of their number."""
    document = read_text("TIDES\n\n" * 100_000, "text")
    assert [sentence.plain for sentence in document.sentences] == ["TIDES"]
    document = read_text("TIDES\n\n" * 100_000 + "They rise.\n", "text")
    assert [sentence.plain for sentence in document.sentences] == ["They rise."]


def test_a_hundred_thousand_brackets_are_not_a_link() -> None:
    assert read_text("A tide rises. " + "[" * 100_000 + " It falls.").sentences


@pytest.mark.parametrize(
    "unit", ["![a", "[a", "![", "[a](", "[[a](", "`", "`a``", "<a ", "*", "_", "*a_", "**a*", "> "]
)
def test_unclosed_markup_takes_little_time(unit: str) -> None:
    """For each bracket that was not closed, the parser looked through the rest of its paragraph."""
    paragraph = "A tide rises. " + unit * (9_900 // len(unit))
    start = process_time()
    assert read_text(f"{paragraph}\n\n{paragraph}\n", "markdown").sentences
    assert process_time() - start < 0.5


def test_spaces_inside_a_page() -> None:
    spaces = " " * 300_000
    assert read_text(f"<html><body><p>A tide rises.{spaces}It falls.{spaces}</p></body></html>").sentences


@pytest.mark.parametrize("kind", ["text", "markdown", "html"])
def test_a_paragraph_of_a_whole_library_is_refused(kind: str) -> None:
    """Splitting 50 MB in one line took minutes and gigabytes."""
    text = "The tide rises. " * 320_000
    with pytest.raises(DocumentError, match="a paragraph has more than 5 million characters"):
        read_text(f"<html><body><p>{text}</p></body></html>" if kind == "html" else text, kind)


@pytest.mark.parametrize(
    "read", [read_text, lambda text: read_bytes(json.dumps([text, {"title": text}]).encode(), "json")]
)
def test_lone_surrogates_are_replaced(read: Callable[[str], Document]) -> None:
    """JSON of an agent or a client can hold them, and no answer can."""
    document = read("The \ud800 tide rises. It falls.")
    assert "The ? tide rises." in document.text.encode().decode()
    assert all(sentence.plain.encode() for sentence in document.sentences)


def test_records_without_a_common_key_are_no_table() -> None:
    """3,000 of them would be a table of 9,000,000 cells."""
    records = json.dumps([{f"key {number}": number} for number in range(3_000)]).encode()
    tracemalloc.start()
    read_bytes(records, "json")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000_000


@pytest.mark.parametrize(("cells", "message"), [("<td>a" * 20_000, "cells"), ("<tr><td>a<td>b" * 2_000, "sentences")])
def test_tables_without_end_are_refused_while_they_are_read(
    cells: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "MAX_SENTENCES_AND_HEADINGS", 1_000)
    with pytest.raises(DocumentError, match=f"more than .* {message}"):
        read_bytes(f"<html><body><p>The tide rises.</p><table><tr>{cells}".encode())


MAIL = "From: a@b.c\nTo: d@e.f\nSubject: Tides\n\nThe tide rises. Walls break.\n\n"
DOTS = pdf_of_lines([[(50, 700, 12, "The tide rises. Walls break."), (50, 20, 9, "." * 20_000)]])


@pytest.mark.parametrize(
    "call",
    [
        partial(read_bytes, f"{MAIL}-----Original Message {' ' * 2_000}x\n\nThe tide.\n".encode(), "text"),
        partial(read_bytes, DOTS, "pdf"),
        partial(is_names, f"Ab {'de ' * 20}!"),
    ],
    ids=["mail", "page number", "names"],
)
def test_patterns_take_no_long_time(call: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these took more than ten seconds: parts of a pattern could share the same characters."""
    monkeypatch.setattr(pdf_reader, "in_process", lambda _, function, arguments, *__: function(*arguments))
    start = process_time()
    call()
    assert process_time() - start < 2
