"""A map as one nested tree, the view that all writers share: every question of form is settled here, once.

Most formats want a single centre and labels on one line. Text comes from anywhere, so labels are cleaned here of
what no file format can hold; what is special in a format, its own writer escapes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ramify.mindmap import MindMap, Node

CENTRE = "Mind map"  # what stands in the middle of a map that has several roots and no title

# What XML 1.0 cannot hold, even escaped (Unicode's controls, lone surrogates, two noncharacters), and what would
# end a line or hide text elsewhere. Marks of writing direction stay: right-to-left scripts need them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

Details = dict[str, str | int | float]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A label with what stands under it.

    ``index`` and ``node`` are None only for a centre that stands for the map's title, or for no title at all.
    ``title`` is the map's title where its only root is the centre, so that the title stands elsewhere.
    """

    label: str
    index: int | None
    node: Node | None
    children: tuple["Branch", ...]
    title: str | None = None

    @property
    def key(self) -> str:
        """A name for the branch that is unique in its map and safe in every format."""
        return "centre" if self.index is None else f"n{self.index}"

    @property
    def details(self) -> Details:
        """What the label leaves out: rank, score, place in the source, and the sentence behind a snippet.

        Formats with fields carry these, and the readers make the same map of them again.
        """
        node = self.node
        if node is None or self.index is None:
            return {"kind": "title" if self.label != CENTRE else "centre"}
        found: Details = {"rank": self.index + 1, "kind": "heading" if node.sentence is None else "sentence"}
        if has_place(node):
            if node.sentence is not None:
                found["sentence"] = node.sentence
            found |= {"score": round(node.score, 4), "start": node.start, "end": node.end}
        if node.page is not None:
            found["page"] = node.page
        if one_line(node.text) != self.label:
            found["text"] = one_line(node.text)
        return found if self.title is None else found | {"title": self.title}

    @property
    def note(self) -> str:
        """The details in words, for formats whose notes people read; empty where there is nothing to say."""
        node = self.node
        if node is None:
            return ""
        text = one_line(node.text)
        lines = [text] if text != self.label else []
        if has_place(node):
            what = "Heading" if node.sentence is None else f"Sentence {node.sentence + 1}"
            page = "" if node.page is None else f", page {node.page}"
            lines.append(f"{what}{page}, characters {node.start} to {node.end}, score {node.score:.2f}")
        return "\n".join(lines)

    def walk(self) -> Iterator[tuple[int, "Branch"]]:
        """(depth, branch) in the order of an outline; this branch has depth 0."""
        stack = [(0, self)]
        while stack:
            depth, branch = stack.pop()
            yield depth, branch
            stack += [(depth + 1, child) for child in reversed(branch.children)]

    def nested(self) -> Iterator[tuple[bool, "Branch"]]:
        """(True, branch) where a branch opens and (False, branch) where it closes, as nested formats need it.

        Writers loop over this instead of calling themselves: a map may be deeper than Python's stack.
        """
        stack = [(True, self)]
        while stack:
            opens, branch = stack.pop()
            yield opens, branch
            if opens:
                stack.append((False, branch))
                stack += [(True, child) for child in reversed(branch.children)]

    def edges(self) -> Iterator[tuple["Branch", "Branch"]]:
        """(parent, child) in the order of an outline."""
        for _, branch in self.walk():
            for child in branch.children:
                yield branch, child


def has_place(node: Node) -> bool:
    """Whether a node knows its place in a source; those of maps that other tools have made do not."""
    return node.end > node.start


def centred(mindmap: MindMap) -> Branch:
    """The map around one centre: its only root, or else its title, or else a neutral word."""
    roots = branches(mindmap)
    title = one_line(mindmap.title) if mindmap.title and mindmap.title.strip() else None
    if len(roots) == 1:
        return replace(roots[0], title=title)
    return Branch(title or CENTRE, None, None, roots)


def headed(mindmap: MindMap) -> tuple[str | None, tuple[Branch, ...]]:
    """The map as outlines show it: a heading, and what stands under it.

    The heading is the title, else an only root. An only root that repeats the title is not shown twice.
    """
    centre = centred(mindmap)
    if centre.node is not None and centre.title not in (None, centre.label):
        return centre.title, (centre,)
    nameless = centre.node is None and not mindmap.title
    return (None if nameless else centre.label), centre.children


def branches(mindmap: MindMap) -> tuple[Branch, ...]:
    """The map's roots, each with all that stands under it."""
    order = mindmap.children()
    made: dict[int, Branch] = {}
    for index in range(len(mindmap.nodes) - 1, -1, -1):  # children come after their parents, so they are made first
        node = mindmap.nodes[index]
        children = tuple(made.pop(child) for child in order.get(index, []))
        made[index] = Branch(one_line(mindmap.label(node)), index, node, children)
    return tuple(made[root] for root in order.get(None, []))


def one_line(text: str) -> str:
    """The text on one line, without characters that no format can hold; never empty."""
    return " ".join(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text).split()) or "…"
