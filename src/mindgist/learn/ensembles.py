"""Ensembles of networks with one hidden layer and a linear shortcut, trained together and saved as one wide network."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import Parameter

from mindgist.graph.relation_graph import Floats

Weights = dict[str, Floats]
Network = dict[str, Parameter]

LEARNING_RATE = 5e-3  # the largest of the schedule
WEIGHT_DECAY = 3e-2


def new_network(members: int, features: int, hidden: int) -> Network:
    """The random start of an ensemble."""
    return {
        "hidden": Parameter(torch.randn(members, features, hidden) * features**-0.5),
        "bias": Parameter(torch.zeros(members, 1, hidden)),
        "out": Parameter(torch.randn(members, hidden, 1) * hidden**-0.5),
        "linear": Parameter(torch.zeros(members, features, 1)),
        "base": Parameter(torch.zeros(members, 1, 1)),
    }


def outputs(network: Network, rows: Tensor, rate: float) -> Tensor:
    """The outputs of all members, shape (members, rows), for rows of shape (members, rows, features)."""
    hidden = torch.relu(rows @ network["hidden"] + network["bias"])
    return (dropout(hidden, rate) @ network["out"] + rows @ network["linear"] + network["base"])[..., 0]


def dropout(values: Tensor, rate: float) -> Tensor:
    """The values, of which a random share is 0; the others are scaled up."""
    return values * (torch.rand_like(values) > rate) / (1 - rate) if rate else values


def as_one(name: str, network: Network) -> Weights:
    """The mean of an ensemble as one wide network."""
    members = len(network["hidden"])
    values = {key: parameter.detach().numpy() for key, parameter in network.items()}
    return {
        f"{name}_hidden": np.concatenate(values["hidden"], axis=1),
        f"{name}_bias": values["bias"].reshape(-1),
        f"{name}_out": values["out"].reshape(-1) / members,
        f"{name}_linear": values["linear"].mean(axis=0)[:, 0],
        f"{name}_base": values["base"].mean(axis=0)[0],
    }


def train(
    parameters: Iterable[Parameter],
    batches: Callable[[], Sequence[Tensor]],
    epochs: int,
    loss: Callable[[Tensor], Tensor],
) -> None:
    """Minimize the loss of each batch with AdamW and a one-cycle schedule."""
    steps = epochs * len(batches())
    optimizer = torch.optim.AdamW(parameters, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    for _ in range(epochs):
        for batch in batches():
            value = loss(batch)
            optimizer.zero_grad()
            value.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()


def shuffled(count: int, size: int) -> Callable[[], Sequence[Tensor]]:
    """A function that returns random batches of row numbers."""
    return lambda: torch.randperm(count).split(size)
