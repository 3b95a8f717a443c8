"""From the outline items that a reader finds in a file to a MindMap."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mindgist.errors import MapFileError
from mindgist.export.branch import one_line
from mindgist.labels.kinds import LABEL_KINDS, LABELS, SHOWN_TOGETHER, Labels
from mindgist.mindmap import Link, MindMap, Node, with_centre
from mindgist.mindmap.file_form import MAX_NODES


class OutlineItem(NamedTuple):
    """A label at a depth of an outline, with the details that mindgist's files store (see Branch.details)."""

    depth: int
    label: str
    details: dict[str, str] = {}  # noqa: RUF012 (nobody changes it)


def map_from_items(items: Sequence[OutlineItem]) -> MindMap:
    """Return the map of an outline.

    Files by mindgist give back the same map: the rank restores the order of the nodes. Nodes of other tools have no
    position in a source; they become headings in the order of the outline. Several roots get a centre.
    """
    items = [item for item in items if item.label.strip()]
    if len(items) > MAX_NODES:
        raise MapFileError(f"the file has more than {MAX_NODES:,} topics, which no map has")
    if not items:
        raise MapFileError("there is no topic in this file, so there is no map")
    parents = _parents(items)
    order = _order(items, parents)
    new_index: dict[int | None, int] = {old: new for new, old in enumerate(order)}
    default: Labels = "snippets" if any("text" in item.details for item in items) else "sentences"
    labels = next((kind for kind in LABELS if kind == items[0].details.get("labels")), default)
    nodes = tuple(_node(items[index], new_index.get(parents[index]), labels) for index in order)
    title = nodes[0].text if items[order[0]].details.get("kind") == "title" else None
    arranged = items[0].details.get("arranged") == "true"
    return with_centre(MindMap(title, nodes, labels, arranged=arranged, links=_links(items, order)))


def _links(items: Sequence[OutlineItem], order: Sequence[int]) -> tuple[Link, ...]:
    """Return the cross-links that mindgist's files store, if the nodes still have their ranks; strongest first."""
    ranks = {items[index].details.get("rank"): place for place, index in enumerate(order)}
    found = [
        Link(place, ranks[target], _number(score))
        for place, index in enumerate(order)
        for target, _, score in (link.partition(":") for link in items[index].details.get("links", "").split())
        if target in ranks
    ]
    return tuple(sorted(found, key=lambda link: -link.score))


def _parents(items: Sequence[OutlineItem]) -> list[int | None]:
    """Return each item's parent: the nearest item before it with a smaller depth."""
    parents: list[int | None] = []
    for index, item in enumerate(items):
        parent = index - 1 if index else None
        while parent is not None and items[parent].depth >= item.depth:
            parent = parents[parent]
        parents.append(parent)
    return parents


def _order(items: Sequence[OutlineItem], parents: list[int | None]) -> list[int]:
    """Sort by rank if every item has a rank of its own and parents rank before their children, else keep the order."""
    ranks = [rank for item in items if (rank := _whole_number(item.details.get("rank"))) is not None]
    is_ranked = len(set(ranks)) == len(items)
    if is_ranked and all(parent is None or ranks[parent] < ranks[child] for child, parent in enumerate(parents)):
        return sorted(range(len(items)), key=ranks.__getitem__)
    return list(range(len(items)))


def _node(item: OutlineItem, parent: int | None, labels: Labels) -> Node:
    details, label = item.details, one_line(item.label)
    sentence, page, start, end = (_whole_number(details.get(name)) for name in ("sentence", "page", "start", "end"))
    times: dict[str, Any] = {name: _number(details[name]) for name in ("time_start", "time_end") if name in details}
    return Node(
        sentence=sentence,
        parent=parent,
        score=_number(details.get("score")),
        start=start or 0,
        end=max(start or 0, end or 0),
        text=one_line(details.get("text", label)),
        page=page,
        note=details.get("note"),
        folded=details.get("folded") == "true",
        **times,
        **_labels(label, details, labels),
    )


def _labels(label: str, details: Mapping[str, str], labels: Labels) -> dict[str, Any]:
    """Return the fields of a node that its label and details fill. A label that somebody changed has no topic."""
    if labels in SHOWN_TOGETHER and "topic" in details:
        topic, gist = details["topic"], details.get("gist", "")
        if label in (topic, gist, f"{topic}: {gist}"):
            return {"topic": topic, "gist": gist}
        return {"topic": "", "gist": label}
    field = "gist" if labels == "topics" else LABEL_KINDS[labels].field
    return {field: label} if field != "text" else {}


def _whole_number(value: str | None) -> int | None:
    # No offset has more than 12 digits.
    return int(value) if value and value.isascii() and value.isdigit() and len(value) <= 12 else None


def _number(value: str | None) -> float:
    try:
        number = float(value or 0)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) else 0.0
