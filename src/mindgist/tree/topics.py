"""Topics of a text without headings, and the order that covers them.

A topic is a contiguous block of sentences that belong together. The partition into topics is found exactly
(``best_partition``): similar sentences should be in one block, blocks should begin with paragraphs and be of like
length. A sentence is worth less the more salient sentences its topic has, so that the first sentences in the order
cover the whole text.
"""

import numpy as np
from numpy.typing import NDArray

from mindgist.graph import RelationGraph
from mindgist.tree.projective import MIN_VALUE, Values, best_partition, impossible

# Chosen on dev and maps-dev by cross-validation (docs/experiments.md).
TOPICS = 2.0  # of a text of USUAL_LENGTH sentences
TOPICS_EXPONENT = 1.3  # the number of topics grows with this power of the length
MAX_TOPICS = 9
USUAL_LENGTH = 30  # sentences
SIMILARITY_SHARE = 0.7  # of the similarity of words in the cohesion; the rest is the graph's scores, both ways
PARAGRAPH_BONUS = 0.6  # for a block that begins with a paragraph
LENGTH_PENALTY = 0.6  # times log(length / mean length) squared
REPEATED_TOPIC_PENALTY = 2.5  # log-odds: times log(1 + 4 * sentences of the topic taken / mean length of a topic)


def cohesion_of(graph: RelationGraph) -> Values:
    """How far the sentences from i to j belong together; shape (N, N), without meaning where j < i.

    It is the mean over the sentences of a stretch of their similarities to the others in it, each less the mean
    similarity in the document.
    """
    count = len(graph)
    similarity = SIMILARITY_SHARE * graph.similarity if graph.similarity is not None else np.zeros((count, count))
    pairs = similarity + (1 - SIMILARITY_SHARE) * (graph.scores + graph.scores.T)
    np.fill_diagonal(pairs, 0)
    pairs -= pairs.sum() / max(1, count * (count - 1))
    np.fill_diagonal(pairs, 0)
    sums = np.zeros((count + 1, count + 1))
    pairs.cumsum(axis=0).cumsum(axis=1, out=sums[1:, 1:])
    corner = sums.diagonal()
    within = corner[None, 1:] + corner[:-1, None] - sums[:-1, 1:] - sums[1:, :-1].T
    return np.asarray(within / _lengths(count))


def coverage_order(graph: RelationGraph, centre: int, cohesion: Values) -> list[int]:
    """All sentences in the order in which a map should take them: the centre first, then for coverage."""
    count = len(graph)
    salience = graph.salience if graph.importance is not None else graph.root_salience
    odds = salience.clip(1e-9, 1 - 1e-9)
    logits = np.log(odds / (1 - odds))
    topics = _topics(graph, cohesion, 1 if centre == 0 else 0) if graph.covers_topics else np.arange(count)
    by_topic = np.lexsort((-logits, topics, np.arange(count) == centre))[:-1]  # the centre is the last
    own = topics[by_topic]
    ranks = np.arange(count - 1) - np.searchsorted(own, own)
    mean_length = count / (topics.max() + 1)
    values = logits[by_topic] - REPEATED_TOPIC_PENALTY * np.log1p(4 * ranks / mean_length)
    in_order = by_topic[np.lexsort((by_topic, -values))]
    return [centre, *in_order.tolist()]


def _topics(graph: RelationGraph, cohesion: Values, start: int) -> NDArray[np.intp]:
    """The number of the topic of each sentence; topics begin at ``start``, and earlier sentences are in the first."""
    count = len(graph)
    number = min(MAX_TOPICS, count - start, max(1, round(TOPICS * (count / USUAL_LENGTH) ** TOPICS_EXPONENT)))
    topics = np.zeros(count, np.intp)
    if number > 1:
        lengths = _lengths(count - start)
        values = cohesion[start:, start:] - LENGTH_PENALTY * np.log(lengths * (number / (count - start))) ** 2
        values += PARAGRAPH_BONUS * graph.starts[start:, None] + impossible(count - start)
        only = np.full(number, -MIN_VALUE)
        only[-1] = 0  # exactly so many topics
        for topic, (first, last) in enumerate(best_partition(values, only)):
            topics[start + first : start + last + 1] = topic
    return topics


def _lengths(count: int) -> Values:
    """The number of sentences from i to j; 1 where j < i."""
    places = np.arange(count, dtype=np.float64)
    return np.asarray(np.maximum(places[None, :] - places[:, None] + 1, 1))
