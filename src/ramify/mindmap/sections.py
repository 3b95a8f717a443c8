"""From the trees over a document's sections to one map: headings above, each section's sentences under its own.

The title is the root, the sections are its branches, and the tree over a section's own sentences hangs under the
section's heading. What comes first is decided by shares, so that a cut of any size shows the whole document:

1. The title, then the headings of the highest level, the longest section first.
2. Every further node goes to the section that has the fewest for its share of the sentences (the divisor method of
   Sainte-Laguë, by which parliaments are seated), and within it, by the same rule, to its own sentences or to one of
   its subsections. A section's own sentences come strongest first.
3. The heading of a subsection brings its strongest sentence with it, so that no map is a mere table of contents.
4. Lists of references, indexes and the like come last.

A document without headings is its body's tree and nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from ramify.document import Document, Section
from ramify.mindmap.label import heading_node, sentence_node
from ramify.mindmap.mindmap import MindMap, Node
from ramify.mindmap.size import suggested_size
from ramify.tree import Tree

_BACK_MATTER = re.compile(
    r"[\W\d]*(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|bibliographie|"
    r"acknowledge?ments?|(?:table of )?contents|(?:\w+ ){0,3}index|list of (?:figures|tables)|see also|"
    r"external links|further reading|copyright|imprint|notes|footnotes|endnotes)\W*$",
    re.IGNORECASE,
)


def own_parts(document: Document) -> list[Document]:
    """The document's sections in reading order, each as a document of its own sentences; those without are left out."""
    if not document.body.sections:
        return [document]
    return [document.part(section.paragraphs) for section in _sections(document.body) if section.paragraphs]


def assemble(document: Document, trees: Sequence[Tree]) -> MindMap:
    """The map of a document, from the trees over its ``own_parts``: all its nodes, and the size it suggests."""
    assembly = _Assembly(document, _branch(document.body, iter(trees), 0))
    for _ in assembly.steps():
        pass
    nodes = tuple(assembly.nodes)
    return MindMap(document.title, nodes, size=suggested_size(len(nodes)))


@dataclass(frozen=True, slots=True)
class _Branch:
    """A section with the tree over its own sentences, whose indexes count from ``first``."""

    section: Section
    tree: Tree | None
    first: int
    branches: tuple["_Branch", ...]
    weight: int
    """How many sentences there are in it that matter."""

    @property
    def end(self) -> int:
        """The index of the first sentence after the branch."""
        return self.branches[-1].end if self.branches else self.first + _own_sentences(self.section)


def _branch(section: Section, trees: Iterator[Tree], first: int) -> _Branch:
    tree = next(trees) if section.paragraphs else None
    own = _own_sentences(section)
    branches: list[_Branch] = []
    for inner in section.sections:
        branches.append(_branch(inner, trees, branches[-1].end if branches else first + own))
    weight = 0 if _is_back_matter(section) else own + sum(branch.weight for branch in branches)
    return _Branch(section, tree, first, tuple(branches), weight)


def _own_sentences(section: Section) -> int:
    return sum(map(len, section.paragraphs))


def _is_back_matter(section: Section) -> bool:
    return section.heading is not None and bool(_BACK_MATTER.match(section.heading.plain))


def _sections(section: Section) -> Iterator[Section]:
    """A section and all that are inside it, in reading order."""
    yield section
    for inner in section.sections:
        yield from _sections(inner)


# (what is due, negative so that the largest is the heap's first; place; weight; nodes so far; the steps to come)
_Member = tuple[float, int, int, int, Iterator[int]]


class _Assembly:
    """The nodes in the making. A step adds one node or a few, and tells how many."""

    def __init__(self, document: Document, body: _Branch) -> None:
        self.nodes: list[Node] = []
        self._document = document
        self._body = body

    def steps(self) -> Iterator[int]:
        """The whole map: the title, the highest headings, then whatever is due."""
        body = self._body
        root = None
        if body.branches and self._document.title:
            root = self._add(heading_node(self._document, body.section.heading, None, 1.0))
            yield 1
        members: list[_Member] = []
        for place, branch in sorted(enumerate(body.branches), key=lambda pair: -pair[1].weight):
            if _is_back_matter(branch.section):
                members.append((0.0, place, 0, 0, self._opening(branch, root)))
            else:
                steps = self._inside(branch, self._open(branch, root))
                members.append((-branch.weight / 3, place, branch.weight, 1, steps))
                yield 1
        yield from self._shared(body, root, members)

    def _opening(self, branch: _Branch, above: int | None) -> Iterator[int]:
        """A subsection's steps: its heading together with what is strongest in it, then the rest."""
        heading = self._open(branch, above)
        inside = self._inside(branch, heading)
        yield 1 + next(inside, 0)
        yield from inside

    def _inside(self, branch: _Branch, heading: int) -> Iterator[int]:
        members = [
            (-float(inner.weight), place, inner.weight, 0, self._opening(inner, heading))
            for place, inner in enumerate(branch.branches)
        ]
        yield from self._shared(branch, heading, members)

    def _shared(self, branch: _Branch, above: int | None, members: list[_Member]) -> Iterator[int]:
        """The steps of a branch's own sentences and of its subsections, by Sainte-Laguë's rule."""
        if branch.tree:
            own = len(branch.tree)
            members.append((-float(own), -1, own, 0, self._own(branch, branch.tree, above)))
        heapify(members)
        while members:
            _, place, weight, taken, steps = members[0]
            added = next(steps, 0)
            if added:
                taken += added
                heapreplace(members, (-weight / (2 * taken + 1), place, weight, taken, steps))
                yield added
            else:
                heappop(members)

    def _own(self, branch: _Branch, tree: Tree, above: int | None) -> Iterator[int]:
        places: list[int] = []
        for index, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True):
            governor = above if parent is None else places[parent]
            places.append(self._add(sentence_node(self._document, branch.first + index, governor, score)))
            yield 1

    def _open(self, branch: _Branch, above: int | None) -> int:
        share = branch.weight / max(1, self._body.weight)
        return self._add(heading_node(self._document, branch.section.heading, above, share))

    def _add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1
