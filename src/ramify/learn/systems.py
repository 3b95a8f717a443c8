"""Trained models of every kind as sources of relation graphs, by what their folder says they are."""

from pathlib import Path

from ramify.graph import Relate
from ramify.learn.checkpoint import checkpoint_config


def learned_graph(folder: Path) -> Relate:
    """The model in a folder: a network of `ramify train`, a teacher or an MRDMF of `ramify teach`."""
    if checkpoint_config(folder)["kind"] == "emgn":
        from ramify.learn.training_state import load_model
        from ramify.learn.validation import DetectorGraph

        return DetectorGraph(*load_model(folder))
    from ramify.learn.teacher import TeacherGraph
    from ramify.learn.teaching import load_teacher

    return TeacherGraph(load_teacher(folder))
