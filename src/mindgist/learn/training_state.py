"""Trained networks, and how far their training has come, on disk: safetensors and JSON, never pickles."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from mindgist.errors import ModelError
from mindgist.files import atomic_write, make_folder, write_file, write_json
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.checkpoint import load_checkpoint, save_checkpoint
from mindgist.learn.detector import DetectorConfig, GraphDetector

KIND = "emgn"
_WORDS = "vocabulary.txt"
_PROGRESS = "progress.json"


@dataclass(frozen=True)
class Progress:
    """How far a run has come: what was measured in each of its epochs, and whether it has ended."""

    settings: dict[str, Any]
    history: tuple[dict[str, float], ...]
    ended: bool

    @property
    def best(self) -> int:
        """The epoch of the best validation score, counted from 0; of equals, the first."""
        return max(range(len(self.history)), key=lambda epoch: (self.history[epoch]["validation"], -epoch))


def save_model(folder: Path, detector: GraphDetector, vocabulary: Vocabulary) -> None:
    """Write a network with its vocabulary, each file whole or not at all."""
    write_file(make_folder(folder) / _WORDS, "\n".join(vocabulary.words) + "\n")
    save_checkpoint(folder, KIND, detector.state_dict(), {"detector": asdict(detector.config)})


def load_model(folder: str | Path) -> tuple[GraphDetector, Vocabulary]:
    """The network of a folder, with its vocabulary."""
    folder = Path(folder)
    weights, config = load_checkpoint(folder, KIND)
    try:
        shape = DetectorConfig(**config["detector"])
        vocabulary = Vocabulary((folder / _WORDS).read_text(encoding="utf-8").split())
        detector = GraphDetector(shape, np.zeros((len(vocabulary), shape.vector), dtype=np.float32))
        detector.load_state_dict(weights)
    except (OSError, UnicodeError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"the model in {folder} is damaged: {error}") from error
    return detector, vocabulary


def save_progress(folder: Path, progress: Progress, state: Mapping[str, Tensor]) -> None:
    """Write how far a run has come. The tensors go first, under a name of their own: a kill between loses nothing."""
    epoch = len(progress.history)
    path = _state_path(folder, epoch)
    with atomic_write(path) as waiting:
        save_file({name: tensor.contiguous() for name, tensor in state.items()}, waiting)
    write_json(folder / _PROGRESS, asdict(progress))
    _state_path(folder, epoch - 1).unlink(missing_ok=True)


def read_progress(folder: Path) -> Progress | None:
    """How far the run in a folder has come; None where none has begun."""
    try:
        row = json.loads((folder / _PROGRESS).read_text(encoding="utf-8"))
        return Progress(row["settings"], tuple(row["history"]), row["ended"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{folder / _PROGRESS} is damaged ({error!r}); remove the folder and train again") from error


def load_state(folder: Path, progress: Progress) -> dict[str, Tensor]:
    """The tensors that the run has come to."""
    path = _state_path(folder, len(progress.history))
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ModelError(f"cannot go on from {path}: {error}; remove the folder and train again") from error


def _state_path(folder: Path, epoch: int) -> Path:
    return folder / f"state-{epoch:04d}.safetensors"
