"""Who governs whom: relation graphs and their sources."""

from collections.abc import Callable

from ramify.errors import UnknownNameError
from ramify.graph.emgn import EmgnGraph
from ramify.graph.lead import lead_graph
from ramify.graph.lexrank import lexrank_graph
from ramify.graph.people import PeopleGraph
from ramify.graph.random import RandomGraph
from ramify.graph.relation_graph import Relate, RelationGraph

GRAPHS: dict[str, Callable[[int], Relate]] = {
    "people": lambda seed: PeopleGraph.shipped(),
    "emgn": lambda seed: EmgnGraph.shipped(),
    "lexrank": lambda seed: lexrank_graph,
    "lead": lambda seed: lead_graph,
    "random": RandomGraph,
}


def graph_named(name: str, seed: int = 0) -> Relate:
    """The source of relation graphs of this name; the seed matters to those that draw at random."""
    if name not in GRAPHS:
        raise UnknownNameError("graph", name, GRAPHS)
    return GRAPHS[name](seed)


__all__ = [
    "GRAPHS",
    "EmgnGraph",
    "PeopleGraph",
    "RandomGraph",
    "Relate",
    "RelationGraph",
    "graph_named",
    "lead_graph",
    "lexrank_graph",
]
