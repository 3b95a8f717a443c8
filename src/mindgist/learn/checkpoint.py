"""Trained models on disk: safetensors with a JSON file beside them, never a pickle."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import atomic_write, make_folder, write_file, write_json
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.detector import DetectorConfig, GraphDetector

EMGN_KIND = "emgn"
_WEIGHTS = "model.safetensors"
_CONFIG = "mindgist.json"
_VOCABULARY = "vocabulary.txt"


def save_checkpoint(folder: Path, kind: str, weights: Mapping[str, Tensor], config: Mapping[str, Any]) -> None:
    """Write weights and their configuration, each file atomically."""
    from safetensors.torch import save_file

    with atomic_write(make_folder(folder) / _WEIGHTS) as temporary:
        save_file({name: tensor.contiguous() for name, tensor in weights.items()}, temporary)
    write_json(folder / _CONFIG, {"kind": kind, **config})


def load_checkpoint(folder: Path, kind: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return the weights and the configuration of a saved model of this kind."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    config = checkpoint_config(folder)
    if config["kind"] != kind:
        raise ModelError(f"the model in {folder} is a '{config['kind']}', where a '{kind}' is needed")
    try:
        return load_file(folder / _WEIGHTS), config
    except (OSError, SafetensorError) as error:
        raise ModelError(f"cannot read the weights {folder / _WEIGHTS}: {error}") from error


def checkpoint_config(folder: Path) -> dict[str, Any]:
    """Return the configuration of a saved model: its 'kind' and its settings."""
    try:
        config: dict[str, Any] = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"there is no trained model in {folder} (it would have a file {_CONFIG})") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read {folder / _CONFIG}: {error}") from error
    if not isinstance(config, dict) or "kind" not in config:
        raise ModelError(f"{folder / _CONFIG} does not say what kind of model it describes")
    return config


def save_vocabulary(folder: Path, vocabulary: Vocabulary) -> None:
    """Write a vocabulary, one word a line."""
    write_file(make_folder(folder) / _VOCABULARY, "\n".join(vocabulary.words) + "\n")


def load_vocabulary(folder: Path) -> Vocabulary:
    """Return the vocabulary of a saved model."""
    return Vocabulary((folder / _VOCABULARY).read_text(encoding="utf-8").split())


def save_detector(folder: Path, detector: GraphDetector, vocabulary: Vocabulary) -> None:
    """Write an EMGN network with its vocabulary."""
    save_vocabulary(folder, vocabulary)
    save_checkpoint(folder, EMGN_KIND, detector.state_dict(), {"detector": asdict(detector.config)})


def load_detector(folder: str | Path) -> tuple[GraphDetector, Vocabulary]:
    """Return the EMGN network of a folder and its vocabulary."""
    folder = Path(folder)
    weights, config = load_checkpoint(folder, EMGN_KIND)
    try:
        shape = DetectorConfig(**config["detector"])
        vocabulary = load_vocabulary(folder)
        detector = GraphDetector(shape, np.zeros((len(vocabulary), shape.vector), dtype=np.float32))
        detector.load_state_dict(weights)
    except (OSError, UnicodeError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"the model in {folder} is damaged: {error}") from error
    return detector, vocabulary
