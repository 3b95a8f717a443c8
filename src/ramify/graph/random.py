"""The random graph: the paper's lower bound."""

from dataclasses import dataclass

import numpy as np

from ramify.document import Document
from ramify.graph.relation_graph import RelationGraph


@dataclass(frozen=True, slots=True)
class RandomGraph:
    """Scores drawn evenly from [0, 1); they depend on the seed and the number of sentences alone."""

    seed: int = 0

    def __call__(self, document: Document) -> RelationGraph:
        generator = np.random.default_rng(self.seed)
        return RelationGraph(generator.random((len(document), len(document)), dtype=np.float32))
