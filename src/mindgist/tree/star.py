"""The star: every sentence under the strongest one. Over the lead graph it is the lead-star baseline."""

import numpy as np

from mindgist.graph import RelationGraph
from mindgist.tree.tree import Tree


def star_tree(graph: RelationGraph) -> Tree:
    """The sentences in the order of their salience, all of them under the first."""
    salience = graph.salience
    order = np.argsort(-salience, kind="stable")
    root = order[0]
    scores = [float(graph.root_salience[root]), *graph.scores[root, order[1:]].tolist()]
    return Tree(tuple(order.tolist()), (None,) + (0,) * (len(graph) - 1), tuple(scores))
