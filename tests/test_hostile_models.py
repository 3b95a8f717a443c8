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
from mindgist.graph.emgn import emgn_graph, read_weights

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
    with pytest.raises(ModelError) as told:
        mindgist.map(TEXT, graph=name, model=folder)
    assert len(str(told.value)) < 700
    assert not Path("ran").exists()
    return str(told.value)


WEIGHTS = {"supervised": "weights.npz", "emgn": "model.safetensors"}


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 100, b"PK\x03\x04", b"null", b"[" * 100_000])
def test_damaged_weights_are_errors(name: str, content: bytes, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path)
    (folder / WEIGHTS[name]).write_bytes(content)
    assert "model" in refused(name, folder)


@pytest.mark.parametrize("name", ["supervised"])
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


def safetensors(arrays: dict[str, np.ndarray], **changes: object) -> bytes:
    """A safetensors file; ``changes`` replace fields of the first array's header."""
    header: dict[str, dict[str, object]] = {}
    data = b""
    for name, array in arrays.items():
        offsets = [len(data), len(data) + array.nbytes]
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": offsets}
        data += array.tobytes()
    next(iter(header.values())).update(changes)
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


@pytest.mark.parametrize(
    "wrong", [np.zeros((3, 3)), np.zeros(0), np.zeros((2, 2, 2)), np.full((50, 50), np.nan), np.zeros(())]
)
def test_a_network_of_another_shape_is_an_error(wrong: np.ndarray, tmp_path: Path) -> None:
    folder = folder_of("emgn", tmp_path)
    weights = read_weights(folder / "model.safetensors")
    for name in weights:
        if name == "bias" and wrong.shape == ():
            continue
        small = {other: array for other, array in weights.items() if other != "vectors"}
        (folder / "model.safetensors").write_bytes(safetensors({**small, name: wrong.astype(np.float32)}))
        with pytest.raises(ModelError, match="cannot be used"):
            emgn_graph(folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"dtype": "F64"},
        {"dtype": "O"},
        {"shape": [10**12, 10**12]},
        {"shape": [-1, -2500]},
        {"shape": "x"},
        {"data_offsets": [0, 10**12]},
        {"data_offsets": [-10_000, 0]},
        {"data_offsets": [0]},
        {"more": 1},
    ],
)
def test_a_header_that_does_not_fit_the_file_is_an_error(changes: dict[str, object], tmp_path: Path) -> None:
    folder = folder_of("emgn", tmp_path)
    weights = read_weights(folder / "model.safetensors")
    (folder / "model.safetensors").write_bytes(safetensors({"bilinear": weights["bilinear"], **weights}, **changes))
    assert "no safetensors file" in refused("emgn", folder)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    folder = folder_of("emgn", tmp_path)
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(60_000_000)
    assert "larger than 50 MB" in refused("emgn", folder)


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b"null", b"[]", json.dumps({"model": ["x"]}).encode()])
def test_a_folder_without_a_kind_is_an_error(content: bytes, tmp_path: Path) -> None:
    folder = folder_of("supervised", tmp_path)
    (folder / "config.json").write_bytes(content)
    with pytest.raises(ModelError, match="does not say which graph"):
        mindgist.map(TEXT, model=folder)
