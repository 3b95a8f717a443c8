"""LexRank as the paper describes it: the TF-IDF cosine alone, without the random walk."""

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.graph import RelationGraph
from mindgist.graph.lexrank import tfidf_cosines


def cosine_graph(document: Document) -> RelationGraph:
    """Return the graph with scores[i, j] = cosine of i and j."""
    return RelationGraph(tfidf_cosines([words(sentence.plain) for sentence in document.sentences]))
