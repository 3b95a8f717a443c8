"""``mindgist train``: the commands that make the shipped models, one file each."""

import click

from mindgist.shell.train_emgn_command import train_emgn
from mindgist.shell.train_gists_command import train_gists
from mindgist.shell.train_map_command import train_map


@click.group(name="train")
def train() -> None:
    """Train the models that mindgist ships, on the same data or on your own."""


for _command in (
    train_emgn,
    train_gists,
    train_map,
):  # fmt: skip
    train.add_command(_command)
