"""From the trees over a document's sections to one map.

The author's structure stays: sections are below their headings, items of lists below their lead sentence. The trees
decide the rest. The order of the nodes decides what a map of a given size shows:

1. The headings of the top sections come first, the heaviest first. Of more than ``MAX_TOP_SECTIONS``, as in a book, so
   many come first as fill two thirds of a map, evenly over the document.
2. Below the top sections, a heading comes with two nodes below it: two sentences or, where there is none, two
   subsections. Then the number of subsections shown grows with the square root of the nodes, the heaviest first.
3. Each further node goes to the part with the fewest nodes for its weight (the Sainte-Laguë method): the prose of a
   section, one of its lists, or a subsection that is shown. A part of twice the length gets less than twice the nodes.
   Headings of top sections do not count, so that few stay bare while another section grows.
4. A sentence whose family is full (``MAX_CHILDREN``), because sections and lists are in it too, is below the sentence
   before it there. Lists and subsections stay as the author has them.
5. A list brings its lead sentence. Repeated sentences come last in their section, back matter last in the document.

The tree of a plain text (no title, headings or lists) is shown unchanged, unless its generator lets the map adjust it.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any

from mindgist.document import Document, Heading, Section, Sentence
from mindgist.document.boilerplate import is_only_a_number
from mindgist.mindmap.centre import add_centre, with_centre, with_two_branches
from mindgist.mindmap.mindmap import MindMap, Node
from mindgist.mindmap.section_plan import Reshape, SectionPlan, has_structure, plan_section, said_before, weight_of
from mindgist.tree import MAX_WHOLE, Tree
from mindgist.tree.shape import MAX_CHILDREN, MAX_NODES, within_limits

MIN_NODES = 10  # a shorter text is shown whole
SHARE = 0.49  # of the nodes; docs/decisions/map-size.md
SCORE_DIGITS = 4  # of all nodes, not only of those in files, so that a loaded map equals the saved one
FIRST_WORDS = 8  # of a section, beside a heading that is only a number
MAX_FIRST_WORDS_LENGTH = 60  # characters, for scripts without spaces

MAX_TOP_SECTIONS = 20
MAX_TOP_SECTIONS_OF_BOOK = 2 * MAX_NODES // 3
_NO_NODE = Node(None, None, 1.0, 0, 0, "")  # to change it is quicker than to make another
SHARE_EXPONENT = 0.7  # a part's share of the map grows with this power of its weight


def assemble(document: Document, trees: Sequence[Tree], adjust: bool = True) -> MindMap:
    """The map of a document from the trees over its ``own_parts``, with all its nodes and a suggested size.

    ``adjust`` lets the tree of a plain text be changed: repeated sentences last, two branches at the centre.
    """
    adjust = adjust or document.title is not None or has_structure(document)
    repeated = said_before(document) if adjust else set()
    plan = plan_section(document.body, iter(trees), repeated, _reshape(document) if adjust else None)
    nodes = _Assembly(document, plan).nodes()
    if not adjust:
        return with_centre(MindMap(None, nodes, size=suggested_size(len(nodes)), language=document.language))
    nodes = with_two_branches(add_centre(nodes, _title_node(document) if document.title else None, document.name))
    size = suggested_size(len(nodes) - len(repeated))
    return MindMap(document.title, nodes, size=size, language=document.language)


def _reshape(document: Document) -> Reshape | None:
    if document.body.sections:
        return within_limits  # it is one branch among the sections, so it keeps its root
    if document.title is not None:
        return partial(within_limits, max_branches=MAX_CHILDREN - 1)  # its root comes beside them, below the title
    return None if len(document) <= MAX_WHOLE else within_limits  # trees made of windows have large families


def _top_sections(plan: SectionPlan) -> list[SectionPlan]:
    """The top sections whose headings come first, in the order in which they come."""
    sections = [inner for inner in plan.subsections if inner.weight]
    if len(sections) <= MAX_TOP_SECTIONS:
        return sorted(sections, key=lambda inner: -inner.weight)
    count = min(len(sections), MAX_TOP_SECTIONS_OF_BOOK)
    bits = (count - 1).bit_length()
    # In the order of their digits backwards, numbers are spread evenly: halves, then quarters, then eighths.
    spread = sorted(range(count), key=lambda number: f"{number:0{bits}b}"[::-1])
    return [sections[number * (len(sections) - 1) // (count - 1)] for number in spread]


class _Assembly:
    """The nodes of a map in the making, without a centre. Each step adds a node or a few and yields their number."""

    def __init__(self, document: Document, body: SectionPlan) -> None:
        self._document = document
        self._by_index = {sentence.index: sentence for sentence in document.sentences}
        self._body = self._top = body
        while len(self._top.subsections) == 1:  # sections inside an only section are the top ones
            self._top = self._top.subsections[0]
        self._nodes: list[Node] = []
        self._positions: dict[int, int] = {}  # of sentences among the nodes
        self._items = {sentence.index for paragraph in document.paragraphs if paragraph.depth for sentence in paragraph}
        # Without sections, the first node is the root of the prose; below a title, it comes beside its children.
        self._children: Counter[int | None] = Counter({0: 0 if document.sections else 1})
        self._prose: dict[int | None, list[int]] = defaultdict(list)  # the children of each node that are prose

    def nodes(self) -> tuple[Node, ...]:
        """The nodes of the whole document."""
        for _ in self._inside(self._body, None):
            pass
        return tuple(self._nodes)

    def _inside(self, plan: SectionPlan, heading: int | None) -> Iterator[int]:
        """Add what is below a heading, step by step, always of the part to which most is due (Sainte-Laguë)."""
        parts: list[tuple[float, int, float, int, Iterator[int]]] = []  # (-due, number, weight, nodes taken, steps)
        numbers = count()

        def join(weight: float, steps: Iterator[int], taken: int = 0) -> None:
            due = weight**SHARE_EXPONENT / (2 * taken + 1)
            heappush(parts, (-due, next(numbers), weight, taken, steps))

        if plan.prose:
            join(len(plan.prose), self._sentences(plan, plan.prose, heading))
        for items in plan.lists:
            join(weight_of(items), self._sentences(plan, tuple(items), heading, together=2))
        heaviest = sorted(plan.subsections, key=lambda inner: -inner.weight)
        first = _top_sections(plan) if plan is self._top else [] if parts else heaviest[:2]
        for inner in first:
            join(inner.weight, self._section(inner, heading))
            yield 1
        waiting = deque(inner for inner in heaviest if inner not in first)
        nodes = shown = len(first)
        while parts or waiting:
            if waiting and (not parts or (waiting[0].weight and nodes >= shown**2 + 2)):
                inner = waiting.popleft()
                weight, taken, steps, added = inner.weight, 1, self._section(inner, heading), 1
                shown += 1
            else:
                _, _, weight, taken, steps = heappop(parts)
                added = 0
            step = next(steps, 0)
            if step or added:
                join(weight, steps, taken + step)
                nodes += added + step
                yield added + step

    def _section(self, plan: SectionPlan, heading: int | None) -> Iterator[int]:
        """Add the heading of a section; returns the steps that add what is below it.

        The first two steps are one if the first adds a single node, which would be an only child.
        """
        found, text = plan.section.heading, _heading_text(plan.section)
        assert found is not None
        # The score of a heading stays 1, as the author placed it.
        place = self._append(_node(self._document, found, text, snippet=text, parent=heading))
        return _bundled(self._inside(plan, place))

    def _sentences(
        self, plan: SectionPlan, order: Sequence[int], heading: int | None, together: int = 1
    ) -> Iterator[int]:
        """Add sentences one by one, but the first few ``together``."""
        for group in (order[:together], *([sentence] for sentence in order[together:])):
            if added := sum(self._add_sentence(plan, sentence, heading) for sentence in group):
                yield added

    def _add_sentence(self, plan: SectionPlan, sentence: int, heading: int | None) -> int:
        """Add a sentence after its missing ancestors; returns the number of nodes added."""
        missing = []
        ancestor: int | None = sentence
        while ancestor is not None and ancestor not in self._positions:
            missing.append(ancestor)
            ancestor = plan.parents[ancestor]
        for each in reversed(missing):
            found, score = self._by_index[each], round(float(plan.scores[each]), SCORE_DIGITS)
            parent = self._parent(plan, each, heading)
            node = _node(self._document, found, found.plain, sentence=each, parent=parent, score=score)
            self._positions[each] = self._append(node)
        return len(missing)

    def _parent(self, plan: SectionPlan, sentence: int, heading: int | None) -> int | None:
        planned = plan.parents[sentence]
        parent = heading if planned is None else self._positions[planned]
        if sentence in self._items:
            return parent
        siblings = self._prose[parent]
        if siblings and self._children[parent] >= MAX_CHILDREN and (plan.lists or plan.subsections):
            before = max((sibling for sibling in siblings if sibling < sentence), default=min(siblings))
            return self._positions[before]
        siblings.append(sentence)
        return parent

    def _append(self, node: Node) -> int:
        self._children[node.parent] += 1
        self._nodes.append(node)
        return len(self._nodes) - 1


def _bundled(steps: Iterator[int]) -> Iterator[int]:
    """The same steps, the first two as one if the first adds a single node."""
    first = next(steps, 0)
    if first == 1:
        first += next(steps, 0)
    if first:
        yield first
        yield from steps


def suggested_size(nodes: int) -> int:
    """49 % of the possible nodes (different sentences, headings and the title), ten to sixty."""
    return max(min(MIN_NODES, nodes), min(MAX_NODES, round(SHARE * nodes)))


def _title_node(document: Document) -> Node:
    """The node of the title; a title that is not in the text has no offsets."""
    title, heading = document.title or "", document.body.heading
    if heading is None or heading.plain != title:
        return Node(None, None, 1.0, 0, 0, title, title)
    return _node(document, heading, title, snippet=title)


def _node(document: Document, found: Sentence | Heading, text: str, **fields: Any) -> Node:
    """A node with its page and its place there, or with its time, where they are known."""
    start, end = found.start, found.end
    if page := document.page_of(start):
        fields["page"] = page
    if document.times and "sentence" in fields:
        fields["time_start"], fields["time_end"] = document.time_of(start, end)
    elif (box := document.box_of(start, end)) is not None:
        fields["box"] = " ".join(f"{edge:.4f}" for edge in box)
    return _NO_NODE.changed(start=start, end=end, text=text, **fields)


def _heading_text(section: Section) -> str:
    """The heading; one that is only a number takes the first words of its section along."""
    assert section.heading is not None
    plain, first = section.heading.plain, ""
    if not is_only_a_number(plain):
        return plain
    if section.paragraphs:
        first = section.paragraphs[0].sentences[0].plain.rstrip(" ,;:")
    elif section.sections:
        first = _heading_text(section.sections[0]).rstrip(" ,;:")
    words = " ".join(first.split()[:FIRST_WORDS])[:MAX_FIRST_WORDS_LENGTH].rstrip(" ,;:")
    words = words if words == first else f"{words} …"
    return f"{plain.rstrip(' .:')}: {words}" if words else plain
