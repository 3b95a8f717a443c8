"""LexRank (Erkan and Radev 2004): sentences that many sentences resemble are central.

The similarity of two sentences is the cosine of their TF-IDF vectors. The centrality of a sentence is its share of the
stationary distribution of a random walk that steps in proportion to those cosines (continuous LexRank). The score of an
edge is the mean of the cosine and of the governor's centrality, scaled to 1 for the most central sentence.
"""

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.graph.relation_graph import RelationGraph

JUMP_PROBABILITY = 0.15  # that the walk jumps to any sentence, as in the paper
MAX_STEPS = 200
TOLERANCE = 1e-6

# Words are multiplied in blocks: for a long document large ones that still bound memory; for an article so small ones
# that BLAS uses one thread, because starting others takes longer than the product.
LONG_DOCUMENT = 128  # sentences
BLOCK_WORDS = 1024
MAX_MULTIPLICATIONS_IN_ONE_THREAD = 4 * 65_536


def lexrank_graph(document: Document) -> RelationGraph:
    """scores[i, j] = (centrality of i + cosine of i and j) / 2."""
    cosines = tfidf_cosines([words(sentence.plain) for sentence in document.sentences])
    centrality = _centrality(cosines)
    scores = cosines  # in place: for a long document this is the largest array there is
    scores += (centrality / centrality.max()).astype(np.float32)[:, None]
    scores /= 2
    return RelationGraph(scores.clip(0, 1))


def tfidf_cosines(sentences: list[list[str]]) -> NDArray[np.float32]:
    """The cosines of the TF-IDF vectors of all pairs of sentences, shape (N, N), with 1 on the diagonal."""
    count = len(sentences)
    rows, columns, weights, shared_words = _tfidf(sentences)
    cosines = np.zeros((count, count), dtype=np.float32)
    step = BLOCK_WORDS if count > LONG_DOCUMENT else MAX_MULTIPLICATIONS_IN_ONE_THREAD // count**2
    for first in range(0, shared_words, step):
        start, end = np.searchsorted(columns, [first, first + step])
        vectors = np.zeros((count, min(step, shared_words - first)), dtype=np.float32)
        vectors[rows[start:end], columns[start:end] - first] = weights[start:end]
        cosines += vectors @ vectors.T
    np.fill_diagonal(cosines, 1)
    return cosines.clip(0, 1, out=cosines)


def _tfidf(
    sentences: list[list[str]],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64], int]:
    """The entries (sentence, word, weight) of the TF-IDF matrix, sorted by word, and its number of columns.

    Rows have length 1. Words of a single sentence add to the length of its row but have no column of their own.
    """
    numbers: dict[str, int] = {}
    words_in_order = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(sentences)]
    sentence_of = np.repeat(np.arange(len(sentences)), [len(sentence) for sentence in sentences])
    entries, counts = np.unique(np.array(words_in_order, np.intp) * len(sentences) + sentence_of, return_counts=True)
    columns, rows = np.divmod(entries, len(sentences))
    frequency = np.bincount(columns, minlength=len(numbers))
    weights = counts * np.log(len(sentences) / frequency)[columns]
    lengths = np.sqrt(np.bincount(rows, weights**2, minlength=len(sentences)))
    weights /= np.maximum(lengths, 1e-12)[rows]
    shared = frequency > 1
    number = np.cumsum(shared) - 1
    kept = shared[columns]
    return rows[kept], number[columns[kept]], weights[kept], int(shared.sum())


def _centrality(cosines: NDArray[np.float32]) -> NDArray[np.float64]:
    """The stationary distribution of the walk, shape (N,). The cosines are symmetric: a row is also a column."""
    count = len(cosines)
    degree = cosines.sum(axis=1, dtype=np.float64)
    share = np.full(count, 1 / count)
    for _ in range(MAX_STEPS):
        stepped: NDArray[np.float64] = JUMP_PROBABILITY / count + (1 - JUMP_PROBABILITY) * (
            cosines @ (share / degree).astype(np.float32)
        )
        if np.abs(stepped - share).max() < TOLERANCE:
            return stepped
        share = stepped
    return share
