"""Trained models of every kind as sources of relation graphs, by what their folder says they are."""

from pathlib import Path

from mindgist.graph import Relate
from mindgist.learn.checkpoint import checkpoint_config
from mindgist.learn.teacher import TeacherGraph
from mindgist.learn.teaching import load_teacher
from mindgist.learn.training_state import KIND, load_model
from mindgist.learn.validation import DetectorGraph


def learned_graph(folder: Path) -> Relate:
    """The model in a folder: a network of `mindgist train`, or a teacher or an MRDMF of `mindgist teach`."""
    if checkpoint_config(folder)["kind"] == KIND:
        return DetectorGraph(*load_model(folder))
    return TeacherGraph(load_teacher(folder))
