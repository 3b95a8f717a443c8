"""Who governs whom: relation graphs and their sources. ``mindgist.systems`` has the table of them."""

from mindgist.graph.baselines import RandomGraph, lead_graph, lexrank_graph
from mindgist.graph.emgn import EmgnGraph, emgn_graph
from mindgist.graph.relation_graph import Relate, RelationGraph
from mindgist.graph.supervised import SupervisedGraph, supervised_graph

__all__ = [
    "EmgnGraph",
    "RandomGraph",
    "Relate",
    "RelationGraph",
    "SupervisedGraph",
    "emgn_graph",
    "lead_graph",
    "lexrank_graph",
    "supervised_graph",
]
