"""The names of what can be chosen, known without loading anything. A test holds them to the tables in their rooms."""

DEFAULT_GRAPH = "people"
DEFAULT_TREE = "usual"
GRAPH_NAMES = ("people", "emgn", "lexrank", "lead", "random")
TREE_NAMES = (DEFAULT_TREE, "nested", "recursive", "star")
LABEL_NAMES = ("sentences", "snippets")


def usual_tree(graph: str) -> str:
    """The tree that a graph is meant for: the default's is 'nested', the paper's systems have the paper's."""
    return "nested" if graph == DEFAULT_GRAPH else "recursive"
