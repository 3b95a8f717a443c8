"""A map as one nested tree, from which all writers write.

Labels are on one line here and without characters that no format can hold; each writer escapes what is special in its.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindgist.errors import ExportError
from mindgist.export.constants import UNPRINTABLE
from mindgist.labels.kinds import SHOWN_TOGETHER
from mindgist.mindmap import Link, MindMap, Node, with_centre

MAX_DEPTH = 150  # levels; documents give at most about 20, and writers may recurse

_UNPRINTABLE = re.compile(UNPRINTABLE)

Details = dict[str, str | int | float]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A node of a map with its label and its children."""

    mindmap: MindMap
    index: int  # the node's rank in the map, from 0
    label: str
    children: tuple["Branch", ...]
    topic: str = ""  # above the label: the topic of a node with children, if it says something else
    hidden: int = 0  # how many nodes are folded away below it, if the tree has only visible nodes
    links: tuple[Link, ...] = ()  # the cross-links that begin at this node

    @property
    def name(self) -> str:
        """The topic, or the label of a node without one: for formats that show the rest in a note."""
        return self.topic or self.label

    @property
    def line(self) -> str:
        """Topic and label on one line."""
        return f"{self.topic}: {self.label}" if self.topic else self.label

    @property
    def node(self) -> Node:
        return self.mindmap.nodes[self.index]

    @property
    def kind(self) -> str:
        """'title' for the centre of a map with a title, else 'heading' or 'sentence'."""
        if self.node.sentence is not None:
            return "sentence"
        return "title" if self.node.parent is None and self.node.text == self.mindmap.title else "heading"

    @property
    def is_folded(self) -> bool:
        """Whether its children are folded away. The centre is never folded."""
        return self.node.folded and bool(self.children) and self.node.parent is not None

    @property
    def key(self) -> str:
        """An identifier that is unique in the map and valid in every format."""
        return f"n{self.index}"

    @property
    def details(self) -> Details:
        """What the label does not show. Formats with fields store it, and their readers restore the same map."""
        node, mindmap, text = self.node, self.mindmap, one_line(self.node.text)
        details: dict[str, str | int | float | None] = {"rank": self.index + 1, "kind": self.kind}
        details["score"] = node.score or None
        if node.end > node.start:  # nodes of maps from other tools have no position
            details |= {"sentence": node.sentence, "start": node.start, "end": node.end}
        details["page"] = node.page
        if node.time_start is not None and node.time_end is not None:
            details |= {"time_start": node.time_start, "time_end": node.time_end}
        details["text"] = text if text != self.label else None
        if self.children and node.topic is not None and node.gist and mindmap.labels in SHOWN_TOGETHER:
            details |= {"topic": node.topic and one_line(node.topic), "gist": one_line(node.gist)}
        details["note"] = one_line(node.note) if node.note else None
        details["links"] = " ".join(f"{link.target + 1}:{link.score:.4g}" for link in self.links) or None
        if not self.index:
            details |= {"labels": mindmap.labels, "arranged": "true" if mindmap.arranged else None}
        return {name: value for name, value in details.items() if value is not None}

    @property
    def note(self) -> str:
        """The user's note and the details in words, for formats with notes that people read. May be empty."""
        text, note = one_line(self.node.text), self.node.note
        repeats = text.removesuffix(".") == self.label.removesuffix(".")
        lines = (note and one_line(note), self.topic and self.label, "" if repeats else text, self.position)
        return "\n".join(filter(None, lines))

    @property
    def position(self) -> str:
        """The node's place and score in words, without any text of the document; empty if it has no place."""
        node = self.node
        if node.end == node.start:
            return ""
        kind = "Heading" if node.sentence is None else f"Sentence {node.sentence + 1}"
        place = "" if node.page is None else f", page {node.page}"
        place += "" if node.time_start is None else f", {clock(node.time_start)}"
        return f"{kind}{place}, characters {node.start} to {node.end}, score {node.score:.2f}"

    @property
    def timed_label(self) -> str:
        """Topic and label, with the time at which it was spoken, for outlines that people read."""
        time = self.node.time_start
        return self.line if time is None else f"{self.line} [{clock(time)}]"

    def walk(self, depth: int = 0) -> Iterator[tuple[int, "Branch"]]:
        """Yield (depth, branch) in outline order. This branch has depth 0."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def cross_links(self) -> Iterator[tuple[str, str, float]]:
        """Yield the keys of both nodes of each cross-link, and its score."""
        for link in self.mindmap.links:
            yield f"n{link.source}", f"n{link.target}", link.score


def centre_branch(mindmap: MindMap, *, visible_only: bool = False) -> Branch:
    """Return the centre of a map with all its branches; ``visible_only`` leaves out and counts what is folded.

    Raises:
        ExportError: if the map is deeper than any document is.
    """
    mindmap = with_centre(mindmap).with_labels()
    if max(depth for depth, _ in mindmap.walk()) >= MAX_DEPTH:
        raise ExportError(f"the map has more than {MAX_DEPTH} levels, more than any document; keep fewer nodes")
    order = mindmap.children()
    links: dict[int, list[Link]] = {}
    for link in mindmap.links:
        links.setdefault(link.source, []).append(link)

    def made(index: int) -> Branch:
        node, children = mindmap.nodes[index], tuple(map(made, order.get(index, ())))
        label = one_line(mindmap.label(node))
        topic = one_line(node.topic) if node.topic and children and mindmap.labels == "gists" else ""
        if label.lower().startswith(topic.lower()) or label.lower() in topic.lower():
            topic = ""  # it would say the same twice
        branch = Branch(mindmap, index, label, children, topic, links=tuple(links.get(index, ())))
        if visible_only and branch.is_folded:
            return replace(branch, children=(), hidden=sum(1 + below.hidden for _, below in branch.walk()) - 1)
        return branch

    return made(order[None][0])


def one_line(text: str) -> str:
    """Return the text on one line, without characters that no format can hold; never empty."""
    return " ".join(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text).split()) or "…"


def clock(seconds: float) -> str:
    """Return a time as players show it: 12:34, or 1:02:03."""
    hours, rest = divmod(int(seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
