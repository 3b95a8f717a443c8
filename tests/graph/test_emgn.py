import pytest

from ramify.errors import ModelError
from ramify.graph.emgn import EmgnGraph


def test_a_missing_model_is_told(tmp_path):
    with pytest.raises(ModelError, match=r"model\.onnx and vocabulary\.txt missing"):
        EmgnGraph(tmp_path)


def test_a_file_that_is_no_model_is_told(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"nonsense")
    (tmp_path / "vocabulary.txt").write_text("the\n")
    with pytest.raises(ModelError, match="no model that onnxruntime can read"):
        EmgnGraph(tmp_path)
