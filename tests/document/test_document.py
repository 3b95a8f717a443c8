import pytest

from mindgist.document import Document
from mindgist.errors import DocumentError


def test_known_sentences_keep_their_split() -> None:
    document = Document.from_sentences([["One.", "Two."], [], ["Three  is\nodd."]], title="T")
    assert document.text == "One. Two.\n\nThree  is\nodd."
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        "One.",
        "Two.",
        "Three  is\nodd.",
    ]
    assert document.sentences[2].plain == "Three is odd."
    assert [len(paragraph) for paragraph in document.paragraphs] == [2, 1]


def test_no_sentences() -> None:
    with pytest.raises(DocumentError):
        Document.from_sentences([[]])


def test_pages() -> None:
    document = Document.from_sentences([["One.", "Two."]])
    assert document.page_of(3) is None
    paged = Document(document.text, None, document.body, pages=(0, 5))
    assert [paged.page_of(offset) for offset in (0, 4, 5, 8)] == [1, 1, 2, 2]
