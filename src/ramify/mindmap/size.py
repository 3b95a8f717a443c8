"""How many nodes a map gets when nobody says."""

from ramify.tree.nested import GLANCE, KEPT

_LEAST = 3  # a centre and two branches, where there is so much


def suggested_size(nodes: int) -> int:
    """47 % of what could be a node (the different sentences, and the headings if there are any), at most sixty."""
    return max(min(_LEAST, nodes), min(GLANCE, round(KEPT * nodes)))
