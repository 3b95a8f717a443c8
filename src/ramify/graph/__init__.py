"""Who governs whom: relation graphs and their sources. ``ramify.systems`` has the table of them."""

from ramify.graph.emgn import EmgnGraph
from ramify.graph.lead import lead_graph
from ramify.graph.lexrank import lexrank_graph
from ramify.graph.people import PeopleGraph
from ramify.graph.random import RandomGraph
from ramify.graph.relation_graph import Relate, RelationGraph

__all__ = ["EmgnGraph", "PeopleGraph", "RandomGraph", "Relate", "RelationGraph", "lead_graph", "lexrank_graph"]
