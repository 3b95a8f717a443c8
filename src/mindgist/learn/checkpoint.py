"""Trained weights on disk: safetensors with a JSON beside them, never a pickle."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import atomic_write, make_folder, write_json

_WEIGHTS = "model.safetensors"
_CONFIG = "mindgist.json"


def save_checkpoint(folder: Path, kind: str, weights: Mapping[str, Tensor], config: Mapping[str, Any]) -> None:
    """Write weights and what they are; each file whole or not at all."""
    from safetensors.torch import save_file

    with atomic_write(make_folder(folder) / _WEIGHTS) as waiting:
        save_file({name: tensor.contiguous() for name, tensor in weights.items()}, waiting)
    write_json(folder / _CONFIG, {"kind": kind, **config})


def note_measures(folder: Path, measured: Mapping[str, Any]) -> None:
    """Write beside a saved model what it was measured at."""
    write_json(folder / _CONFIG, {**checkpoint_config(folder), "measured": dict(measured)})


def load_checkpoint(folder: Path, kind: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The weights and the configuration of a saved model of this kind."""
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
    """What a saved model is: its 'kind' and its settings."""
    try:
        config: dict[str, Any] = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"there is no trained model in {folder} (it would have a file {_CONFIG})") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read {folder / _CONFIG}: {error}") from error
    if not isinstance(config, dict) or "kind" not in config:
        raise ModelError(f"{folder / _CONFIG} does not say what kind of model it describes")
    return config
