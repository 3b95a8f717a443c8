"""From the topics that a reader found in a file to a MindMap."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mindgist.errors import MapFileError
from mindgist.export.branch import one_line
from mindgist.labels.kinds import LABEL_KINDS, LABELS, Labels
from mindgist.mindmap import MindMap, Node, with_centre

_MOST_TOPICS = 100_000


@dataclass(frozen=True, slots=True)
class Topic:
    """A label at a depth of the outline, with the details that mindgist's own files carry (see Branch.details)."""

    depth: int
    label: str
    details: Mapping[str, str] = field(default_factory=dict)


def map_of_topics(topics: Iterable[Topic]) -> MindMap:
    """The map of an outline.

    What mindgist wrote comes back as it was: the rank orders the nodes again. The nodes of other tools have no place
    in a source: they stay in the outline's order, as headings; several roots get a centre.
    """
    found = [topic for topic in topics if topic.label.strip()]
    if len(found) > _MOST_TOPICS:
        raise MapFileError(f"the file has more than {_MOST_TOPICS:,} topics, which no map has")
    if not found:
        raise MapFileError("there is no topic in this file, so there is no map")
    parents = _parents(found)
    order = _order(found, parents)
    place = {topic: index for index, topic in enumerate(order)}
    labels = _labels(found)
    nodes = []
    for topic in order:
        parent = parents[topic]
        nodes.append(_node(found[topic], None if parent is None else place[parent], labels))
    title = nodes[0].text if found[order[0]].details.get("kind") == "title" else None
    arranged = found[0].details.get("arranged") == "true"
    return with_centre(MindMap(title, tuple(nodes), labels, arranged=arranged))


def _labels(topics: list[Topic]) -> Labels:
    """What the labels are: the first topic of mindgist's own files says it; what others wrote is shown as written."""
    told = topics[0].details.get("labels")
    for known in LABELS:
        if told == known:
            return known
    return "snippets" if any("text" in topic.details for topic in topics) else "sentences"


def _parents(topics: list[Topic]) -> list[int | None]:
    """Each topic's parent: the nearest one above it that stands further out."""
    parents: list[int | None] = []
    open_: list[int] = []
    for index, topic in enumerate(topics):
        while open_ and topics[open_[-1]].depth >= topic.depth:
            open_.pop()
        parents.append(open_[-1] if open_ else None)
        open_.append(index)
    return parents


def _order(topics: list[Topic], parents: list[int | None]) -> list[int]:
    """Strongest first where every topic knows its rank and parents outrank their children, else as they stand."""
    ranks = [_number(topic.details.get("rank")) for topic in topics]
    known = [rank for rank in ranks if rank is not None]
    outranked = (parent is not None and known[parent] >= known[index] for index, parent in enumerate(parents))
    if len(known) < len(topics) or len(set(known)) < len(known) or any(outranked):
        return list(range(len(topics)))
    return sorted(range(len(topics)), key=known.__getitem__)


def _node(topic: Topic, parent: int | None, labels: Labels) -> Node:
    label = one_line(topic.label)
    text = one_line(topic.details.get("text", label))
    start, end = (_number(topic.details.get(name)) or 0 for name in ("start", "end"))
    return Node(
        sentence=_number(topic.details.get("sentence")),
        parent=parent,
        score=_score(topic.details.get("score")),
        start=start,
        end=max(start, end),
        text=text,
        page=_number(topic.details.get("page")),
        note=topic.details.get("note"),
        folded=topic.details.get("folded") == "true",
        **({LABEL_KINDS[labels].field: label} if LABEL_KINDS[labels].source else {}),
    )


def _number(value: str | None) -> int | None:
    """A count written in a file; anything else is as good as absent. Twelve digits are more than any place has."""
    return int(value) if value and value.isascii() and value.isdigit() and len(value) <= 12 else None


def _score(value: str | None) -> float:
    try:
        score = float(value or 0)
    except ValueError:
        return 0.0
    return score if math.isfinite(score) else 0.0
