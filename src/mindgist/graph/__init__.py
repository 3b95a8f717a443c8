"""Who governs whom: relation graphs and their sources. ``mindgist.systems`` has the table of them."""

from mindgist.graph.emgn import EmgnGraph
from mindgist.graph.lead import lead_graph
from mindgist.graph.lexrank import lexrank_graph
from mindgist.graph.random import RandomGraph
from mindgist.graph.relation_graph import Relate, RelationGraph
from mindgist.graph.supervised import SupervisedGraph

__all__ = ["EmgnGraph", "RandomGraph", "Relate", "RelationGraph", "SupervisedGraph", "lead_graph", "lexrank_graph"]
