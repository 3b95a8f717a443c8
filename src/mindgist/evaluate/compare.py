"""Comparison of two maps: their similarity by the benchmark's metric, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mindgist.document.language import language_of
from mindgist.errors import OptionError
from mindgist.evaluate.benchmark import Edge, edges_of
from mindgist.evaluate.scoring import MIN_ALIGNED_SIM, EdgeMatcher, SimilarityTo
from mindgist.labels.kinds import LABEL_KINDS
from mindgist.mindmap import MindMap

MAX_NODES = 3_000  # of each map: nine million pairs of nodes are compared


@dataclass(frozen=True, slots=True)
class Move:
    """A node that both maps have, under different parents (None: it is a root)."""

    text: str
    left_parent: str | None
    right_parent: str | None


@dataclass(frozen=True, slots=True)
class Similarity:
    """How far the edges of the left map are found in the right one, and the other way round."""

    of_left: float
    of_right: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The similarity of two maps, each score in percent, and where they differ.

    For a score "of left", the left map is taken as the annotation. Edges are matched in the order of the annotation, so
    the scores of left and right may differ.
    """

    sentence_edges: Similarity
    snippet_edges: Similarity
    node_overlap: float
    shared: int
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    moved: tuple[Move, ...]


def compare(left: MindMap, right: MindMap) -> Comparison:
    """Compare two maps: edges by the benchmark's metric, nodes by their texts.

    Nodes are the same if their texts are equal, or as similar as an annotated node and its sentence in the benchmark.
    Words of any script are compared if one of the maps is in another language than English. A centre that repeats the
    title of the other map is left out.
    """
    left, right = _without_title(left, right.title), _without_title(right, left.title)
    for mindmap in (left, right):
        if not 1 <= len(mindmap) <= MAX_NODES:
            raise OptionError(f"maps of 1 to {MAX_NODES:,} nodes can be compared, and this one has {len(mindmap):,}")
    left, right = (one.with_labels(LABEL_KINDS[one.labels], LABEL_KINDS["snippets"]) for one in (left, right))
    # A language that a file does not state is recognised.
    languages = {one.language or language_of("\n".join(node.text for node in one.nodes)) for one in (left, right)}
    any_script = not languages <= {"en", None}
    same = _matched([node.text for node in left.nodes], [node.text for node in right.nodes], any_script)
    found = set(same.values())
    left_labels, right_labels = ([one.label(node) for node in one.nodes] for one in (left, right))
    moved = []
    for here, there in sorted(same.items()):
        above, beyond = left.nodes[here].parent, right.nodes[there].parent
        expected = None if above is None else same.get(above, -1)  # -1: the parent is not in the right map
        if expected != beyond:
            left_parent = None if above is None else left_labels[above]
            moved.append(Move(left_labels[here], left_parent, None if beyond is None else right_labels[beyond]))
    return Comparison(
        sentence_edges=_similarity(edges_of(left.nodes), edges_of(right.nodes), any_script),
        snippet_edges=_similarity(edges_of(left.nodes, "snippet"), edges_of(right.nodes, "snippet"), any_script),
        node_overlap=200 * len(same) / (len(left.nodes) + len(right.nodes)),
        shared=len(same),
        only_left=tuple(label for index, label in enumerate(left_labels) if index not in same),
        only_right=tuple(label for index, label in enumerate(right_labels) if index not in found),
        moved=tuple(moved),
    )


def _without_title(mindmap: MindMap, title: str | None) -> MindMap:
    """The map without its only root, if that is no sentence and repeats the title of the other map."""
    roots = [node for node in mindmap.nodes if node.parent is None]
    if len(roots) > 1 or len(mindmap.nodes) < 2 or roots[0].sentence is not None or roots[0].text != title:
        return mindmap
    nodes = [replace(node, parent=None if not node.parent else node.parent - 1) for node in mindmap.nodes[1:]]
    return replace(mindmap, title=title, nodes=tuple(nodes), links=())


def _similarity(left: Sequence[Edge], right: Sequence[Edge], any_script: bool) -> Similarity:
    scores = (
        100 * float(EdgeMatcher(annotated, equal_is_one=True, any_script=any_script).score(predicted).mean())
        for annotated, predicted in ((left, right), (right, left))
    )
    return Similarity(*scores)


def _matched(left: Sequence[str], right: Sequence[str], any_script: bool) -> dict[int, int]:
    """The node of the right map for each node of the left: equal texts first, then the most similar ones."""
    unmatched: dict[str, list[int]] = {}
    for index in range(len(right) - 1, -1, -1):
        unmatched.setdefault(right[index], []).append(index)
    same = {index: unmatched[text].pop() for index, text in enumerate(left) if unmatched.get(text)}
    taken = set(same.values())
    here = [index for index in range(len(left)) if index not in same]
    there = [index for index in range(len(right)) if index not in taken]
    if not here or not there:
        return same
    similarity = SimilarityTo([left[index] for index in here], any_script)
    similarities = similarity.rouge([right[index] for index in there]).mean(axis=2)
    for place in np.argsort(-similarities, axis=None, kind="stable"):
        row, column = divmod(int(place), len(there))
        if similarities[row, column] < MIN_ALIGNED_SIM:
            break
        if here[row] not in same and there[column] not in taken:
            same[here[row]] = there[column]
            taken.add(there[column])
    return same
