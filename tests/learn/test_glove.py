import numpy as np
import pytest

from mindgist.errors import ModelError
from mindgist.graph.emgn import PADDING, UNKNOWN
from mindgist.learn.emgn_recipe import WordVectors, read_glove, vocabulary_of

GLOVE = WordVectors(("the", "cat", "'s", "did", "n't", "sleep", "zebra"), np.arange(14, dtype=np.float32).reshape(7, 2))


def test_keeps_the_most_frequent_words_that_glove_has():
    vocabulary, vectors = vocabulary_of(["The cat's the one.", "The cat didn't sleep."], GLOVE, limit=3)
    assert vocabulary.words == ("the", "cat", "'s")
    np.testing.assert_array_equal(vectors[vocabulary.numbers("cat")[0]], [2, 3])
    assert not vectors[PADDING].any()
    np.testing.assert_array_equal(vectors[UNKNOWN], GLOVE.vectors[3:].mean(axis=0))


def test_words_of_another_language_are_an_error():
    with pytest.raises(ModelError, match="none of the training set's words"):
        vocabulary_of(["Ничего."], GLOVE)


def test_reads_a_text_file(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("sea 0.5 -1\nwall 2 3\n", encoding="utf-8")
    glove = read_glove(path)
    assert glove.words == ("sea", "wall")
    np.testing.assert_array_equal(glove.vectors, [[0.5, -1], [2, 3]])


@pytest.mark.parametrize("content", ["sea 1 2\nwall 1\n", "sea one two\n", ""])
def test_a_file_that_is_no_glove_is_an_error(tmp_path, content):
    path = tmp_path / "glove.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=r"glove\.txt"):
        read_glove(path)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        read_glove(tmp_path / "nowhere.txt")
