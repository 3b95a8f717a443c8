"""LexRank (Erkan and Radev 2004): sentences that many sentences resemble are central.

Two sentences are as alike as their TF-IDF vectors' cosine. A sentence's centrality is its share in the long run of
a walk that steps from sentence to sentence in proportion to those cosines (continuous LexRank). A sentence governs
another as far as it is central and resembles it: the mean of its centrality, scaled so that the most central
sentence has 1, and their cosine.
"""

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.graph.relation_graph import RelationGraph

_JUMP = 0.15  # the chance that the walk jumps to any sentence, as in the paper
_STEPS = 200
_SETTLED = 1e-6

# Words are taken some at a time: of a long document so many that its vectors never stand in memory all at once; of
# an article so few that BLAS does the product in one thread (below 4 * 65,536 multiplications), since waking the
# others costs more than the product itself.
_LONG = 128
_COLUMNS = 1024
_ONE_THREAD = 4 * 65_536


def lexrank_graph(document: Document) -> RelationGraph:
    """scores[i, j] = (centrality of i + cosine of i and j) / 2."""
    cosines = tfidf_cosines([words(sentence.plain) for sentence in document.sentences])
    centrality = _centrality(cosines)
    scores = cosines  # in place: for a long document this is the largest array there is
    scores += (centrality / centrality.max()).astype(np.float32)[:, None]
    scores /= 2
    return RelationGraph(scores.clip(0, 1))


def cosine_graph(document: Document) -> RelationGraph:
    """scores[i, j] = cosine of i and j: LexRank as the paper says it, without the walk."""
    return RelationGraph(tfidf_cosines([words(sentence.plain) for sentence in document.sentences]))


def tfidf_cosines(sentences: list[list[str]]) -> NDArray[np.float32]:
    """The cosine of every two sentences' TF-IDF vectors, shape (N, N); a sentence of no words resembles only itself."""
    count = len(sentences)
    rows, columns, weights, shared_words = _tfidf(sentences)
    cosines = np.zeros((count, count), dtype=np.float32)
    step = _COLUMNS if count > _LONG else _ONE_THREAD // count**2
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
    """The entries (sentence, word, weight) of the TF-IDF matrix, its rows of length 1, by word.

    Words of a single sentence count for the rows' lengths and are then left out, as they make no two sentences
    alike; the others are numbered anew, and their number comes last.
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
    for _ in range(_STEPS):
        stepped: NDArray[np.float64] = _JUMP / count + (1 - _JUMP) * (cosines @ (share / degree).astype(np.float32))
        if np.abs(stepped - share).max() < _SETTLED:
            return stepped
        share = stepped
    return share
