"""Damaged models and models of other shapes: each is a one-line error, and nothing in them runs."""

import json
import os
import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import mindgist
from mindgist.errors import ModelError
from mindgist.labels.gist_model import load_gist_model

TEXT = "The tide rises over the wall.\nCities build walls. Walls cost money.\n"
MODELS = Path(str(files("mindgist"))) / "models"


class Runs:
    """A pickle that would leave a file behind if it were loaded."""

    def __reduce__(self) -> object:
        return os.mkdir, ("ran",)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def folder_of(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODELS / name, tmp_path / "model"))


def refused(name: str, folder: Path) -> str:
    """The error message for the model, on one line."""
    use = load_gist_model if name == "gist" else lambda model: mindgist.map(TEXT, graph=name, model=model)
    with pytest.raises(ModelError) as told:
        use(folder)
    assert len(str(told.value)) < 700
    assert not Path("ran").exists()
    return str(told.value)


WEIGHTS = {"supervised": "weights.npz", "emgn": "model.onnx", "gist": "model.npz"}


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 100, b"PK\x03\x04", b"null", b"[" * 100_000])
def test_damaged_weights_are_errors(name: str, content: bytes, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path)
    (folder / WEIGHTS[name]).write_bytes(content)
    assert "model" in refused(name, folder)


@pytest.mark.parametrize("name", ["supervised", "gist"])
@pytest.mark.parametrize(
    "wrong", [np.zeros((3, 3)), np.array([Runs()], dtype=object), np.array(["x"]), np.zeros(0), np.zeros((2, 2, 2))]
)
def test_weights_of_another_shape_are_errors(name: str, wrong: np.ndarray, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path)
    with np.load(folder / WEIGHTS[name]) as arrays:
        weights = dict(arrays)
    for part in weights:
        np.savez(folder / WEIGHTS[name], **{**weights, part: wrong})
        moved = folder.rename(tmp_path / f"{part}")  # loaded models are cached by path
        refused(name, moved)
        moved.rename(folder)


def test_scores_that_are_not_finite_are_errors(tmp_path: Path) -> None:
    folder = folder_of("supervised", tmp_path)
    with np.load(folder / "weights.npz") as arrays:
        weights = dict(arrays)
    np.savez(folder / "weights.npz", **{name: np.full_like(value, np.nan) for name, value in weights.items()})
    refused("supervised", folder)


def test_a_network_of_another_shape_is_an_error(tmp_path: Path) -> None:
    helper = pytest.importorskip("onnx.helper", reason="the extra 'learn' is not installed")
    from onnx import TensorProto

    folder = folder_of("emgn", tmp_path)
    place = helper.make_tensor_value_info("words", TensorProto.FLOAT, [2, 2])
    out = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [2, 2])
    graph = helper.make_graph([helper.make_node("Relu", ["words"], ["scores"])], "g", [place], [out])
    network = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    (folder / "model.onnx").write_bytes(network.SerializeToString())
    refused("emgn", folder)
    more = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 2]) for name in ("a", "b", "c", "d")]
    graph = helper.make_graph([helper.make_node("Relu", ["words"], ["scores"])], "g", [place, *more], [out])
    network = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    (folder / "model.onnx").write_bytes(network.SerializeToString())
    refused("emgn", folder.rename(tmp_path / "other"))


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b"null", b"[]", json.dumps({"model": ["x"]}).encode()])
def test_a_folder_without_a_kind_is_an_error(content: bytes, tmp_path: Path) -> None:
    folder = folder_of("supervised", tmp_path)
    (folder / "config.json").write_bytes(content)
    with pytest.raises(ModelError, match="does not say which graph"):
        mindgist.map(TEXT, model=folder)


def test_a_network_with_a_loop_is_an_error(tmp_path: Path) -> None:
    """onnxruntime runs a loop without end, and no signal stops it."""
    helper = pytest.importorskip("onnx.helper", reason="the extra 'learn' is not installed")
    from onnx import TensorProto

    flags = [helper.make_tensor_value_info(name, TensorProto.BOOL, []) for name in ("go", "on")]
    body = helper.make_graph(
        [helper.make_node("Identity", ["go"], ["on"])], "body",
        [helper.make_tensor_value_info("i", TensorProto.INT64, []), *flags[:1]],
        flags[1:],
    )  # fmt: skip
    outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, None)]
    folder = folder_of("emgn", tmp_path)
    loop, branch = (
        helper.make_node("Loop", ["", "go"], [], body=body),
        helper.make_node("If", ["go"], [], then_branch=body),
    )
    for node in (loop, branch):
        network = helper.make_model(helper.make_graph([node], "endless", [], outputs))
        (folder / "model.onnx").write_bytes(network.SerializeToString())
        assert "has loops or branches" in refused("emgn", folder)
