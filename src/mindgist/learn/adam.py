"""Adam's memory as tensors by name, so that a stopped run can be saved and goes on exactly where it was."""

from collections.abc import Mapping

from torch import Tensor, nn
from torch.optim import Optimizer

from mindgist.errors import ModelError

_MEMORY = ("step", "exp_avg", "exp_avg_sq")  # the steps taken, and the two moments: torch's own names


def adam_memory(module: nn.Module, optimizer: Optimizer) -> dict[str, Tensor]:
    """What the optimizer remembers of each of the module's parameters."""
    return {
        f"{what}.{name}": optimizer.state[parameter][what].detach()
        for name, parameter in module.named_parameters()
        if parameter.requires_grad
        for what in _MEMORY
    }


def restore_adam(module: nn.Module, optimizer: Optimizer, memory: Mapping[str, Tensor]) -> None:
    """Give the optimizer its memory back."""
    try:
        for name, parameter in module.named_parameters():
            if parameter.requires_grad:
                optimizer.state[parameter] = {what: memory[f"{what}.{name}"] for what in _MEMORY}
    except KeyError as error:
        raise ModelError(f"the stopped run lacks {error}: another version began it; train in a new folder") from error
