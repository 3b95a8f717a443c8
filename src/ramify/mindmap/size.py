"""How many nodes a map gets when nobody says."""

# The annotators of the benchmark keep 44 % of an article's sentences. Beyond some sixty nodes a map is no longer
# taken in at a glance, however long the document.
_KEPT = 0.44
_MOST = 60


def suggested_size(sentences: int) -> int:
    """44 % of the document's sentences, at least one and at most sixty."""
    return max(1, min(_MOST, round(_KEPT * sentences)))
