"""Trained networks and training runs on disk: safetensors and JSON, never pickles."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from ramify.errors import ModelError
from ramify.graph.vocabulary import Vocabulary
from ramify.learn.detector import DetectorConfig, GraphDetector

_WEIGHTS = "model.safetensors"
_CONFIG = "model.json"
_WORDS = "vocabulary.txt"
_PROGRESS = "progress.json"


@dataclass(frozen=True)
class Progress:
    """How far a run has come: epochs done, what was measured in each, and whether it has ended."""

    settings: dict[str, Any]
    history: tuple[dict[str, float], ...]
    ended: bool

    @property
    def best(self) -> int:
        """The epoch of the best validation score, counted from 0; of equals, the first."""
        return max(range(len(self.history)), key=lambda epoch: (self.history[epoch]["validation"], -epoch))


def save_model(folder: Path, detector: GraphDetector, vocabulary: Vocabulary) -> None:
    """Write a network with its vocabulary, each file whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / _WORDS, "\n".join(vocabulary.words) + "\n")
    _write(folder / _CONFIG, json.dumps(asdict(detector.config), indent=1) + "\n")
    save_tensors(folder / _WEIGHTS, dict(detector.state_dict()))


def load_model(folder: str | Path) -> tuple[GraphDetector, Vocabulary]:
    """The network of a folder, with its vocabulary."""
    folder = Path(folder)
    if not (folder / _WEIGHTS).is_file():
        raise ModelError(f"there is no trained model in {folder} ({_WEIGHTS} is missing); make one with `ramify train`")
    try:
        config = DetectorConfig(**json.loads((folder / _CONFIG).read_text(encoding="utf-8")))
        vocabulary = Vocabulary((folder / _WORDS).read_text(encoding="utf-8").splitlines())
        detector = GraphDetector(config, np.zeros((len(vocabulary), config.vector), dtype=np.float32))
        detector.load_state_dict(load_tensors(folder / _WEIGHTS))
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise ModelError(f"the model in {folder} is damaged: {error}") from error
    return detector, vocabulary


def save_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write tensors, whole or not at all."""
    waiting = path.with_name(path.name + ".part")
    save_file({name: tensor.contiguous() for name, tensor in tensors.items()}, waiting)
    os.replace(waiting, path)


def load_tensors(path: Path) -> dict[str, Tensor]:
    """The tensors of a file, by name."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ModelError(f"cannot read the tensors in {path}: {error}") from error


def save_progress(folder: Path, progress: Progress, state: Mapping[str, Tensor]) -> None:
    """Write how far a run has come. The tensors go first, under a name of their own: a kill in between loses nothing."""
    epoch = len(progress.history)
    save_tensors(_state_path(folder, epoch), state)
    _write(folder / _PROGRESS, json.dumps(asdict(progress), indent=1) + "\n")
    _state_path(folder, epoch - 1).unlink(missing_ok=True)


def load_progress(folder: Path) -> tuple[Progress, dict[str, Tensor]] | None:
    """How far the run in a folder has come; None where none has begun."""
    try:
        row = json.loads((folder / _PROGRESS).read_text(encoding="utf-8"))
        progress = Progress(row["settings"], tuple(row["history"]), row["ended"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{folder / _PROGRESS} is damaged ({error!r}); remove the folder and train again") from error
    return progress, load_tensors(_state_path(folder, len(progress.history)))


def _state_path(folder: Path, epoch: int) -> Path:
    return folder / f"state-{epoch:04d}.safetensors"


def _write(path: Path, text: str) -> None:
    waiting = path.with_name(path.name + ".part")
    waiting.write_text(text, encoding="utf-8")
    os.replace(waiting, path)
