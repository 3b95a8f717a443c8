"""How many nodes a map gets when nobody says."""

# The annotators of the benchmark keep 44 % of an article's sentences. Beyond some sixty nodes a map is no longer
# taken in at a glance, however long the document.
_KEPT = 0.44
_MOST = 60
_LEAST = 3  # a centre and two branches, where there is so much


def suggested_size(nodes: int) -> int:
    """44 % of what could be a node (the sentences, and the headings where there are any), at most sixty."""
    return max(min(_LEAST, nodes), min(_MOST, round(_KEPT * nodes)))
