"""The suggested size of a map."""

from mindgist.tree.shape import MAX_NODES

MIN_NODES = 3  # a centre and two branches, if there are so many
SHARE = 0.49  # of the nodes; docs/decisions/map-size.md


def suggested_size(nodes: int) -> int:
    """49 % of the possible nodes (different sentences, headings and the title), at most sixty."""
    return max(min(MIN_NODES, nodes), min(MAX_NODES, round(SHARE * nodes)))
