import json
import lzma

import pytest

from mindgist.errors import CorpusError
from mindgist.learn.corpus import CorpusArticle, fits, read_corpus

ROW = {"id": 7, "article": "One is here. Two is here.\n\nThree stands alone.", "highlights": ["One", " Two  too "]}


def write(path, *rows):
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".xz":
        path.write_bytes(lzma.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def test_paragraphs_are_cut_into_sentences_and_the_split_defaults_to_training(tmp_path):
    (article,) = read_corpus(write(tmp_path / "a.jsonl", ROW))
    assert article == CorpusArticle(
        "7", (("One is here.", "Two is here."), ("Three stands alone.",)), ("One", "Two too")
    )
    assert article.sentences == ("One is here.", "Two is here.", "Three stands alone.")
    assert [sentence.text for sentence in article.document.sentences] == list(article.sentences)


def test_a_folder_gives_its_files_in_the_order_of_their_names_packed_or_not(tmp_path):
    write(tmp_path / "b.jsonl.xz", ROW | {"id": "second", "split": "val"})
    write(tmp_path / "a.jsonl", ROW | {"id": "first"}, ROW | {"id": "empty", "article": " "})
    (tmp_path / "README.md").write_text("not an article")
    assert [(article.id, article.split) for article in read_corpus(tmp_path)] == [("first", "train"), ("second", "val")]


def test_highlights_may_be_lines(tmp_path):
    (article,) = read_corpus(write(tmp_path / "a.jsonl", ROW | {"highlights": "One\n\nTwo\n"}))
    assert article.highlights == ("One", "Two")


def test_a_folder_of_stories(tmp_path):
    (tmp_path / "x.story").write_text("A ship sank. It was old.\n\nAll survived.\n\n@highlight\n\nShip sinks\n")
    (article,) = read_corpus(tmp_path)
    assert article.paragraphs == (("A ship sank.", "It was old."), ("All survived.",))
    assert article.highlights == ("Ship sinks",)


def test_the_limits_of_what_is_annotated():
    def article(sentences, words):
        return CorpusArticle("1", tuple((" ".join(["word"] * words),) for _ in range(sentences)), ())

    assert fits(article(50, 50))
    assert not fits(article(51, 50))
    assert not fits(article(50, 51))
    assert not fits(article(0, 0))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{not json\n", "line 1"),
        (b'{"id": "1", "article": "A."}\n', "'highlights'"),
        (b"[1, 2]\n", "needs 'id'"),
        (b"\xff\xfe\x00", "cannot read"),
    ],
)
def test_bad_rows_are_named(tmp_path, content, message):
    (tmp_path / "a.jsonl").write_bytes(content)
    with pytest.raises(CorpusError, match=message):
        list(read_corpus(tmp_path))


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(CorpusError, match="there is no corpus"):
        list(read_corpus(tmp_path / "nowhere"))
    with pytest.raises(CorpusError, match="there is no corpus"):
        list(read_corpus(tmp_path))
    (tmp_path / "a.jsonl.xz").write_bytes(b"not packed")
    with pytest.raises(CorpusError, match="cannot read"):
        list(read_corpus(tmp_path))
