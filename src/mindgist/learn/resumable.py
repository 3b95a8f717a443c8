"""Training that goes on where it was stopped: weights, Adam's memory and the step, kept together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn

from mindgist.errors import ModelError
from mindgist.learn.adam import adam_memory, restore_adam
from mindgist.learn.checkpoint import load_checkpoint, save_checkpoint


def save_training(
    folder: Path, kind: str, model: nn.Module, optimizer: torch.optim.Optimizer, settings: Mapping[str, Any], step: int
) -> None:
    """Write how far a run has come."""
    tensors = {f"weight.{name}": tensor for name, tensor in model.state_dict().items()}
    tensors |= adam_memory(model, optimizer)
    tensors = {name: tensor.detach().clone() for name, tensor in tensors.items()}
    # The step is written with the tensors, in one file: a kill between two files cannot part them.
    tensors["step"] = torch.tensor(step)
    save_checkpoint(folder, kind, tensors, {"settings": dict(settings)})


def resume_training(
    folder: Path, kind: str, model: nn.Module, optimizer: torch.optim.Optimizer, settings: Mapping[str, Any]
) -> int:
    """Take up a stopped run; returns the number of steps that are done."""
    if not (folder / "mindgist.json").is_file():
        return 0
    tensors, config = load_checkpoint(folder, kind)
    if config["settings"] != dict(settings):
        raise ModelError(f"{folder} holds a run with other settings or pairs; name another folder, or remove it")
    step = int(tensors["step"])
    weights = {name.removeprefix("weight."): tensor for name, tensor in tensors.items() if name.startswith("weight.")}
    model.load_state_dict(weights)
    restore_adam(model, optimizer, tensors)
    return step
