"""A map as one nested tree, the view that all writers share: every question of form is settled here, once.

Most formats want a single centre and labels on one line. Text comes from anywhere, so labels are cleaned here of
what no file format can hold; what is special in a format, its own writer escapes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ramify.mindmap import MindMap, Node

CENTRE = "Mind map"  # what stands in the middle of a map that has several roots and no title

# What XML 1.0 cannot hold, even escaped (Unicode's controls, lone surrogates, two noncharacters), and what would
# end a line or hide text elsewhere. Marks of writing direction stay: right-to-left scripts need them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A label with what stands under it.

    ``index`` and ``node`` are None only for a centre that stands for the map's title.
    """

    label: str
    index: int | None
    node: Node | None
    children: tuple["Branch", ...]

    @property
    def key(self) -> str:
        """A name for the branch that is unique in its map and safe in every format."""
        return "centre" if self.index is None else f"n{self.index}"

    @property
    def details(self) -> dict[str, str | int | float]:
        """The node's score and place in the source, for formats that can carry more than a label."""
        if self.node is None:
            return {}
        found: dict[str, str | int | float] = {"score": round(self.node.score, 4)}
        found["kind"] = "heading" if self.node.sentence is None else "sentence"
        if self.node.sentence is not None:
            found["sentence"] = self.node.sentence
        found |= {"start": self.node.start, "end": self.node.end}
        if self.node.page is not None:
            found["page"] = self.node.page
        return found

    def walk(self) -> Iterator[tuple[int, "Branch"]]:
        """(depth, branch) in the order of an outline; this branch has depth 0."""
        stack = [(0, self)]
        while stack:
            depth, branch = stack.pop()
            yield depth, branch
            stack += [(depth + 1, child) for child in reversed(branch.children)]

    def edges(self) -> Iterator[tuple["Branch", "Branch"]]:
        """(parent, child) in the order of an outline."""
        for _, branch in self.walk():
            for child in branch.children:
                yield branch, child


def centred(mindmap: MindMap) -> Branch:
    """The map around one centre: its only root, or else its title, or else a neutral word.

    A map whose only root repeats the title (a document with headings) is not given that centre twice.
    """
    roots = branches(mindmap)
    title = one_line(mindmap.title) if mindmap.title and mindmap.title.strip() else None
    if len(roots) == 1 and title in (None, roots[0].label):
        return roots[0]
    return Branch(title or CENTRE, None, None, roots)


def branches(mindmap: MindMap) -> tuple[Branch, ...]:
    """The map's roots, each with all that stands under it."""
    below: dict[int | None, list[Branch]] = {}
    for index in range(len(mindmap.nodes) - 1, -1, -1):  # children come after their parents, so they are made first
        node = mindmap.nodes[index]
        children = tuple(reversed(below.pop(index, [])))
        below.setdefault(node.parent, []).append(Branch(one_line(mindmap.label(node)), index, node, children))
    return tuple(reversed(below.get(None, [])))


def one_line(text: str) -> str:
    """The text on one line, without characters that no format can hold; never empty."""
    return " ".join(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text).split()) or "…"


def describe(branch: Branch) -> str:
    """The score and the place in words, for notes that people read."""
    node = branch.node
    if node is None:
        return ""
    what = "heading" if node.sentence is None else f"sentence {node.sentence + 1}"
    page = "" if node.page is None else f", page {node.page}"
    return f"{what}{page}, characters {node.start}–{node.end}, score {node.score:.2f}"
