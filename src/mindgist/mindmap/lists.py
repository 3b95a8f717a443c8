"""Lists and tables, which say themselves who hangs under whom.

An item of a list stands under the item it is nested in, an outermost one under the sentence that leads to the list:
the last one of the prose before it in the same section, or the heading where there is none. Further sentences of an
item stand under its first. So it is with the rows of a table.
"""

import math
from collections.abc import Container, Iterable
from dataclasses import dataclass

from mindgist.document import Paragraph

_Entry = tuple[float, int, int | None, bool]  # (when it comes, sentence, what it stands under, whether it counts)


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list's sentences in the order in which they come into a map, each with what it stands under (None: a heading).

    Outer items come before inner ones, in the order of the document; what an item says beyond its first sentence is
    the last to come.
    """

    order: tuple[int, ...]
    above: dict[int, int | None]
    weight: float
    """The share of a map that it deserves: a hundred entries say less than a hundred sentences of prose."""


def item_lists(paragraphs: Iterable[Paragraph], refrains: Container[str] = ()) -> list[ItemList]:
    """The lists among a section's paragraphs; items that are ``refrains`` of the document count for nothing."""
    found: list[ItemList] = []
    entries: list[_Entry] = []
    open_: list[tuple[int, int]] = []  # (depth, first sentence) of the items around
    lead: int | None = None
    for paragraph in paragraphs:
        start, end = paragraph.sentences[0].index, paragraph.sentences[-1].index + 1
        if paragraph.depth == 0:
            found += _finished(entries)
            lead, entries, open_ = end - 1, [], []
        else:
            while open_ and open_[-1][0] >= paragraph.depth:
                open_.pop()
            level = len(open_)
            counts = paragraph.sentences[0].plain not in refrains
            entries.append((level, start, open_[-1][1] if open_ else lead, counts))
            entries += [(level + 1.5, sentence, start, counts) for sentence in range(start + 1, end)]
            open_.append((paragraph.depth, start))
    return found + _finished(entries)


def _finished(entries: list[_Entry]) -> list[ItemList]:
    if not entries:
        return []
    order = tuple(sentence for _, sentence, _, _ in sorted(entries, key=lambda entry: entry[:2]))
    count = sum(counts for *_, counts in entries)
    above = {sentence: over for _, sentence, over, _ in entries}
    return [ItemList(order, above, min(count, 3 * math.sqrt(count)))]
