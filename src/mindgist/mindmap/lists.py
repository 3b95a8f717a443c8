"""Lists and tables: their nesting is the author's own, so it decides the parents.

An item is below the item that it is nested in. An outermost item is below the last sentence of the prose before the
list in the same section, or below the heading if there is none. Further sentences of an item are below its first one.
The rows of a table are treated like items.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from mindgist.document import Paragraph
from mindgist.document.patterns import LazyPattern
from mindgist.languages import any_language

_RESULT = LazyPattern(lambda: rf"\W*{any_language().results}\b[^:]{{0,30}}[:：]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ItemList:
    """The sentences of a list, in the order in which they enter a map, each with its parent (None: the heading).

    Outer items come before inner ones, in the order of the document, but decisions and actions ("Action: …") before
    the other items of their level; further sentences of an item come last.
    """

    order: tuple[int, ...]
    parents: dict[int, int | None]
    weight: float
    """Its share of a map grows with the square root of its length: many entries say less than as many sentences."""


@dataclass(frozen=True, slots=True)
class _Entry:
    rank: float  # the level of nesting; 1.5 more for a further sentence of an item, 0.5 less for a decision or action
    sentence: int
    parent: int | None


def item_lists(paragraphs: Iterable[Paragraph]) -> list[ItemList]:
    """The lists among the paragraphs of a section."""
    lists: list[ItemList] = []
    entries: list[_Entry] = []
    outer: list[tuple[int, int]] = []  # (depth, first sentence) of the items around the next one
    lead: int | None = None
    for paragraph in paragraphs:
        start, end = paragraph.sentences[0].index, paragraph.sentences[-1].index + 1
        if paragraph.depth == 0:
            lists += _finished(entries)
            lead, entries, outer = end - 1, [], []
        else:
            while outer and outer[-1][0] >= paragraph.depth:
                outer.pop()
            level = len(outer)
            first = level - 0.5 if _RESULT.match(paragraph.sentences[0].plain) else level
            entries.append(_Entry(first, start, outer[-1][1] if outer else lead))
            entries += [_Entry(level + 1.5, sentence, start) for sentence in range(start + 1, end)]
            outer.append((paragraph.depth, start))
    return lists + _finished(entries)


def _finished(entries: list[_Entry]) -> list[ItemList]:
    if not entries:
        return []
    in_order = sorted(entries, key=lambda entry: (entry.rank, entry.sentence))
    parents = {entry.sentence: entry.parent for entry in entries}
    return [
        ItemList(tuple(entry.sentence for entry in in_order), parents, min(len(entries), 3 * math.sqrt(len(entries))))
    ]
