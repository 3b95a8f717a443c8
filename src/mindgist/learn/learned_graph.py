"""Trained models of every kind as graph sources."""

from pathlib import Path

from mindgist.graph import Relate
from mindgist.learn.checkpoint import EMGN_KIND, checkpoint_config, load_detector
from mindgist.learn.teacher import TeacherGraph
from mindgist.learn.teaching import load_teacher
from mindgist.learn.validation import DetectorGraph


def learned_graph(folder: Path) -> Relate:
    """Load the model in a folder: a network of `mindgist train emgn`, or a teacher of `mindgist teach`."""
    if checkpoint_config(folder)["kind"] == EMGN_KIND:
        return DetectorGraph(*load_detector(folder))
    return TeacherGraph(load_teacher(folder))
