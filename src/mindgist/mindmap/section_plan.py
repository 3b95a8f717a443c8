"""What a section contributes to a map: its sentences with their parents, its lists, its subsections and its weight.

The nesting of lists and tables is the author's own, so it decides the parents. An item is below the item that it is
nested in. An outermost item is below the last sentence of the prose before the list in the same section, or below the
heading if there is none. Further sentences of an item are below its first one. Rows of a table are treated like items.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from mindgist.document import Document, Paragraph, Section
from mindgist.document.boilerplate import is_back_matter
from mindgist.document.tokens import LazyPattern
from mindgist.languages import any_language
from mindgist.tree import Tree
from mindgist.tree.shape import without_root

Reshape = Callable[[Tree], Tree]
_RESULT = LazyPattern(lambda: rf"\W*{any_language().results}\b[^:]{{0,30}}[:：]", re.IGNORECASE)

ItemList = dict[int, int | None]
"""The parent of each sentence of a list (None: the heading), in the order in which they enter a map.

Outer items come before inner ones, in the order of the document, but decisions and actions ("Action: …") before the
other items of their level; further sentences of an item come last.
"""


def weight_of(items: ItemList) -> float:
    """Its share of a map grows with the square root of its length: many entries say less than as many sentences."""
    return min(len(items), 3 * sqrt(len(items)))


@dataclass(frozen=True, slots=True, eq=False)
class SectionPlan:
    """A section, planned. Sentences are indexes in the document."""

    section: Section
    prose: tuple[int, ...]  # its sentences outside lists, strongest first
    lists: tuple[ItemList, ...]
    parents: dict[int, int | None]  # of each sentence of prose and lists; None stands for the heading
    scores: dict[int, float]
    subsections: tuple["SectionPlan", ...]
    weight: float  # its share of the map: the number of nodes that are worth showing, 0 for back matter


def has_structure(document: Document) -> bool:
    """Whether a document has sections or lists."""
    return bool(document.body.sections) or any(paragraph.depth for paragraph in document.paragraphs)


def own_parts(document: Document) -> list[Document]:
    """The prose of each section that has any, as a document of its own, in reading order: what trees are made of."""
    if not has_structure(document):
        return [document]
    parts = (_prose_of(section) for section in sections_of(document.body))
    return [document.part(paragraphs) for paragraphs in parts if paragraphs]


def item_lists(paragraphs: Iterable[Paragraph]) -> list[ItemList]:
    """The lists among the paragraphs of a section."""
    lists = []
    lead: int | None = None
    for is_prose, run in groupby(paragraphs, key=lambda paragraph: paragraph.depth == 0):
        if is_prose:
            *_, last = run
            lead = last.sentences[-1].index
        else:
            lists.append(_item_list(run, lead))
    return lists


def _item_list(items: Iterable[Paragraph], lead: int | None) -> ItemList:
    ranks: dict[int, float] = {}
    parents: dict[int, int | None] = {}
    outer: list[tuple[int, int]] = []  # (depth, first sentence) of the items around the next one
    for item in items:
        while outer and outer[-1][0] >= item.depth:
            outer.pop()
        first, *further = (sentence.index for sentence in item)
        ranks[first] = len(outer) - 0.5 if _RESULT.match(item.sentences[0].plain) else len(outer)
        ranks |= dict.fromkeys(further, len(outer) + 1.5)
        parents[first] = outer[-1][1] if outer else lead
        parents |= dict.fromkeys(further, first)
        outer.append((item.depth, first))
    return {sentence: parents[sentence] for sentence in sorted(ranks, key=lambda one: (ranks[one], one))}


def said_before(document: Document) -> set[int]:
    """The sentences that repeat an earlier one word for word."""
    first = {sentence.plain: sentence.index for sentence in reversed(document.sentences)}
    return {sentence.index for sentence in document.sentences}.difference(first.values())


def plan_section(
    section: Section, trees: Iterator[Tree], repeated: Collection[int], reshape: Reshape | None = without_root
) -> SectionPlan:
    """The plan of a section and its subsections.

    ``trees`` are those over the prose of each section that has any, in reading order. ``repeated`` sentences come last
    in their section. ``reshape`` changes the tree of this section; those of subsections stand below their heading.
    """
    lists = tuple(item_lists(section.paragraphs))
    parents: dict[int, int | None] = {}
    for items in lists:
        parents |= items
    scores = dict.fromkeys(parents, 1.0)  # the author's own structure is certain
    prose: tuple[int, ...] = ()
    own = [sentence for paragraph in _prose_of(section) for sentence in paragraph]
    if own:
        tree = next(trees)
        tree = reshape(tree) if reshape else tree
        prose = tuple(own[place].index for place in tree.sentences)
        for sentence, parent in zip(prose, tree.parents, strict=True):
            parents[sentence] = None if parent is None else prose[parent]
        scores |= dict(zip(prose, tree.scores, strict=True))
        top = None if tree.parents.count(None) > 1 else prose[0]
        for items in lists:  # which bring their leads with all ancestors into a map; that would be a chain
            lead = next(iter(items.values()))
            if lead is not None and lead != top and parents[lead] is not None:
                parents[lead] = top
        if repeated:
            prose = tuple(sorted(prose, key=repeated.__contains__))
            for sentence in prose:  # the children of what was said before move to the next ancestor that was not
                parent = parents[sentence]
                while parent is not None and parent in repeated and parent != top:
                    parent = parents[parent]
                parents[sentence] = parent
    subsections = tuple(plan_section(inner, trees, repeated) for inner in section.sections)
    weight = 1 + len(prose) + sum(map(weight_of, lists)) + sum(inner.weight for inner in subsections)
    return SectionPlan(section, prose, lists, parents, scores, subsections, 0 if is_back_matter(section) else weight)


def _prose_of(section: Section) -> list[Paragraph]:
    return [paragraph for paragraph in section.paragraphs if paragraph.depth == 0]


def sections_of(section: Section) -> Iterator[Section]:
    """A section and all sections inside it, in reading order."""
    yield section
    for inner in section.sections:
        yield from sections_of(inner)
