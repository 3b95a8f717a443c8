"""How many nodes a map gets when nobody says."""

from mindgist.tree.nested import GLANCE

_LEAST = 3  # a centre and two branches, where there is so much
_SHARE = 0.49  # a map too small loses what one too large wins: docs/decisions/map-size.md


def suggested_size(nodes: int) -> int:
    """49 % of what could be a node (the different sentences, and the headings if there are any), at most sixty."""
    return max(min(_LEAST, nodes), min(GLANCE, round(_SHARE * nodes)))
