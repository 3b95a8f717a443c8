"""A map as one nested tree, the view that all writers share: every question of form is settled here, once.

Every map has one centre (see mindgist.mindmap.centre), and most formats want labels on one line. Text comes from
anywhere, so labels are cleaned here of what no file format can hold; what is special in a format, its own writer
escapes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindgist.errors import ExportError
from mindgist.mindmap import Labels, MindMap, Node, with_centre

# What XML 1.0 cannot hold, even escaped (Unicode's controls, lone surrogates, two noncharacters), and what would
# end a line or hide text elsewhere. Marks of writing direction stay: right-to-left scripts need them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

_MOST_MARKS = 10_000_000  # of indentation in a file: a chain of 4,400 nodes, say

Details = dict[str, str | int | float]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A label with what stands under it; ``is_title`` marks the centre of a map that has a title.

    ``hidden`` counts what is folded away under it, where a map is shown as somebody sees it. ``labels`` and
    ``arranged`` are the map's.
    """

    label: str
    index: int
    node: Node
    children: tuple["Branch", ...]
    is_title: bool = False
    labels: Labels = "sentences"
    hidden: int = 0
    arranged: bool = False

    @property
    def is_folded(self) -> bool:
        """Whether what stands under it is to be folded away; the centre never is."""
        return self.node.folded and bool(self.children) and self.node.parent is not None

    @property
    def key(self) -> str:
        """A name for the branch that is unique in its map and safe in every format."""
        return f"n{self.index}"

    @property
    def details(self) -> Details:
        """What the label leaves out: rank, score, place in the source, and the sentence behind a gist or a snippet.

        Formats with fields carry these, and the readers make the same map of them again.
        """
        node = self.node
        kind = "title" if self.is_title else "heading" if node.sentence is None else "sentence"
        found: Details = {"rank": self.index + 1, "kind": kind}
        if node.score:
            found["score"] = round(node.score, 4)
        if has_place(node):
            if node.sentence is not None:
                found["sentence"] = node.sentence
            found |= {"start": node.start, "end": node.end}
        if node.page is not None:
            found["page"] = node.page
        if one_line(node.text) != self.label:
            found["text"] = one_line(node.text)
        if node.note:
            found["note"] = one_line(node.note)
        if not self.index:
            found["labels"] = self.labels
            if self.arranged:
                found["arranged"] = "true"
        return found

    @property
    def note(self) -> str:
        """What somebody wrote about it and the details in words, for formats whose notes people read; or nothing."""
        node = self.node
        text = one_line(node.text)
        lines = [one_line(node.note)] if node.note else []
        lines += [text] if text.removesuffix(".") != self.label.removesuffix(".") else []
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

    def unfolded(self) -> Iterator["Branch"]:
        """What is seen of it, in the order of an outline."""
        stack = [self]
        while stack:
            branch = stack.pop()
            yield branch
            if not branch.is_folded:
                stack += reversed(branch.children)

    def indented(self) -> Iterator[tuple[int, "Branch"]]:
        """As ``walk``, for formats whose lines begin with as many marks as they are deep: these add up to a bound."""
        marks = 0
        for depth, branch in self.walk():
            marks += depth
            if marks > _MOST_MARKS:
                raise ExportError("the map is too deep and too large for lines indented by depth; keep fewer nodes")
            yield depth, branch

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


def centred(mindmap: MindMap, *, as_seen: bool = False) -> Branch:
    """The map around its centre; ``as_seen`` without what is folded away, but for its count."""
    mindmap = with_centre(mindmap).with_labels()
    order = mindmap.children()
    made: dict[int, Branch] = {}
    for index in range(len(mindmap.nodes) - 1, -1, -1):  # children come after their parents, so they are made first
        node = mindmap.nodes[index]
        children = tuple(made.pop(child) for child in order.get(index, []))
        is_title = node.parent is None and node.sentence is None and node.text == mindmap.title
        label = one_line(mindmap.label(node))
        branch = Branch(label, index, node, children, is_title, mindmap.labels, arranged=mindmap.arranged)
        if as_seen and branch.is_folded:
            branch = replace(branch, children=(), hidden=sum(1 + below.hidden for _, below in branch.walk()) - 1)
        made[index] = branch
    return made[order[None][0]]


def one_line(text: str) -> str:
    """The text on one line, without characters that no format can hold; never empty."""
    return " ".join(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text).split()) or "…"
