"""The gists of a map's nodes: found when one is first asked for, and then for many nodes at once."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from mindgist.mindmap.mindmap import Node

_TOGETHER = 512  # a map that is shown has fewer nodes; the map of a book is done in parts, as it is looked at


class Waiting:
    """Nodes that stand side by side in a map, and whose gists are still to be found."""

    def __init__(self, nodes: Sequence["Node"], first: int) -> None:
        self._nodes, self._first = nodes, first

    def find(self) -> None:
        """Give each of the nodes its gist."""
        own = [node for node in self._nodes[self._first : self._first + _TOGETHER] if node.__dict__["gist"] is self]
        _find(own, [_parent(node, self._nodes) for node in own])


class _Found(str):
    """A gist that was found, not given: it goes where the text that it was found in goes."""

    text: str

    @classmethod
    def of(cls, gist: str, text: str) -> "_Found":
        found = cls(gist)
        found.text = text
        return found


class Gist:
    """The field of a node that holds its gist: a text, or what it waits for."""

    @overload
    def __get__(self, node: None, owner: type) -> str: ...
    @overload
    def __get__(self, node: Any, owner: type) -> str: ...
    def __get__(self, node: Any, owner: type) -> str:
        if node is None:
            return ""  # what dataclass takes for the field's default
        if isinstance(node.__dict__["gist"], Waiting):
            node.__dict__["gist"].find()
        if not node.__dict__["gist"]:  # a node without a map
            node.__dict__["gist"] = _node_gists([node], [None])[0]
        gist: str = node.__dict__["gist"]
        return gist

    @staticmethod
    def of(value: str, text: str) -> str:
        """The gist that is given for a text, but for one that was found in another: by replace(node, text=…)."""
        return "" if isinstance(value, _Found) and value.text != text else value

    def __set__(self, node: Any, value: str) -> None:
        raise AttributeError("a node's gist cannot be set")


def wait_together(nodes: Sequence["Node"]) -> None:
    """Let the nodes of a map, where no gist is known yet, find theirs together."""
    for first in range(0, len(nodes), _TOGETHER):
        waiting = Waiting(nodes, first)
        for node in nodes[first : first + _TOGETHER]:
            known = node.__dict__["gist"]
            if not known or isinstance(known, Waiting):
                node.__dict__["gist"] = waiting


def find_gists(maps: Iterable[Sequence["Node"]]) -> None:
    """Find the gists of many maps' nodes at once, which is sooner done than map by map."""
    waiting: list[Node] = []
    parents: list[Node | None] = []
    for nodes in maps:
        own = [node for node in nodes if isinstance(node.__dict__["gist"], Waiting)]
        waiting += own
        parents += [_parent(node, nodes) for node in own]
    _find(waiting, parents)


def _parent(node: "Node", nodes: Sequence["Node"]) -> "Node | None":
    return None if node.parent is None else nodes[node.parent]


def _find(nodes: Sequence["Node"], parents: Sequence["Node | None"]) -> None:
    for node, gist in zip(nodes, _node_gists(nodes, parents), strict=True):
        node.__dict__["gist"] = gist


def _node_gists(nodes: Sequence["Node"], parents: Sequence["Node | None"]) -> list[str]:
    """A heading is its own gist, unless it is too long; a pronoun is told by the name in the sentence before it."""
    from mindgist.labels.candidates import MOST
    from mindgist.labels.gists import HEADING, SHORT, gists
    from mindgist.labels.pronouns import with_antecedent

    found = gists([node.text for node in nodes], [HEADING if node.sentence is None else SHORT for node in nodes])
    for place, (node, parent) in enumerate(zip(nodes, parents, strict=True)):
        follows = parent is not None and node.sentence is not None and parent.sentence == node.sentence - 1
        if follows and parent is not None:
            found[place] = with_antecedent(found[place], parent.text, MOST)
    return [_Found.of(gist, node.text) for gist, node in zip(found, nodes, strict=True)]
