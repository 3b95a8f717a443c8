"""Graph sources to compare with, which nothing was trained for: LexRank, lead and random.

In LexRank (Erkan and Radev 2004), sentences that many sentences resemble are central. The similarity of two sentences
is the cosine of their TF-IDF vectors. The centrality of a sentence is its share of the stationary distribution of a
random walk that steps in proportion to those cosines (continuous LexRank). The score of an edge is the mean of the
cosine and of the governor's centrality, scaled to 1 for the most central sentence.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.graph.relation_graph import RelationGraph

JUMP_PROBABILITY = 0.15  # that the walk jumps to any sentence, as in the paper


def lexrank_graph(document: Document) -> RelationGraph:
    """scores[i, j] = (centrality of i + cosine of i and j) / 2."""
    cosines = tfidf_cosines([words(sentence.plain) for sentence in document.sentences])
    count = len(cosines)
    walk = cosines / cosines.sum(axis=0, dtype=np.float64)  # from the sentence of a column to that of a row
    # The stationary distribution: centrality = jump / N + (1 - jump) * walk @ centrality.
    system = np.eye(count) - (1 - JUMP_PROBABILITY) * walk
    centrality = np.linalg.solve(system, np.full(count, JUMP_PROBABILITY / count))
    scores = cosines  # in place: for a long document this is the largest array there is
    scores += (centrality / centrality.max()).astype(np.float32)[:, None]
    scores /= 2
    return RelationGraph(scores.clip(0, 1))


def tfidf_cosines(sentences: list[list[str]]) -> NDArray[np.float32]:
    """The cosines of the TF-IDF vectors of all pairs of sentences, shape (N, N), with 1 on the diagonal."""
    numbers: dict[str, int] = {}
    columns = [[numbers.setdefault(word, len(numbers)) for word in sentence] for sentence in sentences]
    counts = np.array([np.bincount(own, minlength=len(numbers)) for own in columns])
    frequency = np.count_nonzero(counts, axis=0)
    weights = counts * np.log(len(sentences) / frequency)
    weights /= np.maximum(np.linalg.norm(weights, axis=1, keepdims=True), 1e-12)
    shared = weights[:, frequency > 1].astype(np.float32)  # words of a single sentence add to no product
    cosines: NDArray[np.float32] = shared @ shared.T
    np.fill_diagonal(cosines, 1)
    return cosines.clip(0, 1, out=cosines)


def lead_graph(document: Document) -> RelationGraph:
    """scores[i, j] = 1 - i / N: the earlier a sentence, the further it governs every other.

    News puts first what matters most, so this is hard to beat on news.
    """
    count = len(document)
    position = 1 - np.arange(count, dtype=np.float32) / count
    return RelationGraph(np.repeat(position[:, None], count, axis=1))


@dataclass(frozen=True, slots=True)
class RandomGraph:
    """Uniform scores in [0, 1), drawn from the seed and the text, so that documents of one length differ."""

    seed: int = 0

    def __call__(self, document: Document) -> RelationGraph:
        text = "\n".join(sentence.plain for sentence in document.sentences)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        generator = np.random.default_rng((self.seed, int.from_bytes(digest[:8])))
        return RelationGraph(generator.random((len(document), len(document)), dtype=np.float32))
