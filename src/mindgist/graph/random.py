"""The random graph: the paper's lower bound."""

import hashlib
from dataclasses import dataclass

import numpy as np

from mindgist.document import Document
from mindgist.graph.relation_graph import RelationGraph


@dataclass(frozen=True, slots=True)
class RandomGraph:
    """Uniform scores in [0, 1), drawn from the seed and the text, so that documents of one length differ."""

    seed: int = 0

    def __call__(self, document: Document) -> RelationGraph:
        text = "\n".join(sentence.plain for sentence in document.sentences)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        generator = np.random.default_rng((self.seed, int.from_bytes(digest[:8])))
        return RelationGraph(generator.random((len(document), len(document)), dtype=np.float32))
