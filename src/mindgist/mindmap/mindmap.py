"""What is shown: a MindMap and its nodes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from mindgist.errors import MapError, OptionError, UnknownNameError
from mindgist.labels.snippets import shown_snippet
from mindgist.mindmap.derived import Derived
from mindgist.mindmap.gist_labels import Gist, wait_together

Labels = Literal["gists", "sentences", "snippets"]
LABELS: tuple[Labels, ...] = ("gists", "sentences", "snippets")  # the first is what is shown where nobody says


@dataclass(frozen=True, init=False)
class Node:
    """One idea: a sentence of the document, verbatim, with its place in the source.

    ``sentence`` is its index in the document, None for a heading. ``parent`` is the index of the parent among the
    map's nodes, None for a root. ``score`` is how far the parent governs it (a root: how far it governs the
    document). ``start`` and ``end`` are offsets in the document's text; ``page`` counts from 1, None without pages.
    ``snippet`` is the key phrase of the text, ``gist`` says it in a few of its words; both are found when they
    are first asked for, unless others are given. ``note`` is what somebody wrote about it; ``folded`` says that what
    stands under it is put away until somebody asks for it.
    """

    sentence: int | None
    parent: int | None
    score: float
    start: int
    end: int
    text: str
    snippet: Derived = Derived(shown_snippet)  # noqa: RUF009 (a descriptor: one for all nodes is meant)
    page: int | None = None
    note: str | None = None
    gist: Gist = Gist()  # noqa: RUF009
    folded: bool = False

    def __init__(
        self, sentence: int | None, parent: int | None, score: float, start: int, end: int, text: str,
        snippet: str = "", page: int | None = None, note: str | None = None, gist: str = "", folded: bool = False,
    ) -> None:  # fmt: skip
        # All at once: a frozen class of dataclass's own making takes six times as long, and a book has many nodes.
        self.__dict__.update(
            sentence=sentence, parent=parent, score=score, start=start, end=end, text=text, snippet=snippet, page=page,
            note=note, gist=Gist.of(gist, text), folded=folded,
        )  # fmt: skip

    def under(self, parent: int | None) -> "Node":
        """The node under another parent; what is derived from its text stays to be found when it is asked for."""
        node = Node.__new__(Node)
        node.__dict__.update(self.__dict__, parent=parent)
        return node


@dataclass(frozen=True, slots=True)
class MindMap:
    """A document's nodes, strongest first and parents before children, so that any prefix is a map too.

    ``size`` is how many of them to show where nobody says; None stands for all. ``language`` is the document's, where
    it can be told ('en', 'zh'). ``arranged`` says that siblings stand as somebody set them, in the order of the list;
    else they are shown in the order of the document.
    """

    title: str | None
    nodes: tuple[Node, ...]
    labels: Labels = LABELS[0]
    size: int | None = None
    language: str | None = None
    arranged: bool = False

    def __post_init__(self) -> None:
        if self.labels not in LABELS:
            raise UnknownNameError("kind of label", self.labels, LABELS)
        if self.size is not None and self.size < 1:
            raise OptionError(f"a map needs at least 1 node, not {self.size}")
        for place, node in enumerate(self.nodes):
            if node.parent is not None and not 0 <= node.parent < place:
                raise MapError(f"node {place} stands before its parent {node.parent}; parents come first")
            if not 0 <= node.start <= node.end:
                raise MapError(f"node {place} ends before it starts: {node.start} to {node.end}")
            if not isfinite(node.score):
                raise MapError(f"the score of node {place} is {node.score}, and no number")
        wait_together(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def cut(self, size: int | None = None) -> "MindMap":
        """The map of the ``size`` strongest nodes; without a size, of as many as it suggests."""
        size = (self.size or len(self.nodes) or 1) if size is None else size
        if size < 1:
            raise OptionError(f"a map needs at least 1 node, not {size}")
        smaller = self.size if self.size is not None and self.size < size else None
        return replace(self, nodes=self.nodes[:size], size=smaller)

    def limited(self, depth: int | None = None, breadth: int | None = None) -> "MindMap":
        """The map with at most so many levels below its roots, and so many children of each node, the strongest."""
        kept: dict[int, int] = {}
        levels: dict[int, int] = {}
        children: Counter[int] = Counter()
        nodes: list[Node] = []
        for place, node in enumerate(self.nodes):
            level = 0
            if node.parent is not None:
                if node.parent not in kept or (breadth is not None and children[node.parent] >= breadth):
                    continue
                level = levels[node.parent] + 1
                if depth is not None and level > depth:
                    continue
                children[node.parent] += 1
            kept[place], levels[place] = len(nodes), level
            nodes.append(node if node.parent is None else replace(node, parent=kept[node.parent]))
        return replace(self, nodes=tuple(nodes), size=self.size if self.size and self.size < len(nodes) else None)

    def resized(self, size: int) -> "MindMap":
        """The same nodes, to be shown at another size: what can be looked at in any size opens with this one."""
        if size < 1:
            raise OptionError(f"a map needs at least 1 node, not {size}")
        return replace(self, size=size if size < len(self.nodes) else None)

    def labelled(self, labels: str) -> "MindMap":
        """The same map, its nodes shown as 'gists', as whole 'sentences' or as key 'snippets'."""
        for known in LABELS:
            if labels == known:
                return self if labels == self.labels else replace(self, labels=known)
        raise UnknownNameError("kind of label", labels, LABELS)

    def label(self, node: Node) -> str:
        """What is shown for a node."""
        if self.labels == "gists":
            return node.gist
        return node.text if self.labels == "sentences" else node.snippet

    def children(self) -> dict[int | None, list[int]]:
        """The indexes of each node's children, those of the roots under None.

        They come in the order of the document, as people draw them, unless the map was arranged by somebody or a node
        has no place in a document: then in that of the list.
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
        """(depth, node) in the order of an outline: a node, then all that stands under it. Roots have depth 0."""
        children = self.children()
        stack = [(0, index) for index in reversed(children.get(None, []))]
        while stack:
            depth, index = stack.pop()
            yield depth, self.nodes[index]
            stack += [(depth + 1, child) for child in reversed(children.get(index, []))]

    def to_dict(self, *, all_labels: bool = True) -> dict[str, Any]:
        """The map as JSON can hold it, with all of its labels or those that it shows; ``from_dict`` gives it back."""
        from mindgist.mindmap.file_form import to_dict

        return to_dict(self, all_labels=all_labels)

    @classmethod
    def from_dict(cls, content: object) -> "MindMap":
        """The map that ``to_dict`` gave, or one written by hand: nodes with a 'text' and a 'parent' are enough."""
        from mindgist.mindmap.file_form import from_dict

        return from_dict(content)

    def save(self, path: str | Path) -> None:
        """Write the map to a file, in the format that its ending names: .svg, .mm, .xmind, .json and more."""
        from mindgist.export import save

        save(self, path)

    def _repr_svg_(self) -> str:
        """The map as a notebook shows it: a still picture, without scripts."""
        from mindgist.export import render

        return render(self, ".svg").decode()
