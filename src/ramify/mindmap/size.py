"""How many nodes a map gets when nobody says."""

from ramify.tree.nested import GLANCE, KEPT


def suggested_size(nodes: int) -> int:
    """44 % of what could be a node (the sentences, and the headings where there are any), at most sixty."""
    return max(1, min(GLANCE, round(KEPT * nodes)))
