"""The lead graph: position alone. News puts first what matters most, so this is hard to beat on news."""

import numpy as np

from mindgist.document import Document
from mindgist.graph.relation_graph import RelationGraph


def lead_graph(document: Document) -> RelationGraph:
    """scores[i, j] = 1 - i / N: the earlier a sentence, the further it governs every other."""
    count = len(document)
    position = 1 - np.arange(count, dtype=np.float32) / count
    return RelationGraph(np.repeat(position[:, None], count, axis=1))
