"""Which sentences, under whom."""

from dataclasses import dataclass
from typing import Protocol

from mindgist.errors import MindgistError
from mindgist.graph import RelationGraph


@dataclass(frozen=True, slots=True)
class Tree:
    """Sentence indexes, strongest first and parents before children: any prefix is itself a tree.

    ``parents[k]`` is the position in this list of node k's parent, None for a root. ``scores[k]`` is how far the
    parent governs node k; for a root, how far it governs the whole document.
    """

    sentences: tuple[int, ...]
    parents: tuple[int | None, ...]
    scores: tuple[float, ...]

    def __post_init__(self) -> None:
        if not len(self.sentences) == len(self.parents) == len(self.scores):
            raise MindgistError("a tree needs one parent and one score for each of its sentences")
        if len(set(self.sentences)) != len(self.sentences):
            raise MindgistError("a tree holds no sentence twice")
        if any(parent is not None and not 0 <= parent < place for place, parent in enumerate(self.parents)):
            raise MindgistError("in a tree every parent stands before its children")

    def __len__(self) -> int:
        return len(self.sentences)


class Arrange(Protocol):
    """A tree generator: anything that turns a relation graph into a tree over all its sentences.

    A generator may have a method ``arrange_all`` for several graphs at once. Its tree of a plain text is shown
    unchanged, unless it has the attribute ``adjustable = True``: see ``mindgist.mindmap.sections``.
    """

    def __call__(self, graph: RelationGraph, /) -> Tree: ...
