"""Graphs that are kept when they are made, with the processor seconds they took: some systems need a minute for one."""

import json
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import numpy as np

from ramify.document import Document
from ramify.files import fingerprint, make_folder, replacing, write_json
from ramify.graph import RelationGraph
from ramify.learn.teacher import Teacher


class SavedGraphs:
    """A teacher's graphs, made or taken from a folder. The teacher may be None where all of them are there."""

    def __init__(self, teacher: Teacher | None, folder: Path) -> None:
        self._teacher = teacher
        self._folder = make_folder(folder)

    def path(self, document: Document) -> Path:
        """Where the document's graph is kept."""
        return self._folder / f"{fingerprint(document.text)[:24]}.npy"

    def __call__(self, document: Document) -> RelationGraph:
        """The document's graph, made or taken from the folder."""
        path = self.path(document)
        if not path.is_file():
            if self._teacher is None:
                raise FileNotFoundError(f"{path.name} has not been made, and there is no teacher to make it")
            start = process_time()
            (scores,) = self._teacher.graphs([[sentence.plain for sentence in document.sentences]])
            seconds = process_time() - start
            with replacing(path) as waiting, waiting.open("wb") as file:
                np.save(file, scores)
            write_json(_beside(path), {"seconds": seconds})
        return RelationGraph(np.load(path, allow_pickle=False))

    def seconds(self, documents: Sequence[Document]) -> float | None:
        """The processor seconds that these documents' graphs took; None where one of them is not known."""
        notes = [_beside(self.path(document)) for document in documents]
        if not all(note.is_file() for note in notes):
            return None
        return sum(float(json.loads(note.read_text(encoding="utf-8"))["seconds"]) for note in notes)


def _beside(path: Path) -> Path:
    return path.with_suffix(".json")
