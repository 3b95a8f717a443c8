"""From the trees over a document's sections to one map: headings above, each section's sentences under its own.

What the author arranged stays as it is: sections under their headings, items of lists under what leads to them. The
trees say the rest. What comes first is decided by shares, so that a cut of any size shows what there is to say:

1. A heading comes with two things that stand under it, so that no map is a mere table of contents and none a chain:
   two sentences, or a sentence and a subsection, or two subsections, with what these say, where it has no sentences.
2. How many subsections are open at once grows with the square root of the nodes that a section has, the longest first:
   three in a map of eight, five in one of thirty, ten in one of sixty. A book shows what some chapters say before it
   names them all.
3. Every further node goes to the part that has the fewest for its weight (the divisor method of Sainte-Laguë, by which
   parliaments are seated): to a section's prose, to one of its lists, or to a subsection that is open.
4. A list brings the sentence that leads to it. What was said before, word for word, and what comes again and again is a
   section's last, as lists of references, indexes and the like are the document's.

A document without headings, lists and title is its body's tree and nothing else.
"""

import math
from collections import Counter, deque
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from mindgist.document import Document, Paragraph, Section
from mindgist.mindmap.centre import around_one, branching
from mindgist.mindmap.headings import is_back_matter
from mindgist.mindmap.label import heading_node, sentence_node, title_node
from mindgist.mindmap.lists import ItemList, item_lists
from mindgist.mindmap.mindmap import MindMap, Node
from mindgist.mindmap.prose import Hang, as_wanted, under_heading, without_chains
from mindgist.mindmap.size import suggested_size
from mindgist.tree import Tree

_REFRAIN = 3  # times


def own_parts(document: Document) -> list[Document]:
    """What the author's structure leaves open: each section's own prose, as a document, in reading order."""
    if not document.body.sections and not any(paragraph.depth for paragraph in document.paragraphs):
        return [document]
    parts = (_prose(section) for section in _sections(document.body))
    return [document.part(paragraphs) for paragraphs in parts if paragraphs]


def assemble(document: Document, trees: Sequence[Tree]) -> MindMap:
    """The map of a document, from the trees over its ``own_parts``: all its nodes, and the size it suggests."""
    # What stands before the first section is one branch among the sections, so it keeps its root; and where there are
    # no sections, what stands in the middle is another matter, see ``centre``.
    hang = as_wanted if document.title is None and not document.body.sections else without_chains
    refrains = _Refrains.of(document)
    body = _branch(document.body, iter(trees), refrains, hang)
    nodes = branching(around_one(_Assembly(document, body).all_nodes(), document.title))
    size = suggested_size(len(nodes) - len(refrains.again))  # what is said again adds nothing to say
    return MindMap(document.title, nodes, size=size, language=document.language)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A section: its prose, strongest first; its lists; what each sentence stands under (None: the heading)."""

    section: Section
    prose: tuple[int, ...]
    lists: tuple[ItemList, ...]
    above: dict[int, int | None]
    scores: dict[int, float]
    branches: tuple["_Branch", ...]
    weight: float
    """How much there is in it that matters."""


@dataclass(frozen=True, slots=True)
class _Refrains:
    """What a document says again.

    ``again`` are the places of sentences that were said before, word for word. ``sentences`` are those that come many
    times (a licence, a date), and those that are a heading elsewhere: a table of contents. ``headings`` are said more
    than once, or are the title.
    """

    again: Collection[int]
    sentences: Collection[str] = ()
    headings: Container[str] = ()

    @classmethod
    def of(cls, document: Document) -> "_Refrains":
        first = {sentence.plain: sentence.index for sentence in reversed(document.sentences)}
        again = set(range(len(document))).difference(first.values()) if len(first) < len(document) else set()
        if not document.body.sections:
            return cls(again)
        counts = Counter(sentence.plain for sentence in document.sentences)
        headings = Counter(section.heading.plain for section in _sections(document.body) if section.heading)
        headings[document.title or ""] += 1
        many = {plain for plain, times in counts.items() if times >= _REFRAIN}
        return cls(again, many | set(headings), {plain for plain, times in headings.items() if times > 1})


def _branch(section: Section, trees: Iterator[Tree], refrains: _Refrains, hang: Hang = under_heading) -> _Branch:
    lists = tuple(item_lists(section.paragraphs, refrains.sentences))
    above: dict[int, int | None] = {}
    for items in lists:
        above |= items.above
    scores = dict.fromkeys(above, 1.0)  # the author's own arrangement is certain
    order: tuple[int, ...] = ()
    own = [sentence for paragraph in _prose(section) for sentence in paragraph]
    if own:
        tree = next(trees)
        order = tuple(own[place].index for place in tree.sentences)
        parents = hang(tree)
        above |= {order[k]: None if parent is None else order[parent] for k, parent in enumerate(parents)}
        scores |= dict(zip(order, tree.scores, strict=True))
        if refrains.again or refrains.sentences:
            said = refrains.sentences
            last = {sentence.index for sentence in own if sentence.index in refrains.again or sentence.plain in said}
            order = tuple(sorted(order, key=last.__contains__))
            for sentence in order:  # what is said again brings nobody along
                over = above[sentence]
                while over is not None and over in refrains.again and above[over] is not None:
                    over = above[over]
                above[sentence] = over
    branches = tuple(_branch(inner, trees, refrains) for inner in section.sections)
    weight = 1 + len(order) + sum(items.weight for items in lists) + sum(inner.weight for inner in branches)
    if is_back_matter(section) or (weight == 1 and section.heading and section.heading.plain in refrains.headings):
        weight = 0
    return _Branch(section, order, lists, above, scores, branches, weight)


def _prose(section: Section) -> list[Paragraph]:
    return [paragraph for paragraph in section.paragraphs if paragraph.depth == 0]


def _sections(section: Section) -> Iterator[Section]:
    """A section and all that are inside it, in reading order."""
    yield section
    for inner in section.sections:
        yield from _sections(inner)


def _open_at_once(nodes: int) -> int:
    """How many subsections a section of so many nodes shows."""
    return max(round(math.sqrt(nodes)), nodes // 6)


class _Shares:
    """The parts of a section that still have something to give, by how much is due to them."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, float, int, Iterator[int]]] = []  # (-due, place, weight, taken, steps)
        self._joined = count()
        self.bare: set[int] = set()
        """Subsections of which only the heading is shown."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def join(self, weight: float, steps: Iterator[int], taken: int = 0) -> None:
        """Take part from now on, with so many nodes already."""
        place = next(self._joined)
        if taken == 1:
            self.bare.add(place)
        self._wait(place, weight, taken, steps)

    def take(self) -> int:
        """A step of the part that is due most; 0 where that has none left."""
        _, place, weight, taken, steps = heappop(self._waiting)
        self.bare.discard(place)
        added = next(steps, 0)
        if added:
            self._wait(place, weight, taken + added, steps)
        return added

    def _wait(self, place: int, weight: float, taken: int, steps: Iterator[int]) -> None:
        heappush(self._waiting, (-weight / (2 * taken + 1), place, weight, taken, steps))


class _Assembly:
    """The nodes in the making. A step adds one node or a few, and tells how many."""

    def __init__(self, document: Document, body: _Branch) -> None:
        self._document = document
        self._body = body
        self._nodes: list[Node] = []
        self._places: dict[int, int] = {}  # of the sentences

    def all_nodes(self) -> tuple[Node, ...]:
        """The nodes of the whole document."""
        centre = self._add(title_node(self._document)) if self._document.title else None
        for _ in self._inside(self._body, centre):
            pass
        return tuple(self._nodes)

    def _inside(self, branch: _Branch, heading: int | None) -> Iterator[int]:
        """What stands under a heading, step by step."""
        if not branch.branches and not branch.lists:  # nothing has to be shared
            yield from self._sentences(branch, branch.prose, heading)
            return
        closed = deque(sorted(branch.branches, key=lambda inner: -inner.weight))
        shares = _Shares()
        if branch.prose:
            shares.join(len(branch.prose), self._sentences(branch, branch.prose, heading))
        for items in branch.lists:
            shares.join(items.weight, self._sentences(branch, items.order, heading, first=2))
        nodes = 1
        while closed and shares and nodes < (2 if branch is self._body else 3):
            nodes += (added := shares.take())
            yield added
        before = nodes
        two = [closed.popleft() for _ in range(3 - nodes) if closed and closed[0].weight]
        opened = len(two)
        heads = [(inner, self._inside(inner, self._head(inner, heading))) for inner in two]
        for inner, inside in heads:
            steps = self._bundled(inside)
            added = next(steps, 0) if inner.above else 0
            shares.join(inner.weight, steps, taken=1 + added)
            nodes += 1 + added
        if two:
            yield nodes - before
        while shares or closed:
            may_open = closed and closed[0].weight and opened < _open_at_once(nodes) and not shares.bare
            if closed and (may_open or not shares):
                inner = closed.popleft()
                inside = self._bundled(self._inside(inner, self._head(inner, heading)))
                added = 1 + next(inside, 0)
                shares.join(inner.weight, inside, taken=max(2, added))
                opened += 1
            else:
                added = shares.take()
            nodes += added
            if added:
                yield added

    @staticmethod
    def _bundled(steps: Iterator[int]) -> Iterator[int]:
        """The same steps, but for the first, which brings two nodes: a single one would be an only child."""
        first = next(steps, 0)
        if first == 1:
            first += next(steps, 0)
        if first:
            yield first
            yield from steps

    def _sentences(self, branch: _Branch, order: Sequence[int], heading: int | None, first: int = 1) -> Iterator[int]:
        """Sentences one by one, but for the ``first``, which come together."""
        if added := sum(self._put(branch, sentence, heading) for sentence in order[:first]):
            yield added
        for sentence in order[first:]:
            if added := self._put(branch, sentence, heading):
                yield added

    def _put(self, branch: _Branch, sentence: int, heading: int | None) -> int:
        """Add a sentence, after whatever it stands under; tells how many nodes that makes."""
        missing = []
        above: int | None = sentence
        while above is not None and above not in self._places:
            missing.append(above)
            above = branch.above[above]
        for each in reversed(missing):
            over = branch.above[each]
            parent = heading if over is None else self._places[over]
            self._places[each] = len(self._nodes)
            self._nodes.append(sentence_node(self._document, each, parent, branch.scores[each]))
        return len(missing)

    def _head(self, branch: _Branch, above: int | None) -> int:
        return self._add(heading_node(self._document, branch.section, above))

    def _add(self, node: Node) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1
