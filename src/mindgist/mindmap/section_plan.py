"""What a section contributes to a map: its sentences with their parents, its lists, its subsections and its weight."""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from dataclasses import dataclass

from mindgist.document import Document, Paragraph, Section
from mindgist.document.boilerplate import is_back_matter
from mindgist.mindmap.lists import ItemList, item_lists
from mindgist.tree import Tree
from mindgist.tree.shape import without_root

MIN_REPEATS = 3  # times that a sentence must occur to count as a licence, a date or the like

Reshape = Callable[[Tree], Tree]


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """A section, planned. Sentences are indexes in the document."""

    section: Section
    prose: tuple[int, ...]
    """Its sentences outside lists, strongest first."""
    lists: tuple[ItemList, ...]
    parents: dict[int, int | None]
    """The parent of each sentence of prose and lists; None stands for the heading."""
    scores: dict[int, float]
    subsections: tuple["SectionPlan", ...]
    weight: float
    """Its share of the map: the number of nodes that are worth showing, 0 for back matter."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """What a document says more than once."""

    said_before: Collection[int]
    """Sentences that an earlier one repeats word for word."""
    sentences: Collection[str] = ()
    """Texts that occur ``MIN_REPEATS`` times, or that are a heading too, as in a table of contents."""
    headings: Container[str] = ()
    """Headings that occur twice, or that are the title."""

    @classmethod
    def of(cls, document: Document) -> "Repeats":
        """The repeats of a document; texts and headings are compared only where it has sections."""
        first = {sentence.plain: sentence.index for sentence in reversed(document.sentences)}
        before = set(range(len(document))).difference(first.values()) if len(first) < len(document) else set()
        if not document.body.sections:
            return cls(before)
        counts = Counter(sentence.plain for sentence in document.sentences)
        headings = Counter(section.heading.plain for section in sections_of(document.body) if section.heading)
        headings[document.title or ""] += 1
        frequent = {plain for plain, times in counts.items() if times >= MIN_REPEATS}
        return cls(before, frequent | set(headings), {plain for plain, times in headings.items() if times > 1})


def plan_section(
    section: Section, trees: Iterator[Tree], repeats: Repeats, reshape: Reshape = without_root
) -> SectionPlan:
    """The plan of a section and its subsections.

    Args:
        section: the section.
        trees: the trees over the prose of each section that has any, in reading order.
        repeats: what the document says more than once; such sentences come last in their section.
        reshape: changes the tree of this section; subsections are always reshaped to stand below their heading.
    """
    lists = tuple(item_lists(section.paragraphs, repeats.sentences))
    parents: dict[int, int | None] = {}
    for items in lists:
        parents |= items.parents
    scores = dict.fromkeys(parents, 1.0)  # the author's own structure is certain
    prose: tuple[int, ...] = ()
    own = [sentence for paragraph in prose_of(section) for sentence in paragraph]
    if own:
        tree = reshape(next(trees))
        prose = tuple(own[place].index for place in tree.sentences)
        for sentence, parent in zip(prose, tree.parents, strict=True):
            parents[sentence] = None if parent is None else prose[parent]
        scores |= dict(zip(prose, tree.scores, strict=True))
        top = None if tree.parents.count(None) > 1 else prose[0]
        _raise_leads(lists, parents, top)
        if repeats.said_before or repeats.sentences:
            last = {
                sentence.index
                for sentence in own
                if sentence.index in repeats.said_before or sentence.plain in repeats.sentences
            }
            prose = tuple(sorted(prose, key=last.__contains__))
            _skip_repeats(prose, parents, repeats.said_before, top)
    subsections = tuple(plan_section(inner, trees, repeats) for inner in section.sections)
    weight = 1 + len(prose) + sum(items.weight for items in lists) + sum(inner.weight for inner in subsections)
    is_empty_repeat = weight == 1 and section.heading is not None and section.heading.plain in repeats.headings
    if is_empty_repeat or is_back_matter(section):
        weight = 0
    return SectionPlan(section, prose, lists, parents, scores, subsections, weight)


def _raise_leads(lists: Iterable[ItemList], parents: dict[int, int | None], top: int | None) -> None:
    """Move the sentences that lead to lists right below the top of the section, in place.

    A list brings its lead with all its ancestors into a map, which would be a chain.
    """
    for items in lists:
        lead = parents[items.order[0]]
        if lead is not None and lead != top and parents[lead] is not None:
            parents[lead] = top


def _skip_repeats(
    prose: tuple[int, ...], parents: dict[int, int | None], said_before: Collection[int], top: int | None
) -> None:
    """Move the children of sentences that were said before to the next ancestor that was not, in place."""
    for sentence in prose:
        parent = parents[sentence]
        while parent is not None and parent in said_before and parent != top:
            parent = parents[parent]
        parents[sentence] = parent


def prose_of(section: Section) -> list[Paragraph]:
    """The paragraphs of a section itself that are no items of lists."""
    return [paragraph for paragraph in section.paragraphs if paragraph.depth == 0]


def sections_of(section: Section) -> Iterator[Section]:
    """A section and all sections inside it, in reading order."""
    yield section
    for inner in section.sections:
        yield from sections_of(inner)
