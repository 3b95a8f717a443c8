"""Where the sentences of several documents stand, and all their pairs, as long rows of numbers.

Many small documents are sooner done as one: numpy takes as long to begin as to go through an article. So the sentences
of several stand side by side, and so do their pairs: those of a document together, (0, 0), (0, 1) and so on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document

Places = NDArray[np.intp]
Floats = NDArray[np.float32]
Kind = TypeVar("Kind", bound=np.generic)


def groups_of_like_size(counts: Sequence[int], pairs: int) -> Iterator[list[int]]:
    """Documents of like length, by their places: as many as fill up a table of so many pairs, or one that is longer."""
    group: list[int] = []
    for place in sorted(range(len(counts)), key=counts.__getitem__):
        if group and (len(group) + 1) * counts[place] ** 2 > pairs:
            yield group
            group = []
        group.append(place)
    if group:
        yield group


@dataclass(frozen=True, eq=False)
class Layout:
    """``counts`` are the sentences of each document, ``paragraphs`` the sizes of all their paragraphs, in order."""

    counts: Places
    paragraphs: Places
    paragraph_counts: Places

    @classmethod
    def of(cls, documents: Sequence[Document]) -> "Layout":
        """The layout of these documents."""
        sizes = [[len(paragraph) for paragraph in document.paragraphs if len(paragraph)] for document in documents]
        return cls(
            np.array([len(document) for document in documents], np.intp),
            np.array([size for own in sizes for size in own], np.intp),
            np.array([len(own) for own in sizes], np.intp),
        )

    @classmethod
    def plain(cls, count: int) -> "Layout":
        """One document of so many sentences, in one paragraph."""
        return cls(np.array([count]), np.array([count]), np.array([1]))

    # Of documents.

    @cached_property
    def firsts(self) -> Places:
        """Each document's first sentence."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    @cached_property
    def squares(self) -> list[slice]:
        """Where each document's pairs stand."""
        ends = np.cumsum(self.counts**2).tolist()
        return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]

    @cached_property
    def own(self) -> list[slice]:
        """Where each document's sentences stand."""
        ends = np.cumsum(self.counts).tolist()
        return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]

    # Of sentences.

    @cached_property
    def document(self) -> Places:
        """Each sentence's document."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def index(self) -> Places:
        """Each sentence's place in its document."""
        return np.arange(len(self.document)) - self.firsts[self.document]

    @cached_property
    def count(self) -> Places:
        """How many sentences its document has."""
        return self.counts[self.document]

    @cached_property
    def rows(self) -> Places:
        """Where each sentence's pairs as a governor begin."""
        return np.asarray(np.cumsum(self.count) - self.count)

    # Of pairs.

    @cached_property
    def governor(self) -> NDArray[np.int32]:
        """Each pair's first sentence."""
        return np.repeat(np.arange(len(self.count), dtype=np.int32), self.count)

    @cached_property
    def governed(self) -> NDArray[np.int32]:
        """Each pair's second sentence."""
        begin = (self.rows - self.firsts[self.document]).astype(np.int32)
        return np.arange(int(self.count.sum()), dtype=np.int32) - np.repeat(begin, self.count)

    @cached_property
    def ahead(self) -> NDArray[np.int32]:
        """How far each pair's second sentence stands after the first."""
        return self.governed - self.governor

    def of_governor(self, values: NDArray[Kind]) -> NDArray[Kind]:
        """For each pair, what the first of it has."""
        return np.repeat(values, self.count)

    def of_governed(self, values: NDArray[Kind]) -> NDArray[Kind]:
        """For each pair, what the second of it has."""
        return np.take(values, self.governed)
