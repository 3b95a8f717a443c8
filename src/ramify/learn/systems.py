"""Trained models of every kind as sources of relation graphs, by what their folder says they are."""

from collections.abc import Callable
from pathlib import Path

from ramify.errors import ModelError
from ramify.graph import Relate
from ramify.learn.checkpoint import checkpoint_config


def learned_graph(folder: Path) -> Relate:
    """The model in a folder: a network of `ramify train`, a teacher or an MRDMF of `ramify teach`."""
    kind = str(checkpoint_config(folder)["kind"])
    if kind not in _LOADERS:
        raise ModelError(f"the model in {folder} is a '{kind}'; known are: {', '.join(_LOADERS)}")
    return _LOADERS[kind](folder)


def _emgn(folder: Path) -> Relate:
    from ramify.learn.training_state import load_model
    from ramify.learn.validation import DetectorGraph

    return DetectorGraph(*load_model(folder))


def _cross_encoder(folder: Path) -> Relate:
    from ramify.learn.cross_encoder import CrossEncoder
    from ramify.learn.teacher import TeacherGraph

    return TeacherGraph(CrossEncoder.load(folder))


def _fast_teacher(folder: Path) -> Relate:
    from ramify.learn.fast_teacher import load_fast_teacher
    from ramify.learn.teacher import TeacherGraph

    return TeacherGraph(load_fast_teacher(folder))


_LOADERS: dict[str, Callable[[Path], Relate]] = {
    "emgn": _emgn,
    "cross-encoder": _cross_encoder,
    "fast-teacher": _fast_teacher,
}
