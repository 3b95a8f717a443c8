import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from mindgist.document import Document, read
from mindgist.errors import ModelError
from mindgist.graph import emgn
from mindgist.graph.emgn import EmgnGraph, emgn_graph
from mindgist.systems import graph_named


def test_a_missing_model_is_told(tmp_path):
    with pytest.raises(ModelError, match=r"model\.safetensors and vocabulary\.txt missing"):
        emgn_graph(tmp_path)


def test_a_file_that_is_no_model_is_told(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"nonsense")
    (tmp_path / "vocabulary.txt").write_text("the\n")
    with pytest.raises(ModelError, match="no safetensors file"):
        emgn_graph(tmp_path)


@pytest.fixture
def shipped():
    return graph_named("emgn")


def test_the_shipped_model_is_what_the_name_stands_for():
    assert isinstance(graph_named("emgn"), EmgnGraph)


def test_the_shipped_model_is_small_and_says_what_it_is():
    folder = Path(str(files("mindgist") / "models" / "emgn"))
    assert sum(file.stat().st_size for file in folder.iterdir()) < 10_000_000
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    words = (folder / "vocabulary.txt").read_text(encoding="utf-8").split()
    assert config["words"] == len(words) + 2
    assert (folder / "README.md").is_file()


def test_the_first_sentence_of_news_governs_more_than_the_last(shipped):
    document = read(Path(__file__).parents[2] / "examples" / "harbour.txt")
    salience = shipped(document).salience
    deviations = (salience - salience.mean()) / salience.std()
    assert deviations[0] > 2
    assert deviations[-1] < -0.5
    assert int(salience.argmax()) < 3


@pytest.mark.parametrize("sentences", [["One sentence."], ["A b c.", "…", "Ünïcode здесь.", "w " * 90]])
def test_odd_sentences_have_scores(shipped, sentences):
    assert shipped(Document.from_sentences([sentences])).scores.shape == (len(sentences), len(sentences))


def test_a_long_document_is_encoded_in_parts(shipped, monkeypatch):
    document = Document.from_sentences([[f"Sentence {number} tells of the sea." + " And more" * (number % 9)
                                         for number in range(60)]])  # fmt: skip
    whole = shipped(document).scores
    monkeypatch.setattr(emgn, "MAX_ENCODED", 7)
    np.testing.assert_allclose(shipped(document).scores, whole, atol=1e-6)
