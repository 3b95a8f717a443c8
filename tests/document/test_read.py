from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import pdf_sample

from mindgist.document import read, read_bytes, read_text
from mindgist.document.reading import document_of
from mindgist.errors import DocumentError, MindgistError, UnknownNameError

TEXT = "Größe zählt. “Ja”, sagte er – und ging."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_usual_encodings_are_recognized(encoding: str) -> None:
    assert read_bytes(TEXT.encode(encoding)).sentences[0].plain == "Größe zählt."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark(encoding: str) -> None:
    text = "A plain text, wide characters. Two sentences."
    assert len(read_bytes(text.encode(encoding)).sentences) == 2


def test_an_encoding_can_be_named() -> None:
    assert read_bytes("Привет мир.".encode("koi8-r"), encoding="koi8-r").sentences[0].plain == "Привет мир."
    with pytest.raises(DocumentError, match="no text is written in 'klingon'"):
        read_bytes(b"x", encoding="klingon")
    with pytest.raises(DocumentError, match="does not read as ascii"):
        read_bytes("é".encode(), encoding="ascii")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Прилив поднимается дважды в день. Это луна поднимает море, и лодки встают.\n" * 5, "koi8-r"),
        ("Прилив поднимается дважды в день. Это луна поднимает море, и лодки встают.\n" * 5, "cp1251"),
        ("潮水每天上涨两次，是月亮把海水抬了起来。我们在海边看着它慢慢升高。\n" * 5, "gb18030"),
    ],
)
def test_undeclared_encodings_are_guessed(text: str, encoding: str) -> None:
    assert read_bytes(text.encode(encoding)).text == text


@pytest.mark.parametrize("content", [b"", b"  \n\t ", b"\xef\xbb\xbf"])
def test_blank_input(content: bytes) -> None:
    with pytest.raises(DocumentError, match="blank"):
        read_bytes(content)


@pytest.mark.parametrize("content", [bytes(range(256)) * 20, b"\x00\x01\x02\x03", b"text\x00more text"])
def test_binary_input(content: bytes) -> None:
    with pytest.raises(DocumentError):
        read_bytes(content)


def test_files(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n\nText.")
    assert read(tmp_path / "a.md").title == "Title"
    (tmp_path / "a.txt").write_text("# Not a title. Text.")
    assert read(tmp_path / "a.txt").title is None
    (tmp_path / "unknown").write_text("# Title\n\nText.")
    assert read(tmp_path / "unknown").title == "Title"
    with pytest.raises(DocumentError, match="folder"):
        read(tmp_path)
    with pytest.raises(DocumentError, match=r"cannot read .*missing"):
        read(tmp_path / "missing.txt")
    (tmp_path / "blank.txt").write_text("\n")
    with pytest.raises(DocumentError, match=r"blank\.txt: the input is blank"):
        read(tmp_path / "blank.txt")


def test_unknown_kind() -> None:
    with pytest.raises(UnknownNameError, match="markdown"):
        read_text("x", kind="latex")


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with suppress(MindgistError):
        assert read_bytes(content).sentences


@pytest.mark.parametrize("name", ["a\0b.txt", "a" * 300 + ".txt", "a" * 300])
def test_impossible_file_names_raise_document_errors(name: str) -> None:
    with pytest.raises(DocumentError, match="cannot read"):
        read(name)
    if name.endswith(".txt"):
        with pytest.raises(DocumentError, match="there is no file"):
            document_of(name)
    else:
        assert len(document_of(name)) == 1


@pytest.mark.parametrize(
    "words", ["The first bytes are %PDF-1.7 in most files.", "A file begins with %PDF- and a version."]
)
def test_a_text_about_pdf_is_a_text(words: str) -> None:
    assert read_bytes(f"{words} Then objects follow.".encode()).sentences[0].plain == words


def test_a_pdf_may_begin_with_something_else() -> None:
    assert "The Harbour Report" in read_bytes(b"HTTP/1.1 200 OK\n\n" + pdf_sample()).text
