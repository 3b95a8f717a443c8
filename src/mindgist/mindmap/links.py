"""Cross-links: relations between nodes of different branches, which a tree cannot show.

The shown sentences are related once more, all together, so that links also join sections. Each sentence is linked to
the most likely parent that is neither its ancestor nor its descendant nor its sibling, if that is likely enough.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document, Paragraph
from mindgist.graph import Relate
from mindgist.mindmap.mindmap import NODES_PER_LINK, Link, MindMap

MAX_LINKED_NODES = 120  # the strongest; twice the largest suggested size
MIN_PROBABILITY = 0.08  # twice that of any two nodes of different branches
MIN_LIFT = 2.0  # times the share that each parent would have if all were equal: matters in short texts

# Calibration: logit = SLOPE * logit(share) + INTERCEPT, where the share is that of the parent's score in the scores of
# all parents. Fitted to the 2,542 pairs of nodes in different branches of 37 annotated maps (dev, maps-dev).
SLOPE = 0.30
INTERCEPT = -1.77


def with_links(mindmap: MindMap, document: Document, relate: Relate) -> MindMap:
    """The map with its cross-links, strongest first."""
    nodes = mindmap.nodes[:MAX_LINKED_NODES]
    places = [place for place, node in enumerate(nodes) if node.sentence is not None]
    places.sort(key=lambda place: nodes[place].start)
    if len(places) < 2:
        return mindmap
    sentences = [nodes[place].sentence or 0 for place in places]
    part = document.part([Paragraph((document.sentences[sentence],)) for sentence in sentences])
    scores = np.array(relate(part).scores, np.float64)
    np.fill_diagonal(scores, 0)
    share = (scores / np.maximum(scores.sum(axis=0), 1e-12)).clip(1e-6, 1 - 1e-6)
    odds = (share / (1 - share)) ** SLOPE * np.exp(INTERCEPT)
    is_strong = share * (len(places) - 1) >= MIN_LIFT
    probabilities = np.where(is_strong & _in_other_branches(mindmap, places), odds / (1 + odds), 0)
    links: dict[frozenset[int], Link] = {}
    for target in np.argsort(-probabilities.max(axis=0), kind="stable").tolist():
        source = int(probabilities[:, target].argmax())
        score = float(probabilities[source, target])
        if score >= MIN_PROBABILITY:
            links.setdefault(frozenset((source, target)), Link(places[source], places[target], score))
    return replace(mindmap, links=tuple(links.values())[: len(nodes) // NODES_PER_LINK])


def _in_other_branches(mindmap: MindMap, places: list[int]) -> NDArray[np.bool_]:
    """For each pair of nodes whether none is above the other and they have different parents; shape (N, N)."""
    parents = np.array([-1 if node.parent is None else node.parent for node in mindmap.nodes[:MAX_LINKED_NODES]])
    above = np.eye(len(parents), dtype=bool)
    for place, parent in enumerate(parents):
        above[place] |= (parent >= 0) & above[parent]
    return np.asarray(~(above | above.T | (parents == parents[:, None]))[np.ix_(places, places)])
