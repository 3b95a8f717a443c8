"""Mind-maps and their nodes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from mindgist.errors import MapError, OptionError
from mindgist.labels.kinds import LABEL_KINDS, LABELS, SHOWN_TOGETHER, LabelKind, Labels, label_kind

NODES_PER_LINK = 5  # a map has at most one cross-link for so many nodes


@dataclass(frozen=True, slots=True)
class Link:
    """A relation between nodes of different branches: the source may govern the target; both are indexes of nodes.

    ``score`` is the probability that annotators would draw it as an edge.
    """

    source: int
    target: int
    score: float = 0.0


@dataclass(frozen=True)
class Node:
    """A sentence, heading or title in a map, verbatim, with its place in the source.

    ``sentence`` is its index in the document, None for a heading. ``parent`` is the index of the parent among the
    map's nodes, None for a root. ``score`` is how far the parent governs it (a root: how far it governs the
    document). ``start`` and ``end`` are offsets in the document's text; ``page`` counts from 1, None without pages.
    ``snippet`` and ``gist`` are labels, empty until ``MindMap.with_labels`` makes them. ``topic`` names the
    branch below the node: None until it is made, empty for none. ``note`` is what somebody wrote about the node;
    ``folded`` hides what stands under it until somebody opens it. ``time_start`` and ``time_end`` are when it was
    spoken, in seconds; None for what was written. ``generated`` says that a language model wrote its gist or topic.
    ``box`` is its place on the page of a PDF or a picture: left, top, right and bottom edge as shares of the page
    ("0.1200 0.0800 0.8800 0.1100"), None without pages.
    """

    sentence: int | None
    parent: int | None
    score: float
    start: int
    end: int
    text: str
    snippet: str = ""
    page: int | None = None
    note: str | None = None
    gist: str = ""
    folded: bool = False
    time_start: float | None = None
    time_end: float | None = None
    topic: str | None = None
    generated: bool = False
    box: str | None = None

    def changed(self, **fields: Any) -> "Node":
        """The node with other values; ten times as fast as ``dataclasses.replace``, as books have many nodes."""
        node = object.__new__(Node)
        node.__dict__.update(self.__dict__, **fields)
        return node


@dataclass(frozen=True, slots=True, eq=False)
class MindMap:
    """A document's nodes, strongest first and parents before children, so that any prefix is a map too.

    ``size`` is how many nodes to show if nobody chooses; None stands for all. ``language`` is the document's, if known
    ('en', 'zh'). ``arranged`` says that siblings stay in the order of the list, as somebody arranged them; else they
    are shown in the order of the document. ``links`` are relations beside the tree, strongest first.

    Maps are equal if all that a file of them holds is equal: labels are made for the comparison.
    """

    title: str | None
    nodes: tuple[Node, ...]
    labels: Labels = LABELS[0]
    size: int | None = None
    language: str | None = None
    arranged: bool = False
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        label_kind(self.labels)
        if self.size is not None and self.size < 1:
            raise OptionError(f"a map needs at least 1 node, not {self.size}")
        for place, node in enumerate(self.nodes):
            if node.parent is not None and not 0 <= node.parent < place:
                raise MapError(f"node {place} stands before its parent {node.parent}; parents come first")
            if not 0 <= node.start <= node.end:
                raise MapError(f"node {place} ends before it starts: {node.start} to {node.end}")
            if not isfinite(node.score):
                raise MapError(f"the score of node {place} is {node.score}, and no number")

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MindMap) and (self is other or self.to_dict() == other.to_dict())

    def __hash__(self) -> int:
        return hash((self.title, self.labels, self.size, *(node.text for node in self.nodes)))

    def cut(self, size: int | None = None) -> "MindMap":
        """The map of the ``size`` strongest nodes. Default: the suggested size."""
        size = (self.size or len(self.nodes) or 1) if size is None else size
        if size < 1:
            raise OptionError(f"a map needs at least 1 node, not {size}")
        smaller = self.size if self.size is not None and self.size < size else None
        links = self.links
        if size < len(self.nodes):
            links = tuple(link for link in links if max(link.source, link.target) < size)[: size // NODES_PER_LINK]
        return replace(self, nodes=self.nodes[:size], size=smaller, links=links)

    def moved_links(self, places: Mapping[int, int]) -> tuple[Link, ...]:
        """The links between nodes that have new places."""
        return tuple(
            replace(link, source=places[link.source], target=places[link.target])
            for link in self.links
            if link.source in places and link.target in places
        )

    def limited(self, depth: int | None = None, breadth: int | None = None) -> "MindMap":
        """The map with at most ``depth`` levels below its roots and the ``breadth`` strongest children of each node."""
        kept: dict[int, int] = {}  # the new places of nodes
        levels: dict[int | None, int] = {None: -1}
        children: Counter[int] = Counter()
        nodes: list[Node] = []
        for place, node in enumerate(self.nodes):
            parent = node.parent
            if parent not in levels or (depth is not None and levels[parent] >= depth):
                continue
            if parent is not None:
                if breadth is not None and children[parent] >= breadth:
                    continue
                children[parent] += 1
                node = node.changed(parent=kept[parent])
            kept[place], levels[place] = len(nodes), levels[parent] + 1
            nodes.append(node)
        size = self.size if self.size and self.size < len(nodes) else None
        return replace(self, nodes=tuple(nodes), size=size, links=self.moved_links(kept))

    def resized(self, size: int) -> "MindMap":
        """The same nodes with another suggested size. No node is cut off."""
        return replace(self, size=size if size < len(self.nodes) else None)

    def labelled(self, labels: str) -> "MindMap":
        """The same map, showing labels of another kind: 'gists', 'sentences', 'snippets' or 'topics'."""
        kind = label_kind(labels)
        return self if kind.name == self.labels else replace(self, labels=kind.name)

    def with_labels(self, *kinds: LabelKind) -> "MindMap":
        """The map with labels of these kinds in all its nodes; without arguments, of the kind that it shows.

        Labels that a node has are kept.
        """
        wanted = [
            kind
            for kind in kinds or LABEL_KINDS.values()
            if kind.source and (kinds or self.labels == kind.name or {self.labels, kind.name} == {*SHOWN_TOGETHER})
        ]
        missing = [kind for kind in wanted if any(_lacks(node, kind) for node in self.nodes)]
        made = zip(*(kind.make(self.nodes, self.language) for kind in missing), strict=True)
        nodes = (
            node.changed(**{kind.field: own for kind, own in zip(missing, labels, strict=True) if _lacks(node, kind)})
            for node, labels in zip(self.nodes, made, strict=True)
        )
        return replace(self, nodes=tuple(nodes)) if missing else self

    def label(self, node: Node) -> str:
        """The label of a node. Call ``with_labels`` first to make the labels of all nodes at once."""
        kind = LABEL_KINDS[self.labels]
        label: str | None = getattr(node, kind.field)
        if self.labels == "topics" and not label:
            kind, label = LABEL_KINDS["gists"], node.gist
        if label:
            return label
        alone = [node.changed(parent=None)]
        if node.parent is not None:  # a gist may need the sentence before
            alone = [self.nodes[node.parent].changed(parent=None), node.changed(parent=0)]
        return kind.make(alone, self.language)[-1]

    def children(self) -> dict[int | None, list[int]]:
        """The indexes of each node's children; those of the roots under None.

        They are in the order of the document, or in the order of the list if the map is arranged or a child has no
        place in a document.
        """
        children: dict[int | None, list[int]] = {}
        for index, node in enumerate(self.nodes):
            children.setdefault(node.parent, []).append(index)
        if not self.arranged:
            for below in children.values():
                if all(self.nodes[index].end > self.nodes[index].start for index in below):
                    below.sort(key=lambda index: self.nodes[index].start)
        return children

    def walk(self) -> Iterator[tuple[int, Node]]:
        """(depth, node) in the order of an outline: a node, then all that stands under it. Roots have depth 0.

        The nodes have labels of the kind that the map shows.
        """
        children, nodes = self.children(), self.with_labels().nodes
        stack = [(0, index) for index in reversed(children.get(None, []))]
        while stack:
            depth, index = stack.pop()
            yield depth, nodes[index]
            stack += [(depth + 1, child) for child in reversed(children.get(index, []))]

    def to_dict(self, *, all_labels: bool = True) -> dict[str, Any]:
        """The map in its JSON form, with all labels or only those that it shows; ``from_dict`` reads it."""
        from mindgist.mindmap.file_form import to_dict

        return to_dict(self, all_labels=all_labels)

    @classmethod
    def from_dict(cls, content: object) -> "MindMap":
        """The map of a JSON form; nodes with a 'text' and a 'parent' are enough."""
        from mindgist.mindmap.file_form import from_dict

        return from_dict(content)

    def save(self, path: str | Path) -> None:
        """Write the map to a file in the format of its suffix: .svg, .mm, .xmind, .json and more."""
        from mindgist.export import save

        save(self, path)

    def _repr_svg_(self) -> str:
        """The map as a picture for notebooks."""
        from mindgist.export import render

        return render(self, ".svg").decode()


def _lacks(node: Node, kind: LabelKind) -> bool:
    label = getattr(node, kind.field)
    return label is None if kind.name == "topics" else not label
