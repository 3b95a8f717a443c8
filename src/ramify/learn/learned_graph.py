"""Trained models of every kind as sources of relation graphs, by what their folder says they are."""

from pathlib import Path

from ramify.graph import Relate
from ramify.learn.checkpoint import checkpoint_config
from ramify.learn.teacher import TeacherGraph
from ramify.learn.teaching import load_teacher
from ramify.learn.training_state import KIND, load_model
from ramify.learn.validation import DetectorGraph


def learned_graph(folder: Path) -> Relate:
    """The model in a folder: a network of `ramify train`, or a teacher or an MRDMF of `ramify teach`."""
    if checkpoint_config(folder)["kind"] == KIND:
        return DetectorGraph(*load_model(folder))
    return TeacherGraph(load_teacher(folder))
